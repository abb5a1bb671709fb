"""`run reality_gap`: the prediction error against simulation time, as Figure 6 of paper 0."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from ce_core.experiments.condition import CONDITIONS
from ce_core.experiments.experiment import EXPERIMENTS, Experiment
from ce_core.experiments.reality_gap import HORIZONS, Job, RealityGapConfig, Recording, measure, record
from ce_core.experiments.results import results
from ce_core.experiments.statistics import summarise
from ce_core.experiments.trial_file import RESULTS, write_json
from ce_core.experiments.trials import TrialOptions, add_trial_options, names_of, run_trials

METRICS = {
    **{f"median_error_{h:g}s": f"median_error_{h:g}s" for h in HORIZONS},
    "slope_per_s": "slope_per_s",
    "intercept": "intercept",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add_trial_options(parser, trials=1, what="recordings of 489 s")
    parser.add_argument(
        "--condition",
        type=names_of(CONDITIONS, "condition"),
        default=("gap",),
        metavar="NAMES",
        help="any of sim,gap (gap)",
    )
    parser.add_argument("--json", action="store_true", help="print results.json instead of the summary")


def run(arguments: argparse.Namespace) -> int:
    """Record, predict, compare; Ctrl-C keeps the recordings that are finished."""
    jobs = [
        Job(seed, condition)
        for condition in arguments.condition
        for seed in range(arguments.seed, arguments.seed + arguments.trials)
    ]
    trials = run_trials("reality gap", record, jobs, Recording, TrialOptions.of(arguments))
    content = reality_gap_results(arguments.seed, trials.rows)
    if arguments.out is not None:
        write_json(arguments.out / RESULTS, content)
        if trials.rows:
            from ce_core.experiments.figures.reality_gap import draw_reality_gap

            first = trials.rows[0]
            errors = measure(first.seed, first.condition)
            draw_reality_gap(errors, RealityGapConfig().fit_from, arguments.out / "reality_gap.png")
    if arguments.json:
        sys.stdout.write(json.dumps(content, indent=2, allow_nan=False) + "\n")
    else:
        _print(content)
    return 130 if trials.stopped else 0


def reality_gap_results(seed: int, rows: list[Recording]) -> dict[str, Any]:
    """Return what results.json holds; every robot runs the same controller, `avoidance`."""
    labelled = [_Labelled(row) for row in rows]
    summary = summarise(labelled, METRICS, by=("condition", "controller"))
    return results("reality_gap", seed, len({row.seed for row in rows}), summary, {})


class _Labelled:
    controller = "avoidance"

    def __init__(self, row: Recording) -> None:
        self.__dict__.update(vars(row))


def _print(content: dict[str, Any]) -> None:
    from rich.console import Console

    console = Console()
    for condition, rows in content["summary"].items():
        metrics = rows["avoidance"]
        console.print(f"reality gap, {condition}, {content['seeds']} seeds from {content['seed']}:")
        for h in HORIZONS:
            found = metrics[f"median_error_{h:g}s"]
            console.print(f"  after {h:4.0f} s: median error {100.0 * found['mean']:5.1f} % of the path")
        slope, intercept = metrics["slope_per_s"]["mean"], metrics["intercept"]["mean"]
        console.print(f"  line through the medians: {100 * slope:.2f} % per s, from {100 * intercept:.1f} %")


EXPERIMENTS.add("reality_gap")(
    Experiment("prediction error against simulation time (paper 0, section 2.3.3)", add_arguments, run)
)
