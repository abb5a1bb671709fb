"""`run narmax`: the identified environment of paper 3, from exploration to the analysis of variance."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ce_core.experiments.experiment import EXPERIMENTS, Experiment, ExperimentError
from ce_core.experiments.trial_file import RESULTS, write_json
from ce_core.experiments.trials import TrialOptions, add_trial_options, names_of, run_trials

LOGS = ("csv", "bag", "none")
BAG = "exploration_bag"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_trial_options(parser, trials=5, what="explorations, each identified, validated and compared")
    parser.add_argument(
        "--log",
        type=names_of(LOGS, "log format"),
        default=("csv",),
        metavar="FORMATS",
        help="how the first exploration's log is kept in --out: any of csv,bag, or none (default csv)",
    )
    parser.add_argument("--json", action="store_true", help="print results.json instead of the table")


def run(arguments: argparse.Namespace) -> int:
    """Run the trials; Ctrl-C keeps those that are finished."""
    from ce_core.experiments.narmax import MODELS, Job, Trial, run_trial
    from ce_core.experiments.narmax_results import narmax_results, narmax_table

    if arguments.out is not None and "bag" in arguments.log and (arguments.out / BAG).exists():
        raise ExperimentError(f"{arguments.out / BAG} exists already; move it away, or use another --out")
    seeds = range(arguments.seed, arguments.seed + arguments.trials)
    jobs = [Job(seed, model) for seed in seeds for model in MODELS]
    trials = run_trials("narmax", run_trial, jobs, Trial, TrialOptions.of(arguments))
    content = narmax_results(arguments.seed, trials.rows)
    if arguments.out is not None:
        write_json(arguments.out / RESULTS, content)
        if not trials.stopped:
            _keep(arguments.seed, arguments.out, arguments.log)
    if arguments.json:
        sys.stdout.write(json.dumps(content, indent=2, allow_nan=False) + "\n")
    elif trials.rows:
        from rich.console import Console

        Console().print(narmax_table(content))
        if arguments.out is not None:
            Console().print(f"models, log and pictures of seed {arguments.seed} are in {arguments.out}")
    return 130 if trials.stopped else 0


def _keep(seed: int, folder: Path, logs: tuple[str, ...]) -> None:
    """Write the log, the models and the pictures of the first seed."""
    from ce_core.experiments.narmax import MODELS, build, explore
    from ce_core.experiments.narmax_figures import draw_figures
    from ce_core.experiments.narmax_laboratory import LaboratoryConfig
    from ce_core.identified_environment import save_model
    from ce_core.identified_environment.log_csv import write_csv

    found = explore(seed, LaboratoryConfig())
    models = {kind: build(kind, found) for kind in MODELS}
    for kind, model in models.items():
        save_model(model, folder / f"{kind}.npz")
    if "csv" in logs:
        write_csv(found.log, folder / "exploration.csv")
    if "bag" in logs:
        from ce_core.identified_environment.log_bag import write_bag

        write_bag(found.log, folder / BAG)
    draw_figures(seed, found, models, folder)


EXPERIMENTS.add("narmax")(
    Experiment("the identified environment of paper 3: three models of one exploration", add_arguments, run)
)
