"""Predictions against what happened."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ce_core.experiments.reality_gap import Job, RealityGapConfig, measure, record

SHORT = RealityGapConfig(n_robots=2, duration=12.0, horizon=6.0)


def test_without_a_gap_predictions_come_true() -> None:
    errors = measure(0, "sim", SHORT)
    assert errors.normalised.shape == (2 * 7, 60)
    np.testing.assert_allclose(errors.normalised, 0.0, atol=1e-6)


def test_with_a_gap_they_miss() -> None:
    errors = measure(0, "gap", SHORT)
    assert 0.01 < errors.median[-1] < 1.0


def test_the_row_is_what_was_measured() -> None:
    config = replace(SHORT, duration=24.0, horizon=15.0)
    row, errors = record(Job(3, "gap"), config), measure(3, "gap", config)
    assert row.predictions == len(errors.normalised)
    assert row.median_error_10s == pytest.approx(errors.median[99])
    slope, _ = np.polyfit(errors.times[19:], errors.median[19:], 1)
    assert row.slope_per_s == pytest.approx(slope)


def test_too_many_robots_are_named() -> None:
    with pytest.raises(ValueError, match=r"100 robots do not fit into arena 'arena'"):
        measure(0, "sim", replace(SHORT, n_robots=100))
