"""`run corridor`: paired trials, a table beside the paper's, results.json and trials.csv."""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from typing import get_args

from ce_core.consequence_engine import EngineConfig
from ce_core.consequence_engine.action_selection import LAST_RESORTS, ActionSelectionConfig
from ce_core.consequence_engine.simulation_time import Rerun, SimulationTimeConfig
from ce_core.experiments.condition import CONDITIONS
from ce_core.experiments.corridor import CONTROLLERS, CorridorConfig, Job, Trial, run_trial
from ce_core.experiments.corridor_results import corridor_results
from ce_core.experiments.experiment import EXPERIMENTS, Experiment
from ce_core.experiments.trial_file import RESULTS, write_json
from ce_core.experiments.trials import TrialOptions, add_trial_options, names_of, run_trials


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_trial_options(parser, trials=20)
    parser.add_argument(
        "--condition",
        type=names_of(CONDITIONS, "condition"),
        default=("sim",),
        metavar="NAMES",
        help="any of sim,gap: the world equals the internal model, or differs as real robots do (sim)",
    )
    parser.add_argument(
        "--controller",
        type=names_of(CONTROLLERS, "controller"),
        default=CONTROLLERS,
        metavar="NAMES",
        help="any of baseline,ce (both)",
    )
    parser.add_argument(
        "--rerun",
        choices=get_args(Rerun),
        default=EngineConfig().simulation_time.rerun,
        help="how often a dangerous action is simulated again at once; the text allows both readings (once)",
    )
    parser.add_argument(
        "--all-dangerous",
        choices=sorted(LAST_RESORTS),
        default=EngineConfig().action_selection.all_dangerous,
        help="what decides when every action is dangerous (largest_distance)",
    )
    parser.add_argument("--no-figures", action="store_true", help="write no pictures to --out")
    parser.add_argument("--json", action="store_true", help="print results.json instead of the table")


def run(arguments: argparse.Namespace) -> int:
    """Run the trials; Ctrl-C keeps those that are finished."""
    jobs = [
        Job(seed, condition, controller)
        for condition in arguments.condition
        for seed in range(arguments.seed, arguments.seed + arguments.trials)
        for controller in arguments.controller
    ]
    config = _config(arguments)
    settings = {"rerun": arguments.rerun, "all_dangerous": arguments.all_dangerous}
    run_one = partial(run_trial, config=config)
    trials = run_trials("corridor", run_one, jobs, Trial, TrialOptions.of(arguments), settings)
    content = corridor_results(arguments.seed, trials.rows, settings)
    if arguments.out is not None:
        write_json(arguments.out / RESULTS, content)
        if trials.rows and not trials.stopped and not arguments.no_figures:
            from ce_core.experiments.corridor_figures import draw_corridor

            draw_corridor(trials.rows, arguments.out, config)
    if arguments.json:
        sys.stdout.write(json.dumps(content, indent=2, allow_nan=False) + "\n")
    elif trials.rows:
        from rich.console import Console

        from ce_core.experiments.table import print_tables

        print_tables(content, Console())
    return 130 if trials.stopped else 0


def _config(arguments: argparse.Namespace) -> CorridorConfig:
    engine = EngineConfig(
        simulation_time=SimulationTimeConfig(rerun=arguments.rerun),
        action_selection=ActionSelectionConfig(all_dangerous=arguments.all_dangerous),
    )
    return CorridorConfig(engine=engine)


EXPERIMENTS.add("corridor")(
    Experiment("the corridor of paper 0, section 2.4, baseline and engine paired", add_arguments, run)
)
