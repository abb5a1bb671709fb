"""Danger ratio against safety distance for both controllers (paper 0, end of section 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from ce_core.experiments.corridor import CorridorConfig, run_once
from ce_core.experiments.results import results
from ce_core.experiments.statistics import column, mean_sd_n, summarise, welch

DISTANCES = (0.10, 0.14, 0.18, 0.22, 0.26, 0.30, 0.34, 0.38)
"""Safety distances [m] that are tried by default; two e-pucks touch at 0.07 m."""


class Job(NamedTuple):
    """What identifies a trial."""

    seed: int
    condition: str
    controller: str
    safety_distance_m: float


@dataclass(frozen=True)
class DistanceTrial:
    """A row of trials.csv."""

    seed: int
    condition: str
    controller: str
    safety_distance_m: float
    danger_ratio_percent: float
    safe_run: bool
    arrived: bool
    run_time_s: float
    min_distance_m: float


def run_trial(job: Job) -> DistanceTrial:
    """Run one trial whose engine and whose score keep the same safety distance."""
    config = CorridorConfig()
    evaluator = replace(config.engine.action_evaluator, safety_distance=job.safety_distance_m)
    config = replace(
        config,
        engine=replace(config.engine, action_evaluator=evaluator),
        score=replace(config.score, safety_distance=job.safety_distance_m),
    )
    trial = run_once(job.seed, job.controller, config, condition=job.condition).trial
    return DistanceTrial(
        *job,
        danger_ratio_percent=trial.danger_ratio_percent,
        safe_run=trial.safe_run,
        arrived=trial.arrived,
        run_time_s=trial.run_time_s,
        min_distance_m=trial.min_distance_m,
    )


METRICS = {
    "danger_ratio_percent": "danger_ratio_percent",
    "safe_run_fraction": "safe_run",
    "arrived_fraction": "arrived",
    "run_time_s": "run_time_s",
    "min_distance_m": "min_distance_m",
}


def safety_distance_results(seed: int, rows: Sequence[DistanceTrial]) -> dict[str, Any]:
    """Return what results.json holds; `curve` has the danger ratio at every distance.

    `shape` compares the claim: how much of the variance of the mean danger a straight line explains, and the
    largest distance up to which the mean danger stays below 1 %.
    """
    summary = summarise(rows, METRICS, by=("condition", "controller"))
    curve: dict[str, Any] = {}
    tests: dict[str, Any] = {}
    shape: dict[str, Any] = {}
    for condition, controllers in summary.items():
        for controller in controllers:
            points = _curve(rows, condition, controller)
            curve.setdefault(condition, {})[controller] = points
            shape.setdefault(condition, {})[controller] = _shape(points)
        for distance in sorted({row.safety_distance_m for row in rows if row.condition == condition}):
            where = {"condition": condition, "safety_distance_m": distance}
            found = welch(
                column(rows, "danger_ratio_percent", controller="baseline", **where),
                column(rows, "danger_ratio_percent", controller="ce", **where),
            )
            if found is not None:
                tests.setdefault(condition, {})[f"{distance:g}"] = found
    trials = len({row.seed for row in rows})
    return results("safety_distance", seed, trials, summary, tests, curve=curve, shape=shape)


def _curve(rows: Sequence[DistanceTrial], condition: str, controller: str) -> list[dict[str, Any]]:
    where = {"condition": condition, "controller": controller}
    distances = sorted({row.safety_distance_m for row in rows})
    values = [(d, column(rows, "danger_ratio_percent", safety_distance_m=d, **where)) for d in distances]
    return [{"safety_distance_m": d, **mean_sd_n(found)} for d, found in values if len(found)]


def _shape(points: list[dict[str, Any]]) -> dict[str, float | None]:
    x = np.array([point["safety_distance_m"] for point in points])
    y = np.array([point["mean"] for point in points])
    below = x[y < 1.0]
    threshold = float(below.max()) if len(below) else None
    if len(x) < 3 or y.std() == 0.0:
        return {"linear_r_squared": None, "threshold_m": threshold}
    return {"linear_r_squared": float(np.corrcoef(x, y)[0, 1] ** 2), "threshold_m": threshold}
