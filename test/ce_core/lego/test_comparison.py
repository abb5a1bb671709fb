"""Comparing two programs, against scipy."""

import math

import numpy as np
import pytest
from scipy import stats

from ce_core.lego.comparison import compare_times, verdict


def test_the_interval_and_the_p_value_are_those_of_scipy():
    rng = np.random.default_rng(0)
    a = rng.normal(15.0, 2.0, 40)
    b = a + rng.normal(0.5, 1.0, 40)
    found = compare_times(a.tolist(), b.tolist())
    expected = stats.ttest_rel(b, a)
    interval = expected.confidence_interval(0.95)
    assert found.p == pytest.approx(expected.pvalue)
    assert (found.low, found.high) == (pytest.approx(interval.low), pytest.approx(interval.high))
    assert found.difference == pytest.approx((b - a).mean())


def test_failed_trials_are_left_out_of_times_and_counted():
    found = compare_times([1.0, 2.0, None, 4.0] * 5, [2.0, None, None, 6.0] * 5)
    assert found.completed == (15, 10)
    assert found.pairs == 10
    assert found.difference == pytest.approx(1.5)
    assert found.p_completed == pytest.approx(stats.binomtest(5, 5).pvalue)


def test_equal_programs_do_not_differ():
    found = compare_times([3.0, 4.0, 5.0], [3.0, 4.0, 5.0])
    assert not found.significant
    assert "not significant" in verdict(("a", "b"), found)[2]


def test_the_faster_one_comes_first():
    lines = verdict(("slow", "quick"), compare_times([9.0, 9.5, 10.0, 9.1], [3.0, 3.1, 3.3, 2.9]))
    assert lines[2].startswith("1. quick  2. slow: faster by 6.33 s, 95 % confidence interval ")
    assert lines[2].endswith(": significant")


def test_too_few_pairs_are_said():
    found = compare_times([1.0, None], [None, 2.0])
    assert math.isnan(found.p)
    assert "cannot be compared" in verdict(("a", "b"), found)[2]


def test_a_program_that_completes_nothing_has_no_mean_but_is_significantly_worse():
    lines = verdict(("good", "bad"), compare_times([1.0, 2.0, 1.0, 2.0, 3.0, 2.0, 1.0], [None] * 7))
    assert lines[1] == "bad: 0 of 7 completed"
    assert lines[3].endswith(": significantly different")


def test_pairs_must_be_pairs():
    with pytest.raises(ValueError, match="must be pairs"):
        compare_times([1.0], [1.0, 2.0])
