"""`run learned_corridor`: an internal model from the robot's own log, beside the one made by hand."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ce_core.experiments.condition import CONDITIONS
from ce_core.experiments.experiment import EXPERIMENTS, Experiment
from ce_core.experiments.results import results
from ce_core.experiments.statistics import mean_sd_n
from ce_core.experiments.trial_file import RESULTS, write_json
from ce_core.experiments.trials import TrialOptions, add_trial_options, names_of, run_trials

if TYPE_CHECKING:
    from ce_core.experiments.learned_corridor import LearnedTrial

METRICS = (
    "locations",
    "memory_bytes",
    "error_1s",
    "error_2s",
    "error_5s",
    "error_10s",
    "arrived",
    "danger_ratio_percent",
    "distance_m",
    "run_time_s",
    "contacts",
    "lost",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_trial_options(parser, trials=5, what="explorations, each followed by a trial for every model")
    parser.add_argument(
        "--condition",
        type=names_of(CONDITIONS, "condition"),
        default=tuple(CONDITIONS),
        metavar="NAMES",
        help="any of sim,gap (both)",
    )
    parser.add_argument("--json", action="store_true", help="print results.json instead of the table")


def run(arguments: argparse.Namespace) -> int:
    """Run the trials; Ctrl-C keeps those that are finished."""
    from ce_core.experiments.learned_corridor import INTERNAL_MODELS, Job, LearnedTrial, run_trial

    jobs = [
        Job(seed, condition, model)
        for condition in arguments.condition
        for seed in range(arguments.seed, arguments.seed + arguments.trials)
        for model in INTERNAL_MODELS
    ]
    trials = run_trials("learned corridor", run_trial, jobs, LearnedTrial, TrialOptions.of(arguments))
    content = learned_results(arguments.seed, trials.rows)
    if arguments.out is not None:
        write_json(arguments.out / RESULTS, content)
        if trials.rows and not trials.stopped:
            from ce_core.experiments.figures.learned_corridor import draw_learned_corridor

            draw_learned_corridor(arguments.seed, arguments.condition, arguments.out / "learned_corridor.png")
    if arguments.json:
        sys.stdout.write(json.dumps(content, indent=2, allow_nan=False) + "\n")
    elif trials.rows:
        _print(content)
    return 130 if trials.stopped else 0


def learned_results(seed: int, rows: Sequence[LearnedTrial]) -> dict[str, Any]:
    """Return what results.json holds, by condition and internal model."""
    groups: dict[str, list[LearnedTrial]] = {}
    for row in rows:
        groups.setdefault(f"{row.condition}/{row.internal_model}", []).append(row)
    summary = {
        name: {metric: mean_sd_n([float(getattr(row, metric)) for row in found]) for metric in METRICS}
        for name, found in groups.items()
    }
    return results("learned_corridor", seed, len({row.seed for row in rows}), summary, {})


COLUMNS = {
    "error_1s": ("error [%]\n1 s", 100.0),
    "error_2s": ("\n2 s", 100.0),
    "error_5s": ("\n5 s", 100.0),
    "error_10s": ("\n10 s", 100.0),
    "arrived": ("arrived\n[%]", 100.0),
    "danger_ratio_percent": ("danger\n[%]", 1.0),
    "run_time_s": ("time\n[s]", 1.0),
    "lost": ("lost\n[%]", 100.0),
}
"""What the table shows of results.json, and in which units."""


def _print(content: dict[str, Any]) -> None:
    """Print mean and, below, SD over seeds: a row for each condition and internal model."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(
        title=f"learned corridor, {content['seeds']} seeds from {content['seed']}",
        caption="mean (SD) over seeds; error: over the length of the path, median over starts and robots",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    table.add_column("internal model", no_wrap=True)
    for title, _ in COLUMNS.values():
        table.add_column(title, justify="right", no_wrap=True)
    for name, metrics in content["summary"].items():
        condition, model = name.split("/")
        label = f"[bold]{model}[/]\nin {condition}, n = {metrics['lost']['n']}"
        table.add_row(label, *(_cell(metrics[metric], unit) for metric, (_, unit) in COLUMNS.items()))
    Console().print(table)


def _cell(moments: dict[str, Any], unit: float) -> str:
    if moments["mean"] is None:
        return "-"
    spread = "" if moments["sd"] is None else f"\n({unit * moments['sd']:.1f})"
    return f"{unit * moments['mean']:.1f}{spread}"


EXPERIMENTS.add("learned_corridor")(
    Experiment("the corridor with an internal model learned from the robot's own log", add_arguments, run)
)
