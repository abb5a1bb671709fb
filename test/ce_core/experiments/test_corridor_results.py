"""From trials to results.json."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scipy import stats

from ce_core.experiments.corridor import Trial
from ce_core.experiments.corridor_results import corridor_results

TRIAL = Trial(
    seed=10_000,
    condition="sim",
    controller="baseline",
    smart_robot="epuck_0",
    arrived=True,
    danger_ratio_percent=20.0,
    distance_m=1.93,
    run_time_s=20.0,
    simulations_per_step=0.0,
    safe_run=False,
    contacts=0,
    min_distance_m=0.1,
    stuck=False,
    all_dangerous_decisions=0,
    unsimulated_actions=0,
    success=True,
    timeout=False,
    spl=1.0,
    slow_time_s=0.0,
    min_time_to_collision_s=2.0,
    jerk_m_s3=0.1,
    others_time_to_goal_s=float("nan"),
    others_speed_m_s=0.07,
)
TRIALS = [
    TRIAL,
    replace(TRIAL, seed=10_001, danger_ratio_percent=30.0),
    replace(TRIAL, seed=10_002, danger_ratio_percent=22.0),
    replace(TRIAL, controller="ce", danger_ratio_percent=0.0, safe_run=True),
    replace(TRIAL, controller="ce", seed=10_001, danger_ratio_percent=1.0),
    replace(TRIAL, controller="ce", seed=10_002, danger_ratio_percent=0.0, safe_run=True),
]


def test_mean_sd_and_n() -> None:
    summary = corridor_results(10_000, TRIALS)["summary"]["sim"]
    assert summary["baseline"]["danger_ratio_percent"] == {
        "mean": pytest.approx(24.0),
        "sd": pytest.approx(5.2915),
        "n": 3,
    }
    assert summary["ce"]["safe_run_fraction"]["mean"] == pytest.approx(2 / 3)


def test_welch_agrees_with_scipy_and_constants_are_left_out() -> None:
    tests = corridor_results(10_000, TRIALS)["tests"]["sim"]
    expected = stats.ttest_ind([20.0, 30.0, 22.0], [0.0, 1.0, 0.0], equal_var=False)
    assert tests["danger_ratio_percent"]["t"] == pytest.approx(expected.statistic)
    assert tests["danger_ratio_percent"]["df"] == pytest.approx(expected.df)
    assert tests["danger_ratio_percent"]["p"] == pytest.approx(expected.pvalue)
    assert "distance_m" not in tests


@pytest.mark.parametrize(("seed", "kind"), [(0, "tuning"), (9_999, "mixed"), (10_000, "reporting")])
def test_tuning_and_reporting_seeds_are_told_apart(seed: int, kind: str) -> None:
    trials = [replace(trial, seed=seed + i) for i, trial in enumerate(TRIALS[:2])]
    assert corridor_results(seed, trials)["seeds"] == kind


def test_conditions_are_compared_as_in_table_2() -> None:
    gap = [replace(t, condition="gap", danger_ratio_percent=t.danger_ratio_percent + 2.0) for t in TRIALS]
    tests = corridor_results(10_000, [*TRIALS, *gap])["tests"]
    expected = stats.ttest_ind([2.0, 3.0, 2.0], [0.0, 1.0, 0.0], equal_var=False)
    found = tests["gap_vs_sim"]["ce"]["danger_ratio_percent"]
    assert found["t"] == pytest.approx(expected.statistic)
    assert set(tests) == {"sim", "gap", "gap_vs_sim"}
    assert "gap_vs_sim" not in corridor_results(10_000, gap)["tests"]


def test_a_metric_that_does_not_exist_here_has_no_mean() -> None:
    summary = corridor_results(10_000, TRIALS)["summary"]["sim"]["ce"]
    assert summary["others_time_to_goal_s"] == {"mean": None, "sd": None, "n": 0}
