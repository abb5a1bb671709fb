"""Distances of squares to rectangles, against shapely."""

import numpy as np
import pytest
from shapely import box
from shapely.affinity import rotate, translate

from ce_core.lego.world.cubes import HALF_SIDE
from ce_core.lego.world.playground import HALF_WHITE, square_to_rectangle


def test_the_distance_of_a_cube_to_the_white_area():
    white = box(-HALF_WHITE[0], -HALF_WHITE[1], HALF_WHITE[0], HALF_WHITE[1])
    square = box(-HALF_SIDE, -HALF_SIDE, HALF_SIDE, HALF_SIDE)
    apart = 0
    for x, y, theta in np.random.default_rng(0).uniform((-0.8, -0.6, 0.0), (0.8, 0.6, 6.3), (500, 3)):
        expected = white.distance(translate(rotate(square, theta, use_radians=True), x, y))
        assert square_to_rectangle(x, y, theta, HALF_SIDE, HALF_WHITE) == pytest.approx(expected, abs=1e-9)
        apart += expected > 0.0
    assert 50 < apart < 450
