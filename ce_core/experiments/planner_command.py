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

OF_A_PLAN = ("planning_time_ms", "states", "objects", "plans")
"""Metrics that a single loop has not."""
IRRELEVANT = {"cul_de_sac": "arrived_fraction", "target": "entered_fraction"}
"""There is no target in the one and no trap in the other."""


NOTES = """\
paper, authors, careful: one plan before the start, driven without correction.
`paper` is what the published robot did. replan: careful, and plans anew on surprise.
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
        table.add_column(f"{controller.replace('_', ' ')}\nn = {n}", justify="right")
    table.add_column("pub-\nlished", justify="right", style="dim")
    for metric in next(iter(found.values())):
        if metric == IRRELEVANT[name]:
            continue
        beside = content["paper"].get(metric)
        cells = [
            "-" if metric in OF_A_PLAN and c.startswith("reactive") else _cell(found[c][metric])
            for c in found
        ]
        table.add_row(metric, *cells, "" if beside is None else f"{beside:g}")
    console = Console()
    console.print(table)
    console.print(NOTES.format(plans=PUBLISHED_TIMES[name][0][2]), highlight=False)


def _cell(value: dict[str, Any]) -> str:
    if value["mean"] is None:
        return "-"
    if "interval" in value:
        low, high = value["interval"]
        return f"{100 * value['mean']:.0f} %\n{100 * low:.0f} to {100 * high:.0f}"
    spread = "" if value["sd"] is None else f" ({_number(value['sd'])})"
    return f"{_number(value['mean'])}{spread}"


def _number(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 100.0 else f"{value:.2f}"
