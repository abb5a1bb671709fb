"""The trials of the corridor as means, standard deviations and the t-tests of paper 0, Tables 1 and 2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    "success_fraction": "success",
    "timeout_fraction": "timeout",
    "spl": "spl",
    "slow_time_s": "slow_time_s",
    "min_time_to_collision_s": "min_time_to_collision_s",
    "jerk_m_s3": "jerk_m_s3",
    "others_time_to_goal_s": "others_time_to_goal_s",
    "others_speed_m_s": "others_speed_m_s",
    "all_dangerous_decisions": "all_dangerous_decisions",
    "unsimulated_actions": "unsimulated_actions",
}
"""Metric in results.json: the field of a trial that it is the mean of."""

Summary = dict[str, dict[str, dict[str, dict[str, float | int | None]]]]
"""condition -> controller -> metric -> mean, sd, n"""


def corridor_results(
    seed: int, trials: Sequence[Trial], settings: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return what results.json holds; settings: how the engine was set."""
    summary = summarise(trials, METRICS, by=("condition", "controller"))
    n = len({t.seed for t in trials})
    return results("corridor", seed, n, summary, _tests(trials), settings=dict(settings or {}))


def _tests(trials: Sequence[Trial]) -> dict[str, dict[str, Any]]:
    """Test as Tables 1 and 2 do: df, t, p per metric.

    Under each condition baseline against ce; under `gap_vs_sim` the conditions, for each controller.
    """
    conditions = list(dict.fromkeys(t.condition for t in trials))
    tests: dict[str, dict[str, Any]] = {}
    for condition in conditions:
        found = _compare(
            [t for t in trials if (t.condition, t.controller) == (condition, "baseline")],
            [t for t in trials if (t.condition, t.controller) == (condition, "ce")],
        )
        if found:
            tests[condition] = found
    if {"sim", "gap"} <= set(conditions):
        for controller in dict.fromkeys(t.controller for t in trials):
            found = _compare(
                [t for t in trials if (t.condition, t.controller) == ("gap", controller)],
                [t for t in trials if (t.condition, t.controller) == ("sim", controller)],
            )
            if found:
                tests.setdefault("gap_vs_sim", {})[controller] = found
    return tests


def _compare(a: Sequence[Trial], b: Sequence[Trial]) -> dict[str, TTest]:
    """Test every metric that can be tested."""
    tests = {metric: welch(column(a, field), column(b, field)) for metric, field in METRICS.items()}
    return {metric: test for metric, test in tests.items() if test is not None}
