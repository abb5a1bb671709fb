"""Contacts of a cube's crossed walls, with shapely as the oracle for who touches whom."""

import math

import numpy as np
import pytest
import shapely

from ce_core.lego.world.contact import MANIFOLD, POINTS, TOUCH
from ce_core.lego.world.cubes import HALF_SIDE, WALLS
from ce_core.lego.world.playground import UNIT
from ce_core.lego.world.pushing import CORNERS, COUNTS, NORMALS
from ce_core.lego.world.wall_contact import ARM_WIDTH, ARMS, collide_arm


def test_the_arms_are_the_star_cut_at_its_inner_corners():
    star = shapely.make_valid(shapely.Polygon(WALLS[:, :2]))
    arms = shapely.union_all([shapely.Polygon(arm) for arm in ARMS], grid_size=1e-9)
    core = shapely.Point(0.0, 0.0).buffer(0.003)  # the inner corners; the star's edges cross in there
    outside = shapely.symmetric_difference(arms, star, grid_size=1e-9).difference(core)
    assert outside.area < 1e-6 * star.area
    assert np.abs(ARMS[:, 1]).max() == pytest.approx(0.6079 * 1.2 * UNIT)
    assert 0.0 < np.abs(ARMS[:, 1]).max() - HALF_SIDE < 1e-3  # the tips reach beyond the plate


def test_no_corner_of_an_arm_is_farther_than_its_width_from_its_line():
    for arm in ARMS:
        line = shapely.LineString([(0.0, 0.0), arm[1]])
        assert max(line.distance(shapely.Point(corner)) for corner in arm) < ARM_WIDTH


def test_arms_and_pieces_touch_when_shapely_says_so():
    rng = np.random.default_rng(8)
    manifold = np.zeros(MANIFOLD)
    agreed = {True: 0, False: 0}
    for _ in range(3000):
        piece, arm = int(rng.integers(len(CORNERS))), int(rng.integers(4))
        angle = rng.uniform(-math.pi, math.pi)
        cos, sin = math.cos(angle), math.sin(angle)
        x, y = CORNERS[piece].mean(axis=0) + rng.uniform(-0.1, 0.1, 2)
        placed = ARMS[arm] @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
        apart = shapely.Polygon(placed).distance(shapely.Polygon(CORNERS[piece]))
        corners = CORNERS[piece, : COUNTS[piece]]
        points = collide_arm(corners, NORMALS[piece], arm, np.array([x, y, cos, sin]), manifold)
        if apart == 0.0 or apart > 2.0 * TOUCH:  # between them, corner against corner, engines differ
            assert (points > 0) == (apart == 0.0), (piece, arm, apart)
            agreed[apart == 0.0] += 1
        if points:
            assert points == manifold[POINTS]
    assert min(agreed.values()) > 100
