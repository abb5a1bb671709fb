"""What the trials of `run narmax` come to: results.json, and a table beside the paper's numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from rich import box
from rich.table import Table

from ce_core.experiments.narmax import MODELS, Trial
from ce_core.experiments.narmax_circuits import Floats, anova_p
from ce_core.experiments.results import results
from ce_core.experiments.statistics import mean_sd_n

METRICS = (
    "locations",
    "visited",
    "borrowed",
    "polynomials",
    "terms",
    "memory_bytes",
    "validation_rmse_m",
    "validation_median_m",
    "circuits",
    "deviation_m",
    "robot_deviation_m",
    "absolute_deviation_m",
    "robot_absolute_deviation_m",
    "anova_p",
    "anova_p_circuits",
    "prediction_error_2s_m",
    "prediction_error_5s_m",
    "prediction_error_10s_m",
    "plan_error_2s_m",
    "plan_error_5s_m",
    "plan_error_10s_m",
)

COUNTS = ("locations", "visited", "borrowed", "polynomials", "terms", "memory_bytes", "circuits")

PAPER: dict[str, dict[str, float]] = {
    "polynomials": {"lookup": 0, "complete": 680, "piecewise": 14_280},
    "memory_bytes": {"lookup": 2.1e6, "complete": 1.3e6, "piecewise": 0.9e6},
}
"""Sections 3 and 3.2.2; the paper's ANOVA over all four trajectories has p > 0.05."""


def narmax_results(seed: int, rows: Sequence[Trial]) -> dict[str, Any]:
    """Return what results.json holds."""
    by_model = {model: [row for row in rows if row.model == model] for model in MODELS}
    present = {model: found for model, found in by_model.items() if found}
    summary = {
        model: {metric: mean_sd_n([getattr(row, metric) for row in found]) for metric in METRICS}
        for model, found in present.items()
    }
    tests = {
        model: {
            "anova_p": _json(combined_p(found)),
            "anova_p_of_each_seed": [_json(row.anova_p) for row in found],
            "anova_p_circuits_of_each_seed": [_json(row.anova_p_circuits) for row in found],
        }
        for model, found in present.items()
    }
    return results(
        "narmax",
        seed,
        len({row.seed for row in rows}),
        summary,
        tests,
        memory_bytes={m: summary[m]["memory_bytes"]["mean"] for m in present},
        validation_rmse_m={m: summary[m]["validation_rmse_m"]["mean"] for m in present},
        anova_p={m: tests[m]["anova_p"] for m in present},
    )


def combined_p(rows: Sequence[Trial]) -> float:
    """Return p of the ANOVA over all seeds: each stretch of the circuit counts once, with its mean.

    NaN if in any of them the model's robot did not complete its circuits.
    """
    if not rows or any(math.isnan(row.anova_p) for row in rows):
        return math.nan
    return anova_p(
        np.mean([_floats(row.robot_stretches_m) for row in rows], axis=0),
        np.mean([_floats(row.stretches_m) for row in rows], axis=0),
    )


def narmax_table(content: dict[str, Any]) -> Table:
    """Lay out ours and the paper's."""
    table = Table(
        title=f"narmax, {content['seeds']} seeds from {content['seed']}",
        caption="mean (SD) over seeds; paper: sections 3 and 3.2.2",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    table.add_column("metric", no_wrap=True)
    summary = content["summary"]
    for model in summary:
        table.add_column(f"{model}\nn = {summary[model]['memory_bytes']['n']}", justify="right", no_wrap=True)
    for metric in METRICS:
        digits = 0 if metric in COUNTS else 4
        cells = (_cell(summary[model][metric], digits) for model in summary)
        label = "  of the robot" if metric.startswith("robot_") else metric.replace("_", " ")
        table.add_row(label, *cells)
        if metric in PAPER:
            table.add_row("  paper", *(f"{PAPER[metric][model]:,.0f}" for model in summary), style="dim")
    table.add_row("anova p, all seeds", *(_number(content["anova_p"][model], 4) for model in summary))
    table.add_row("  paper, all at once", *("> 0.05" for _ in summary), style="dim")
    return table


def _cell(moments: dict[str, Any], digits: int) -> str:
    mean = _number(moments["mean"], digits)
    return f"{mean} ({_number(moments['sd'], digits)})" if moments["sd"] else mean


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:,.{digits}f}"


def _floats(text: str) -> Floats:
    return np.array([float(word) for word in text.split()])


def _json(value: float) -> float | None:
    return value if math.isfinite(value) else None
