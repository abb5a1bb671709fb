"""What `run cul_de_sac` and `run target` have in common: options, table, files and pictures."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import Any

from ce_core.experiments.experiment import Experiment
from ce_core.experiments.planner_results import planner_results
from ce_core.experiments.planner_trials import CONTROLLERS, Job, Run, Trial
from ce_core.experiments.trial_file import RESULTS, write_json
from ce_core.experiments.trials import TrialOptions, add_trial_options, names_of, run_trials


def planner_experiment(
    name: str, summary: str, run: Callable[[Job], Run], run_trial: Callable[[Job], Trial]
) -> Experiment:
    """Return the experiment of this name."""

    def add_arguments(parser: argparse.ArgumentParser) -> None:
        add_trial_options(parser, trials=100, what="scenes")
        parser.add_argument(
            "--controller",
            type=names_of(CONTROLLERS, "controller"),
            default=CONTROLLERS,
            metavar="NAMES",
            help=f"any of {','.join(CONTROLLERS)} (all)",
        )
        parser.add_argument("--json", action="store_true", help="print results.json instead of the table")
        parser.add_argument("--figure", action="store_true", help="also draw the first scene into --out")

    def run_all(arguments: argparse.Namespace) -> int:
        if arguments.figure and arguments.out is None:
            print(f"./ce run {name}: --figure needs --out DIR, where to draw it", file=sys.stderr)
            return 2
        seeds = range(arguments.seed, arguments.seed + arguments.trials)
        jobs = [Job(seed, controller) for seed in seeds for controller in arguments.controller]
        trials = run_trials(name, run_trial, jobs, Trial, TrialOptions.of(arguments))
        content = planner_results(name, arguments.seed, trials.rows)
        if arguments.out is not None:
            write_json(arguments.out / RESULTS, content)
        if arguments.figure and not trials.stopped:
            from ce_core.experiments.planner_figure import draw_figure

            controllers = [c for c in arguments.controller if not c.startswith("reactive")]
            draw_figure(
                run(Job(arguments.seed, (controllers or ["paper"])[0])),
                run(Job(arguments.seed, "reactive")),
                arguments.out / f"{name}.png",
            )
        if arguments.json:
            sys.stdout.write(json.dumps(content, indent=2, allow_nan=False) + "\n")
        elif trials.rows:
            print_table(name, content)
        return 130 if trials.stopped else 0

    return Experiment(summary, add_arguments, run_all)


def print_table(name: str, content: dict[str, Any]) -> None:
    """Print rates with their intervals, and means (SD), controller by controller."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    found = content["summary"][name]
    table = Table(
        title=f"{name}, {content['seeds']} seeds from {content['seed']}",
        caption="rates with 95 % intervals (Wilson), otherwise mean (SD)",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    table.add_column("metric", no_wrap=True)
    for controller in found:
        n = found[controller]["success_fraction"]["n"]
        table.add_column(f"{controller}\nn = {n}", justify="right")
    table.add_column("paper", justify="right", style="dim")
    for metric in next(iter(found.values())):
        beside = content["paper"].get(metric)
        table.add_row(
            metric, *(_cell(found[c][metric]) for c in found), "" if beside is None else f"{beside:g}"
        )
    Console().print(table)


def _cell(value: dict[str, Any]) -> str:
    if value["mean"] is None:
        return "-"
    if "interval" in value:
        low, high = value["interval"]
        return f"{100 * value['mean']:.0f} %\n{100 * low:.0f} to {100 * high:.0f}"
    spread = "" if value["sd"] is None else f" ({value['sd']:.2f})"
    return f"{value['mean']:.2f}{spread}"
