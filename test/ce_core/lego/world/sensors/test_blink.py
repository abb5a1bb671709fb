"""The blink sensor, its artefacts included."""

import math

import numpy as np
import pytest

from ce_core.lego.lego_world import Conditions, LegoWorld
from ce_core.lego.responses import blink_reading
from ce_core.lego.starts import Start, twenty_starts
from ce_core.lego.world.cubes import GREEN, RED
from ce_core.lego.world.playground import UNIT
from ce_core.lego.world.sensors.blink import (
    AUTHORS,
    PAPER,
    blink_now,
    dimming_term,
    distance_term,
    turned_term,
    view_term,
)

# distance [cm]: 1.5 D, delta, and the left sensor's reading of the red cube ahead, face on and corner on.
TABLE = {
    15: (150.9, 0.01, 157, 157),
    20: (117.4, 0.72, 122, 94),
    30: (68.7, 1.55, 72, 36),
    40: (38.5, 2.17, 40, 13),
    50: (20.6, 3.17, 22, 0),
    60: (10.0, 5.03, 10, 0),
    80: (-4.1, 13.0, 0, 13),
    90: (-12.3, 20.0, 0, 68),
    95: (-17.1, 24.4, 0, 120),
    100: (-22.5, 29.6, 0, 196),
}


@pytest.mark.parametrize("distance", TABLE)
def test_terms_over_distance(distance):
    light, dimming, face_on, corner_on = TABLE[distance]
    assert 1.5 * distance_term(distance) == pytest.approx(light, abs=0.051)
    assert dimming_term(distance, AUTHORS) == pytest.approx(dimming, abs=0.06)
    for turned, expected in ((0.0, face_on), (45.0, corner_on)):
        loss = turned_term(turned) * dimming_term(distance, AUTHORS) / 24.0
        value = 1.5 * distance_term(distance) * view_term(False, 0.0) / 24.0 * (1.0 - loss)
        assert int(max(value, 0.0) + 0.5) == expected


def seated(colour, gap=0.0):
    """The blink reading of a cube centred ahead, so far [cm] from where it is seated in the fork."""
    cubes = np.array([[-99.0, 0.0, 0.0]] * 3)
    cubes[colour, 0] = 1.797 * UNIT + 0.01 * gap
    cubes[colour, 1:] = 0.0
    return blink_now(np.zeros(3), cubes, np.eye(3, dtype=np.int64)[colour], 0)


def test_a_cube_in_the_fork():
    assert [seated(RED, gap) for gap in (0, 5, 10, 20)] == [64, 96, 92, 64]
    assert [seated(GREEN, gap) for gap in (0, 5, 10, 20)] == [62, 92, 89, 61]


def test_too_bright_is_blinding():
    assert blink_reading(8.0) == 0
    assert blink_reading(8.0, preset="paper") > 100


def test_a_removed_cube_in_view_blinds_the_authors_sensor():
    cubes = np.array([[0.4, 0.0, 0.0], [4.3, 0.0, 0.0], [-99.0, 0.0, 0.0]])
    assert blink_now(np.zeros(3), cubes, np.array([1, 0, 0]), 0) > 0
    assert blink_now(np.zeros(3), cubes, np.array([1, 1, 0]), 0) == 0
    assert blink_now(np.zeros(3), cubes, np.array([1, 1, 0]), 1) > 0


def test_the_paper_variant_dims_turned_cubes_and_never_brightens_them():
    for distance in range(16, 74):
        assert dimming_term(distance, PAPER) >= 0.0
        assert blink_reading(distance, 45.0, "paper") <= blink_reading(distance, 0.0, "paper")


def test_the_reading_is_half_a_second_late():
    world = LegoWorld(Start(1, 0.0, -0.30, math.radians(20.0)), Conditions(lights=("red",)))
    now, late = [], []
    for _ in range(120):
        world.motor(-20, 20)
        now.append(blink_now(world.poses[3], world.poses[:3], world.views.lights, 0))
        world.advance(1)
        late.append(world.blink())
    assert max(now) > 10
    # now[k] is looked at in the step that late[k] is read after.
    assert late[25:] == now[: len(now) - 25]


def test_no_light_no_reading():
    world = LegoWorld(twenty_starts()[1], Conditions(lights=()))
    world.advance(200)
    assert world.blink() == 0
