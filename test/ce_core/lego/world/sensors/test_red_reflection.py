"""The red reflection sensors, and their rays against shapely."""

import math

import numpy as np
import pytest
from shapely import LineString, Point, Polygon
from shapely.affinity import rotate, translate

from ce_core.lego.responses import red_reading
from ce_core.lego.world.cubes import CIRCLE, GREEN, RED, WALLS
from ce_core.lego.world.playground import UNIT
from ce_core.lego.world.sensors.red_reflection import NOTHING, cos_and_sin, red_reflection, to_cube


@pytest.mark.parametrize(
    ("distance", "left", "right", "green"),
    [(10, 23, 30, 5), (12, 15, 19, 4), (15, 8, 10, 4), (20, 4, 5, 3), (25, 3, 4, 2), (30, 0, 0, 1)],
)
def test_a_cube_centred_on_one_sensor(distance, left, right, green):
    assert red_reading(distance, RED, right=False) == left
    assert red_reading(distance, RED, right=True) == right
    assert red_reading(distance, GREEN, right=False) == green


@pytest.mark.parametrize(("colour", "expected"), [(RED, (31, 47)), (GREEN, (5, 5))])
def test_a_cube_in_the_fork(colour, expected):
    cubes = np.array([[-99.0, 0.0, 0.0]] * 3)
    cubes[colour] = 1.797 * UNIT, 0.0, 0.0
    assert tuple(red_reflection(np.zeros(3), cubes, right, 0) for right in (False, True)) == expected


def test_rays_hit_what_shapely_says():
    rng = np.random.default_rng(0)
    star = Polygon(WALLS[:, :2]).boundary.union(Point(0.0, 0.0).buffer(CIRCLE, 512).boundary)
    hits = 0
    for x, y, theta, direction in rng.uniform((-0.3, -0.3, 0.0, 0.0), (0.3, 0.3, 6.3, 6.3), (400, 4)):
        if math.hypot(x, y) < 0.12:
            continue  # the robot is never inside of a cube
        ux, uy = math.cos(direction), math.sin(direction)
        found = to_cube(x, y, ux, uy, np.array([0.0, 0.0, theta]), cos_and_sin(theta))
        ray = LineString([(x, y), (x + ux, y + uy)])
        seen = translate(rotate(star, theta, origin=(0.0, 0.0), use_radians=True)).intersection(ray)
        if seen.is_empty:
            assert found == NOTHING
        else:
            hits += 1
            assert found == pytest.approx(seen.distance(Point(x, y)), abs=1e-6)
    assert hits > 30  # about a tenth of the rays; enough to mean something


def test_nothing_in_view_reads_nothing():
    assert red_reading(60.0, RED, right=False) == 0
