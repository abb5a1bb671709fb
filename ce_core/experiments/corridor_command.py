"""`run corridor`: paired trials, a table beside the paper's, results.json and trials.csv."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ce_core.experiments.corridor import CONTROLLERS, Trial, paired_trials
from ce_core.experiments.experiment import EXPERIMENTS, REPORTING_SEEDS, Experiment
from ce_core.experiments.results import results, write
from ce_core.experiments.table import comparison_table
from ce_core.family import unknown_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--trials", type=_positive, default=20, metavar="N", help="pairs to run (20)")
    parser.add_argument(
        "--seed",
        type=_not_negative,
        default=REPORTING_SEEDS.start,
        metavar="S",
        help=f"trial i has seed S + i; from {REPORTING_SEEDS.start} on for reporting (the default), "
        "below for tuning",
    )
    parser.add_argument(
        "--controller",
        type=_controllers,
        default=CONTROLLERS,
        metavar="NAMES",
        help="any of baseline,ce (both)",
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="write results.json and trials.csv here")
    parser.add_argument("--json", action="store_true", help="print results.json instead of the table")


def run(arguments: argparse.Namespace) -> int:
    """Run the trials; Ctrl-C keeps those that are finished."""
    seeds = range(arguments.seed, arguments.seed + arguments.trials)
    trials: list[Trial] = []
    stopped = False
    with Progress(
        TextColumn("corridor"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        task = progress.add_task("corridor", total=len(seeds) * len(arguments.controller))
        try:
            for trial in paired_trials(seeds, arguments.controller):
                trials.append(trial)
                progress.advance(task)
        except KeyboardInterrupt:
            stopped = True
    content = results("corridor", arguments.seed, trials)
    if arguments.out is not None:
        write(arguments.out, content, trials)
    if arguments.json:
        sys.stdout.write(json.dumps(content, indent=2, allow_nan=False) + "\n")
    elif trials:
        title = f"corridor, {content['seeds']} seeds from {arguments.seed}"
        Console().print(comparison_table(content["summary"], title))
    return 130 if stopped else 0


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number of at least 1")
    return int(text)


def _not_negative(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number of at least 0")
    return int(text)


def _controllers(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    for name in names:
        if name not in CONTROLLERS:
            raise argparse.ArgumentTypeError(str(unknown_name("controller", name, list(CONTROLLERS))))
    return names


EXPERIMENTS.add("corridor")(
    Experiment("the corridor of paper 0, section 2.4, baseline and engine paired", add_arguments, run)
)
