"""The filter of one coordinate against the textbook's matrices, and its statistics."""

from __future__ import annotations

import numpy as np
import pytest

from ce_core.object_tracker.axis_filter import AxisFilter


def test_it_is_the_kalman_filter_of_the_textbook() -> None:
    rng = np.random.default_rng(0)
    axis, state, covariance = AxisFilter(0.3, 0.1, 0.5), np.array([0.3, 0.0]), np.diag([0.01, 0.25])
    for _ in range(50):
        dt, sd, measured = rng.uniform(0.01, 0.2), rng.uniform(0.001, 0.1), rng.normal()
        f = np.array([[1.0, dt], [0.0, 1.0]])
        g = np.array([dt**2 / 2, dt])
        state, covariance = f @ state, f @ covariance @ f.T + 0.7**2 * np.outer(g, g)
        gain = covariance[:, 0] / (covariance[0, 0] + sd**2)
        state = state + gain * (measured - state[0])
        covariance = covariance - np.outer(gain, covariance[0])
        axis.predict(dt, 0.7)
        axis.correct(measured - axis.value, sd)
        assert (axis.value, axis.rate) == pytest.approx(state, rel=1e-9)
        found = [*axis.covariance]
        assert found == pytest.approx([covariance[0, 0], covariance[0, 1], covariance[1, 1]], rel=1e-6)


def test_errors_are_as_large_as_the_covariance_says() -> None:
    """Normalised estimation error squared of value and rate: chi-square with 2 degrees of freedom, mean 2."""
    rng = np.random.default_rng(1)
    squares = []
    for _ in range(300):
        value, rate = 0.0, rng.normal(0.0, 0.1)
        axis = AxisFilter(rng.normal(0.0, 0.01), 0.01, 0.1)
        for _ in range(40):
            push = rng.normal(0.0, 0.5)
            value, rate = value + 0.02 * rate + 0.5 * push * 0.02**2, rate + 0.02 * push
            axis.predict(0.02, 0.5)
            axis.correct(value + rng.normal(0.0, 0.01) - axis.value, 0.01)
        p00, p01, p11 = axis.covariance
        error = np.array([value - axis.value, rate - axis.rate])
        squares.append(error @ np.linalg.solve([[p00, p01], [p01, p11]], error))
    assert np.mean(squares) == pytest.approx(2.0, abs=0.35)  # three standard errors of 2 / sqrt(300)
