import math

import numpy as np
import pytest

from ce_core.internal_model.robot_controller import Action, Senses, Wheels, control, encode
from ce_core.internal_model.robot_controller.move_to import TOLERANCE
from ce_core.internal_model.robot_model import ROBOT_MODELS

EPUCK = ROBOT_MODELS["epuck"]
DRIVE = EPUCK.drive()
TOP = EPUCK.max_speed


def run(action, ir=None, x=0.0, y=0.0, theta=0.0):
    readings = np.zeros(8)
    for sensor, value in (ir or {}).items():
        readings[sensor] = value
    return control(*encode(Action.parse(action)), Senses(readings, x, y, theta), DRIVE)


@pytest.mark.parametrize(
    ("action", "left", "right"),
    [
        ("GoStraight(0.8)", 0.08, 0.08),
        ("GoStraight(-0.5)", -0.05, -0.05),
        ("GoStraight(7)", 0.1, 0.1),
        ("TurnLeft(0.5)", -0.05, 0.05),
        ("TurnRight(0.5)", 0.05, -0.05),
        ("GoStraight(1);Stop", 0.0, 0.0),
        ("GoStraight(1);CalibrateIR", 0.0, 0.0),
        ("GoStraight(1);ResetDSPIC", 0.0, 0.0),
        ("GoStraight(1);PrintProximityValues", 0.1, 0.1),
        ("Avoidance", 0.0, 0.0),
    ],
)
def test_wheels_without_anything_in_sight(action, left, right):
    assert run(action) == pytest.approx((left, right))


@pytest.mark.parametrize("sensor", [0, 1, 2])
def test_avoidance_turns_away_from_what_is_on_the_right(sensor):
    wheels = run("GoStraight(0.8);Avoidance", {sensor: 0.2})
    assert wheels.left < wheels.right


@pytest.mark.parametrize("sensor", [6, 5])
def test_avoidance_turns_away_from_what_is_on_the_left(sensor):
    wheels = run("GoStraight(0.8);Avoidance", {sensor: 0.2})
    assert wheels.right < wheels.left


@pytest.mark.parametrize("sensor", [0, 7])
def test_front_sensors_brake_and_break_the_tie_to_the_left(sensor):
    wheels = run("GoStraight(0.8);Avoidance", {sensor: 0.1})
    assert 0.0 < wheels.left < wheels.right < 0.08


def test_avoidance_adds_weighted_readings_to_the_wheels():
    wheels = run("GoStraight(0.3);Avoidance", {0: 0.02, 6: 0.01})
    left = 0.3 + EPUCK.avoid_left[0] * 0.02 + EPUCK.avoid_left[6] * 0.01
    right = 0.3 + EPUCK.avoid_right[0] * 0.02 + EPUCK.avoid_right[6] * 0.01
    assert wheels == pytest.approx((left * TOP, right * TOP))


def test_move_to_drives_at_full_speed_towards_a_goal_ahead():
    assert run("MoveTo(1, 0)") == Wheels(TOP, TOP)


def test_move_to_slows_down_with_the_heading_error_and_turns_the_short_way():
    forward = []
    for error in (0.2, 0.6, 1.2, 2.0, 3.0):
        left, right = run("MoveTo(1, 0)", theta=-error)
        assert right > left
        mirrored = run("MoveTo(1, 0)", theta=error)
        assert mirrored == pytest.approx((right, left))
        forward.append(left + right)
    assert forward == sorted(forward, reverse=True)
    assert forward[-1] == pytest.approx(0.0)


def test_move_to_takes_the_short_way_across_pi():
    left, right = run("MoveTo(-1, -0.01)", theta=math.pi - 0.01 + 20 * math.pi)
    assert right > left > 0.0


def test_move_to_stops_within_its_tolerance():
    assert run("MoveTo(1, 0)", x=1.0 - 0.99 * TOLERANCE) == Wheels(0.0, 0.0)
    assert run("MoveTo(1, 0)", x=1.0 - 1.01 * TOLERANCE) != Wheels(0.0, 0.0)
