"""The trials of the corridor as means, standard deviations and the t-tests of paper 0, Tables 1 and 2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ce_core.experiments.corridor import Trial
from ce_core.experiments.results import results
from ce_core.experiments.statistics import TTest, column, summarise, welch

METRICS = {
    "danger_ratio_percent": "danger_ratio_percent",
    "distance_m": "distance_m",
    "run_time_s": "run_time_s",
    "simulations_per_step": "simulations_per_step",
    "safe_run_fraction": "safe_run",
    "contacts": "contacts",
    "min_distance_m": "min_distance_m",
    "stuck_fraction": "stuck",
    "arrived_fraction": "arrived",
}
"""Metric in results.json: the field of a trial that it is the mean of."""

Summary = dict[str, dict[str, dict[str, dict[str, float | int | None]]]]
"""condition -> controller -> metric -> mean, sd, n"""


def corridor_results(seed: int, trials: Sequence[Trial]) -> dict[str, Any]:
    """Return what results.json holds."""
    summary = summarise(trials, METRICS, by=("condition", "controller"))
    return results("corridor", seed, len({t.seed for t in trials}), summary, _tests(trials))


def _tests(trials: Sequence[Trial]) -> dict[str, dict[str, TTest]]:
    """Test baseline against ce in every condition that has both, as Table 1: df, t, p per metric."""
    tests: dict[str, dict[str, TTest]] = {}
    for condition in dict.fromkeys(t.condition for t in trials):
        for metric, field in METRICS.items():
            found = welch(
                column(trials, field, condition=condition, controller="baseline"),
                column(trials, field, condition=condition, controller="ce"),
            )
            if found is not None:
                tests.setdefault(condition, {})[metric] = found
    return tests
