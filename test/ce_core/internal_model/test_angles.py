import math

import numpy as np
import pytest

from ce_core.internal_model.angles import MAX_ANGLE, cos_sin, direction, wrapped


@pytest.mark.parametrize("largest", [1.0, 10.0, 1e3, MAX_ANGLE])
def test_cosine_and_sine_are_those_of_the_library(largest):
    angles = np.random.default_rng(0).uniform(-largest, largest, 2000)
    found = np.array([cos_sin(angle) for angle in angles.tolist()]).T
    assert np.abs(found - (np.cos(angles), np.sin(angles))).max() < 3e-16


def test_quarter_turns_are_exact():
    for quarters in range(-8, 9):
        cos, sin = cos_sin(quarters * math.pi / 2)
        assert (round(cos), round(sin)) == pytest.approx((cos, sin), abs=1e-15)


def test_the_direction_is_that_of_the_library():
    vectors = np.random.default_rng(1).normal(size=(3000, 2)).tolist()
    vectors += [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1e-300, -1], [3, 1e-20]]
    for x, y in vectors:
        assert direction(x, y) == pytest.approx(math.atan2(y, x), abs=5e-16)


def test_a_wrapped_angle_points_the_same_way():
    for angle in np.random.default_rng(2).uniform(-50, 50, 500).tolist():
        assert -math.pi - 1e-12 <= wrapped(angle) <= math.pi + 1e-12
        assert cos_sin(wrapped(angle)) == pytest.approx(cos_sin(angle), abs=1e-13)
