"""What `run cul_de_sac` and `run target` have in common: options, table, files and pictures."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from typing import Any

from ce_core.experiments.experiment import Experiment
from ce_core.experiments.planner_results import PUBLISHED_TIMES, planner_results
from ce_core.experiments.planner_trials import CONTROLLERS, Job, Run, Scene, Trial, plan_scenes
from ce_core.experiments.trial_file import RESULTS, write_json
from ce_core.experiments.trials import TrialOptions, add_trial_options, names_of, run_trials

OF_A_PLAN = ("planning_time_ms", "states", "objects")
"""Metrics that a single loop has not."""
COLUMNS = {
    "success_fraction": "success",
    "arrived_fraction": "arrived",
    "entered_fraction": "entered",
    "collisions": "colli-\nsions",
    "path_length_m": "path\n[m]",
    "planning_time_ms": "plan\n[ms]",
    "states": "states",
    "objects": "ob-\njects",
}
"""What the table shows of results.json."""
IRRELEVANT = {"cul_de_sac": "arrived_fraction", "target": "entered_fraction"}
"""There is no target in the one and no trap in the other."""
MEANING = {
    "paper": "the paper's setting",
    "authors": "authors' program",
    "careful": "sees all it touches",
    "paper_replan": "paper, re-planning",
    "replan": "careful, re-planning",
    "reactive": "loop, signed angles",
    "reactive_authors": "loop of the authors",
}
RECOMMENDED = "replan"

NOTES = """\
paper, authors, careful: one plan before the start, driven without correction,
as the published robot did. re-planning: anew when something is in the way.
published: means of {plans} plans on the robot's own computer; no rate of success."""


def planner_experiment(
    name: str,
    summary: str,
    draw: Callable[[int], Scene],
    run: Callable[[Job], Run],
    run_trial: Callable[[Job], Trial],
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
                [plan_scenes(map(draw, seeds), worldbuilding) for worldbuilding in (1, 2)],
                PUBLISHED_TIMES[name],
                arguments.out / f"{name}.png",
            )
        if arguments.json:
            sys.stdout.write(json.dumps(content, indent=2, allow_nan=False) + "\n")
        elif trials.rows:
            print_table(name, content)
        return 130 if trials.stopped else 0

    return Experiment(summary, add_arguments, run_all)


def print_table(name: str, content: dict[str, Any]) -> None:
    """Print rates with their intervals, and means (SD), a row for each controller."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    found = content["summary"][name]
    columns = {metric: title for metric, title in COLUMNS.items() if metric != IRRELEVANT[name]}
    table = Table(
        title=f"{name}, {content['seeds']} seeds from {content['seed']}",
        caption="rates with 95 % intervals (Wilson), otherwise mean (SD)",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    table.add_column("controller", no_wrap=True)
    for title in columns.values():
        table.add_column(title, justify="right", no_wrap=True)
    for controller, metrics in found.items():
        cells = [
            "-" if metric in OF_A_PLAN and controller.startswith("reactive") else _cell(metrics[metric])
            for metric in columns
        ]
        title = f"{controller}: recommended" if controller == RECOMMENDED else controller
        table.add_row(f"[bold]{title}[/]\n{MEANING[controller]}", *cells)
    published = [content["paper"].get(metric) for metric in columns]
    table.add_row("published", *("" if value is None else f"{value:g}" for value in published), style="dim")
    console = Console()
    console.print(table)
    console.print(NOTES.format(plans=PUBLISHED_TIMES[name][0][2]), highlight=False)


def _cell(value: dict[str, Any]) -> str:
    """Write a value, and its interval or spread below."""
    if value["mean"] is None:
        return "-"
    if "interval" in value:
        low, high = value["interval"]
        return f"{100 * value['mean']:.0f} %\n{100 * low:.0f}-{100 * high:.0f}"
    spread = "" if value["sd"] is None else f"\n({_number(value['sd'])})"
    return f"{_number(value['mean'])}{spread}"


def _number(value: float) -> str:
    digits = 0 if abs(value) >= 100.0 else 1 if abs(value) >= 10.0 else 2
    return f"{value:.{digits}f}"
