"""Means and tests against scipy."""

from __future__ import annotations

import math
from typing import NamedTuple

import pytest
from scipy import stats

from ce_core.experiments.statistics import column, mean_sd_n, summarise, welch


class Row(NamedTuple):
    condition: str
    controller: str
    danger: float


ROWS = [Row("sim", "ce", 1.0), Row("sim", "ce", 3.0), Row("sim", "baseline", 20.0), Row("gap", "ce", 5.0)]


def test_sample_standard_deviation() -> None:
    assert mean_sd_n([20.0, 30.0, 22.0]) == {
        "mean": pytest.approx(24.0),
        "sd": pytest.approx(5.2915, abs=1e-4),
        "n": 3,
    }


def test_one_value_has_no_deviation_and_none_has_no_mean() -> None:
    assert mean_sd_n([2.0]) == {"mean": 2.0, "sd": None, "n": 1}
    assert mean_sd_n([]) == {"mean": None, "sd": None, "n": 0}


def test_what_is_not_known_is_not_counted_and_infinity_is_not_a_json_number() -> None:
    assert mean_sd_n([1.0, math.nan, 3.0])["n"] == 2
    assert mean_sd_n([1.0, math.inf]) == {"mean": None, "sd": None, "n": 2}


def test_welch_agrees_with_scipy() -> None:
    a, b = [20.0, 30.0, 22.0, 21.0], [0.0, 1.0, 0.0]
    expected = stats.ttest_ind(a, b, equal_var=False)
    found = welch(a, b)
    assert found is not None
    assert found["t"] == pytest.approx(expected.statistic)
    assert found["df"] == pytest.approx(expected.df)
    assert found["p"] == pytest.approx(expected.pvalue)


@pytest.mark.parametrize("b", [[1.0], [1.0, 1.0], [math.inf, 1.0]])
def test_nothing_to_test(b: list[float]) -> None:
    assert welch([1.0, 1.0], b) is None


def test_summary_is_nested_by_two_fields() -> None:
    summary = summarise(ROWS, {"danger_percent": "danger"}, by=("condition", "controller"))
    assert summary["sim"]["ce"]["danger_percent"]["mean"] == 2.0
    assert summary["sim"]["baseline"]["danger_percent"]["n"] == 1
    assert summary["gap"]["ce"]["danger_percent"]["mean"] == 5.0
    assert column(ROWS, "danger", condition="sim", controller="ce").tolist() == [1.0, 3.0]
