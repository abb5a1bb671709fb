"""The robot's outline and how its belts move it."""

import math

import numpy as np
import pytest
from shapely import Polygon
from shapely.ops import unary_union

from ce_core.lego.world.playground import UNIT
from ce_core.lego.world.robot import (
    MAX_SPEED,
    OUTLINE,
    PIECES,
    REACH,
    belts_for,
    drive,
    slow_down,
    velocity_of,
)

WELL = np.array([1.0, 0.0])


def test_the_pieces_are_convex_and_make_up_the_outline():
    outline = Polygon(OUTLINE)
    pieces = [Polygon(OUTLINE[list(piece)]) for piece in PIECES]
    assert outline.is_valid
    assert outline.area == pytest.approx(3.394 * UNIT**2, rel=1e-3)
    assert sum(piece.area for piece in pieces) == pytest.approx(outline.area)
    assert unary_union(pieces).symmetric_difference(outline).area < 1e-9
    assert all(piece.convex_hull.area == pytest.approx(piece.area) for piece in pieces)
    assert all(piece.exterior.is_ccw for piece in pieces)
    assert pytest.approx(1.5886 * UNIT, rel=1e-4) == REACH


def test_from_rest_to_full_speed():
    robot, belts = np.zeros(3), np.array([75, 75, 0, 0])
    ways = []
    for _ in range(12):
        drive(robot, belts, WELL)
        ways.append(robot[0] / UNIT)
    assert ways[0] == pytest.approx(0.0053, abs=5e-5)
    assert ways[4] == pytest.approx(0.0791, abs=5e-5)
    assert ways[8] == pytest.approx(0.2338, abs=5e-5)
    assert ways[11] - ways[10] == pytest.approx(0.04395, abs=5e-6)
    assert robot[1] == robot[2] == 0.0


def test_turning_on_the_spot_is_limited_to_sixty_percent():
    robot, belts = np.zeros(3), np.array([75, -75, 0, 0])
    for _ in range(7):
        drive(robot, belts, WELL)
    assert belts.tolist() == [60, -60, 60, -60]
    before = robot[2]
    drive(robot, belts, WELL)
    assert math.degrees(robot[2] - before) * 50 == pytest.approx(-120.0)


def test_a_curve_is_not_limited_to_sixty_percent():
    robot, belts = np.zeros(3), np.array([75, 40, 75, 40])
    drive(robot, belts, WELL)
    assert belts.tolist() == [75, 40, 75, 40]
    assert math.degrees(robot[2]) * 50 == pytest.approx(-35.0)


def test_translation_comes_before_rotation():
    robot, belts = np.zeros(3), np.array([0, 60, 0, 60])
    drive(robot, belts, WELL)
    assert robot[1] == 0.0
    assert robot[2] > 0.0


def test_a_disturbed_right_motor_drives_a_left_turn():
    for right_motor in (np.array([1.01, 0.0]), np.array([1.0, 0.75])):
        robot = np.zeros(3)
        drive(robot, np.array([75, 75, 75, 75]), right_motor)
        assert math.degrees(robot[2]) * 50 == pytest.approx(0.75)
    robot = np.zeros(3)
    drive(robot, np.array([0, 0, 0, 0]), np.array([1.0, 1.0]))
    assert robot.tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(("speed", "slowed"), [(75, 71), (60, 56), (36, 34), (35, 35), (-75, -75)])
def test_pushing_slows_fast_forward_speeds(speed, slowed):
    assert slow_down(speed, 35) == slowed


def test_belts_for_a_velocity_and_back():
    speed, turn_rate = velocity_of(75, 75)
    assert (speed, turn_rate) == (pytest.approx(0.2086, abs=5e-5), 0.0)
    assert velocity_of(60, -60) == (0.0, pytest.approx(-math.radians(120.0)))  # clockwise
    for left, right in ((75, -75), (30, 70), (-100, 100), (1, 0), (0, 0)):
        assert belts_for(*velocity_of(left, right)) == (left, right)
    assert belts_for(1e3, 0.0) > (MAX_SPEED, MAX_SPEED)  # the robot itself limits them


def test_a_velocity_is_driven():
    robot, belts = np.zeros(3), np.zeros(4, np.int64)
    belts[:2] = belts_for(0.1, 0.4)
    for _ in range(20):
        drive(robot, belts, WELL)
    x, y, theta = robot
    drive(robot, belts, WELL)
    assert math.hypot(robot[0] - x, robot[1] - y) / 0.02 == pytest.approx(0.1, abs=0.0014)  # half a percent
    assert (robot[2] - theta) / 0.02 == pytest.approx(0.4, abs=math.radians(1.0))
