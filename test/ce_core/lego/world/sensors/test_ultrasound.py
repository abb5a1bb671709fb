"""The ultrasound sensor: where cubes are seen and what is read."""

import math

import numpy as np
import pytest

from ce_core.lego.responses import ultrasound_reading
from ce_core.lego.starts import twenty_starts
from ce_core.lego.world.cubes import BLUE, CUBE_STARTS, GREEN, RED
from ce_core.lego.world.playground import UNIT
from ce_core.lego.world.sensors.ultrasound import field_of_view, ultrasound

# Readings of red, green and blue cube if the robot faced them from its start: facts of the authors' program.
FACED = {
    1: (25, 49, 55),
    2: (39, 10, 15),
    6: (84, 50, 24),
    9: (38, 35, 78),
    16: (14, 20, 36),
    20: (62, 61, 35),
}


@pytest.mark.parametrize("number", FACED)
def test_a_cube_that_is_faced_reads_its_distance(number):
    start = twenty_starts()[number - 1]
    readings = []
    for x, y, _ in CUBE_STARTS:
        heading = math.atan2(y - start.y, x - start.x)
        cubes = np.array([[x, y, heading], [99.0, 0.0, 0.0], [99.0, 0.0, 0.0]])
        readings.append(ultrasound(np.array([start.x, start.y, heading]), cubes, 0))
    assert tuple(readings) == FACED[number]


@pytest.mark.parametrize(
    ("turned", "cutoff"), [(0.0, 35.0), (45.0, 22.0), (90.0, 35.0), (-30.0, 35.0 - 13.0 / 1.5)]
)
def test_the_view_narrows_when_the_cube_turns(turned, cutoff):
    for side in (-1.0, 1.0):
        assert ultrasound_reading(50.0, side * (cutoff - 0.1), turned) < 200
        assert ultrasound_reading(50.0, side * (cutoff + 0.1), turned) == 200


def test_the_authors_see_the_blue_cube_less_far_aside():
    aside = math.radians(33.0)
    place = (0.08 + 0.5 * math.cos(aside), 0.5 * math.sin(aside), 0.0)
    readings = []
    for colour in (RED, GREEN, BLUE):
        cubes = np.array([[-99.0, 0.0, 0.0]] * 3)
        cubes[colour] = place
        readings.append([ultrasound(np.zeros(3), cubes, preset) < 200 for preset in (0, 1)])
    assert readings == [[True, True], [True, True], [False, True]]


def test_the_reading_is_scaled_and_limited():
    assert ultrasound_reading(88.0) == 100
    assert ultrasound_reading(88.0, preset="paper") == 88
    assert ultrasound_reading(300.0) == 200


def test_the_nearest_cube_counts_and_none_is_hidden():
    ahead = np.array([[1.0, 0.0, 0.0], [0.5, 0.0, 0.0], [0.8, 0.0, 0.0]])
    assert ultrasound(np.zeros(3), ahead, 1) == round(100 * (0.5 - 0.8140 * UNIT))


def test_the_field_of_view_is_where_a_faced_cube_is_seen():
    half = math.degrees(field_of_view("authors")) / 2.0
    assert ultrasound_reading(50.0, half - 0.1) < 200 == ultrasound_reading(50.0, half + 0.1)
