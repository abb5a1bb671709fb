"""What a sensor reads does not depend on where the world's origin is or where its x axis points."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.sensors import Draws, View, read
from ce_core.internal_model.world_model import load_arena

HALL = load_arena("hall")
DRAWS = Draws(5, 0, 7, 1024)
SENSORS = [*ROBOT_MODELS["magellan_pro"].sensors, *ROBOT_MODELS["epuck"].sensors]


def turned(points, angle, shift):
    cos, sin = math.cos(angle), math.sin(angle)
    return points @ np.array([[cos, sin], [-sin, cos]]) + shift


@pytest.mark.parametrize("sensor", SENSORS, ids=lambda sensor: sensor.name)
@settings(max_examples=25, deadline=None)
@given(
    place=st.tuples(st.floats(-1.7, 1.7), st.floats(-1.2, 1.2), st.floats(-3.0, 3.0)),
    angle=st.floats(-3.0, 3.0),
    shift=st.tuples(st.floats(-5.0, 5.0), st.floats(-5.0, 5.0)),
)
def test_a_reading_moves_with_the_world(sensor, place, angle, shift):
    pose = np.array(place)
    walls = turned(HALL.segments.reshape(-1, 2), angle, shift).reshape(-1, 4)
    circles = np.column_stack((turned(HALL.circles[:, :2], angle, shift), HALL.circles[:, 2]))
    moved = np.array([*turned(pose[None, :2], angle, shift)[0], pose[2] + angle])
    here = read(sensor, pose, View(HALL.segments, HALL.circles), DRAWS)
    there = read(sensor, moved, View(walls, circles), DRAWS)
    # A ray that just grazes an end of a wall or a circle may meet it in one frame and miss it in the other.
    assert (abs(here - there) > 1e-6).sum() <= 1


@pytest.mark.parametrize("sensor", SENSORS, ids=lambda sensor: sensor.name)
@pytest.mark.parametrize("theta", [0.0, 0.4, 2.0])
def test_a_mirrored_world_gives_mirrored_readings(sensor, theta):
    mirror = np.array([1.0, -1.0, 1.0, -1.0])
    pose = np.array([0.1, 0.9, theta])
    here = read(sensor, pose, View(HALL.segments, HALL.circles), DRAWS._replace(step=3))
    there = read(
        sensor,
        pose * [1.0, -1.0, -1.0],
        View(HALL.segments * mirror, HALL.circles * [1.0, -1.0, 1.0]),
        DRAWS._replace(step=3),
    )
    if sensor.name == "laser":
        expected = here[::-1]
    elif sensor.name == "ps":
        expected = here[[7, 6, 5, 4, 3, 2, 1, 0]]
    else:  # 16 places, the first ahead
        expected = here[[0, *range(15, 0, -1)]]
    if sensor.name == "sonar":  # an echo that is lost is lost at a place, not at a wall
        heard = (there < sensor.max_range) & (expected < sensor.max_range)
        assert heard.sum() > 10
        there, expected = there[heard], expected[heard]
    assert there == pytest.approx(expected, abs=1e-9)
