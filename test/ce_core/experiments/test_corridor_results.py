"""From trials to results.json and the table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.console import Console
from scipy import stats

from ce_core.experiments.corridor import Trial
from ce_core.experiments.corridor_results import corridor_results
from ce_core.experiments.table import comparison_table

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


def test_the_table_shows_ours_beside_the_papers() -> None:
    console = Console(width=80)
    with console.capture() as capture:
        console.print(comparison_table(corridor_results(10_000, TRIALS)["summary"], "corridor"))
    text = capture.get()
    assert "24.00 (5.292)" in text
    assert "22.33 (15.49)" in text
    assert "danger ratio [%]" in text
    assert "distance [m]" in text
