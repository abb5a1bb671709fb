"""`run safety_distance`: danger against safety distance; a line for the baseline, a threshold for ce."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from ce_core.experiments.condition import CONDITIONS
from ce_core.experiments.corridor import CONTROLLERS
from ce_core.experiments.experiment import EXPERIMENTS, Experiment
from ce_core.experiments.safety_distance import (
    DISTANCES,
    DistanceTrial,
    Job,
    run_trial,
    safety_distance_results,
)
from ce_core.experiments.trial_file import RESULTS, write_json
from ce_core.experiments.trials import TrialOptions, add_trial_options, names_of, run_trials


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_trial_options(parser, trials=20, what="seeds for every distance and controller")
    parser.add_argument(
        "--condition",
        type=names_of(CONDITIONS, "condition"),
        default=("sim",),
        metavar="NAMES",
        help="any of sim,gap (sim)",
    )
    parser.add_argument(
        "--controller",
        type=names_of(CONTROLLERS, "controller"),
        default=CONTROLLERS,
        metavar="NAMES",
        help="any of baseline,ce (both)",
    )
    parser.add_argument(
        "--distances",
        type=_distances,
        default=DISTANCES,
        metavar="METRES",
        help=f"safety distances, separated by commas ({','.join(f'{d:g}' for d in DISTANCES)})",
    )
    parser.add_argument("--json", action="store_true", help="print results.json instead of the table")


def run(arguments: argparse.Namespace) -> int:
    """Run the trials; Ctrl-C keeps those that are finished."""
    jobs = [
        Job(seed, condition, controller, distance)
        for condition in arguments.condition
        for distance in arguments.distances
        for seed in range(arguments.seed, arguments.seed + arguments.trials)
        for controller in arguments.controller
    ]
    trials = run_trials("safety distance", run_trial, jobs, DistanceTrial, TrialOptions.of(arguments))
    content = safety_distance_results(arguments.seed, trials.rows)
    if arguments.out is not None:
        write_json(arguments.out / RESULTS, content)
        if trials.rows:
            from ce_core.experiments.figures.safety_distance import draw_safety_distance

            draw_safety_distance(content, arguments.out / "safety_distance.png")
    if arguments.json:
        sys.stdout.write(json.dumps(content, indent=2, allow_nan=False) + "\n")
    elif trials.rows:
        _print(content)
    return 130 if trials.stopped else 0


def _print(content: dict[str, Any]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    for condition, curves in content["curve"].items():
        table = Table(
            title=f"danger ratio [%], {condition}, {content['seeds']} seeds from {content['seed']}",
            box=box.SIMPLE_HEAD,
        )
        table.add_column("safety distance [m]", justify="right")
        for controller, points in curves.items():
            table.add_column(f"{controller}, n = {points[0]['n']}", justify="right")
        for row in zip(*curves.values(), strict=False):
            cells = [f"{p['mean']:.2f} ({p['sd'] or 0.0:.2f})" for p in row]
            table.add_row(f"{row[0]['safety_distance_m']:g}", *cells)
        Console().print(table)


def _distances(text: str) -> tuple[float, ...]:
    try:
        found = tuple(dict.fromkeys(float(part) for part in text.split(",")))
    except ValueError:
        found = ()
    if not found or not all(0.0 < d <= 0.5 for d in found):
        raise argparse.ArgumentTypeError(
            f"{text!r} must be distances of more than 0 and at most 0.5 m, for example 0.18,0.22,0.26"
        )
    return found


EXPERIMENTS.add("safety_distance")(
    Experiment(
        "danger ratio against safety distance, both controllers (paper 0, section 3)", add_arguments, run
    )
)
