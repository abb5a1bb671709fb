"""The published numbers were copied right: the tables' own t-tests follow from them."""

from __future__ import annotations

import pytest
from scipy import stats

from ce_core.experiments.paper import PAPER, Published


def welch(a: Published, b: Published) -> float:
    return float(stats.ttest_ind_from_stats(*a, *b, equal_var=False).statistic)


@pytest.mark.parametrize(
    ("condition", "metric", "t"),
    [
        ("real", "danger_ratio_percent", 10.260),
        ("real", "distance_m", -10.082),
        ("real", "run_time_s", -10.920),
        ("real", "simulations_per_step", -88.163),
        ("sim", "danger_ratio_percent", 13.251),
        ("sim", "distance_m", -10.860),
        ("sim", "run_time_s", -9.629),
        ("sim", "simulations_per_step", -113.551),
    ],
)
def test_table_1_baseline_against_engine(condition: str, metric: str, t: float) -> None:
    rows = PAPER[condition]
    assert welch(rows["baseline"][metric], rows["ce"][metric]) == pytest.approx(t, rel=0.005)


@pytest.mark.parametrize(
    ("controller", "metric", "t"),
    [
        ("baseline", "danger_ratio_percent", 1.042),
        ("baseline", "run_time_s", -16.953),
        ("ce", "danger_ratio_percent", 3.448),
        ("ce", "distance_m", 2.380),
        ("ce", "run_time_s", -2.823),
        ("ce", "simulations_per_step", 4.520),
    ],
)
def test_table_2_simulation_against_real_robots(controller: str, metric: str, t: float) -> None:
    found = welch(PAPER["real"][controller][metric], PAPER["sim"][controller][metric])
    assert found == pytest.approx(t, rel=0.01)
