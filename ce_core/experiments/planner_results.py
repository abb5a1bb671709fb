"""The trials of paper 2's experiments as rates with intervals and means, with the paper's statistics."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ce_core.experiments.planner_trials import Trial
from ce_core.experiments.results import results
from ce_core.experiments.statistics import column, summarise

METRICS = {
    "success_fraction": "success",
    "collisions": "collisions",
    "entered_fraction": "entered",
    "arrived_fraction": "arrived",
    "end_distance_m": "end_distance_m",
    "path_length_m": "path_length_m",
    "run_time_s": "run_time_s",
    "planning_time_ms": "planning_time_ms",
    "states": "states",
    "objects": "objects",
    "plans": "plans",
}

PAPER = {
    "cul_de_sac": {"states": 19.3, "objects": 93.8, "planning_time_ms": 295.0},
    "target": {"states": 37.8, "objects": 114.4, "planning_time_ms": 273.0},
}
"""Sections 3.1 and 3.2, worldbuilding1, on the robot's Raspberry Pi; for the objects see docs/planner.md."""

PUBLISHED_TIMES = {
    "cul_de_sac": ((295.0, 69.0, 6), (166.0, 62.0, 12)),
    "target": ((273.0, 16.0, 10), (133.0, 11.5, 8)),
}
"""Mean, SD [ms] and number of plans with worldbuilding 1 and 2: Figures 5D and 6D."""


def planner_results(name: str, seed: int, trials: Sequence[Trial]) -> dict[str, Any]:
    """Return what results.json holds."""
    rows = [_Conditioned(name, trial) for trial in trials]
    summary = summarise(rows, METRICS, by=("condition", "controller"))
    for controller, found in summary.get(name, {}).items():
        mine = [trial for trial in trials if trial.controller == controller]
        for metric, field in (
            ("success_fraction", "success"),
            ("entered_fraction", "entered"),
            ("arrived_fraction", "arrived"),
        ):
            successes = int(column(mine, field).sum())
            found[metric]["interval"] = wilson(successes, len(mine))
    return results(name, seed, len({t.seed for t in trials}), summary, {}, paper=PAPER[name])


class _Conditioned:
    """A trial with the name of its experiment as its condition."""

    def __init__(self, condition: str, trial: Trial) -> None:
        self.condition = condition
        self.__dict__ |= vars(trial)


def wilson(successes: int, n: int, z: float = 1.959964) -> list[float]:
    """Return the 95 % interval of a rate (Wilson 1927), which is right near 0 and 1 too."""
    if n == 0:
        return [0.0, 1.0]
    rate = successes / n
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return [max(middle - half, 0.0), min(middle + half, 1.0)]
