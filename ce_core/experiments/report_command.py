"""`run report`: every figure and table of docs/results.md, from reporting seeds, with one command."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from ce_core.consequence_engine import EngineConfig
from ce_core.consequence_engine.action_selection import LAST_RESORTS, ActionSelectionConfig
from ce_core.consequence_engine.simulation_time import SimulationTimeConfig
from ce_core.experiments import reality_gap, safety_distance
from ce_core.experiments.corridor import CONTROLLERS, CorridorConfig, Job, Trial, run_trial
from ce_core.experiments.experiment import EXPERIMENTS, REPORTING_SEEDS, Experiment, ExperimentError
from ce_core.experiments.paper import REAL_RUNS, SIMULATIONS
from ce_core.experiments.trials import TrialOptions, add_trial_options, positive, run_trials

SEED = REPORTING_SEEDS.start

DEFAULT = EngineConfig()
VARIANTS = {
    "until_minimum": EngineConfig(simulation_time=SimulationTimeConfig(rerun="until_minimum")),
    **{rule: EngineConfig(action_selection=ActionSelectionConfig(rule)) for rule in LAST_RESORTS},
}
"""Other readings of the text; the default's rule is left out when they are run."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_trial_options(parser, trials=SIMULATIONS, what="pairs in condition sim")
    parser.add_argument("--gap-trials", type=positive, default=REAL_RUNS, metavar="N", help="pairs in gap")
    parser.add_argument(
        "--distance-trials", type=positive, default=12, metavar="N", help="seeds per safety distance (12)"
    )
    parser.add_argument(
        "--docs", type=Path, default=Path("docs"), metavar="DIR", help="page and pictures go here (docs)"
    )
    parser.set_defaults(out=Path("results"))


def run(arguments: argparse.Namespace) -> int:
    """Run what is missing, then write the page and its pictures; Ctrl-C keeps what is finished."""
    if arguments.seed not in REPORTING_SEEDS:
        raise ExperimentError(f"--seed {arguments.seed}: a report is made from seeds of at least {SEED}")
    data: dict[str, Any] = {}
    for name, run_part in _parts(arguments).items():
        options = TrialOptions.of(arguments)
        trials = run_part(replace(options, out=options.out / name if options.out else None))
        if trials.stopped:
            return 130
        data[name] = trials.rows
    from ce_core.experiments.report import write_report

    write_report(data, arguments.seed, arguments.docs)
    return 0


def _parts(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return every part of the report: a function from its options to its trials."""
    seeds = range(arguments.seed, arguments.seed + arguments.trials)
    gap_seeds = range(arguments.seed, arguments.seed + arguments.gap_trials)
    distance_seeds = range(arguments.seed, arguments.seed + arguments.distance_trials)

    def corridor(
        condition: str, controllers: tuple[str, ...], of: range, engine: EngineConfig = DEFAULT
    ) -> Any:
        settings = {
            "rerun": engine.simulation_time.rerun,
            "all_dangerous": engine.action_selection.all_dangerous,
        }
        config = CorridorConfig(engine=engine)
        jobs = [Job(seed, condition, name) for seed in of for name in controllers]
        one = partial(run_trial, config=config)
        return lambda options: run_trials("corridor", one, jobs, Trial, options, settings)

    distances = [
        safety_distance.Job(seed, "sim", name, distance)
        for distance in safety_distance.DISTANCES
        for seed in distance_seeds
        for name in CONTROLLERS
    ]
    recordings = [reality_gap.Job(arguments.seed, "gap")]
    return {
        "sim": corridor("sim", CONTROLLERS, seeds),
        "gap": corridor("gap", CONTROLLERS, gap_seeds),
        **{
            name: corridor("sim", ("ce",), seeds, engine)
            for name, engine in VARIANTS.items()
            if engine != DEFAULT
        },
        "safety_distance": lambda options: run_trials(
            "safety distance", safety_distance.run_trial, distances, safety_distance.DistanceTrial, options
        ),
        "reality_gap": lambda options: run_trials(
            "reality gap", reality_gap.record, recordings, reality_gap.Recording, options
        ),
    }


EXPERIMENTS.add("report")(
    Experiment("docs/results.md with every table and picture, from reporting seeds", add_arguments, run)
)
