"""Pushed cubes, against Box2D, whose position correction the authors' engine has."""

import math

import numpy as np
import pytest

from ce_core.lego.world.cubes import CUBE_STARTS, MOMENT_OF_INERTIA
from ce_core.lego.world.playground import UNIT
from ce_core.lego.world.pushing import ROBOT, find_contacts, push_apart, room_for_contacts
from ce_core.lego.world.robot import OUTLINE, PIECES
from ce_core.lego.world.wall_contact import ARMS


def push(contacts, robot):
    """Put the robot somewhere and let the cubes give way for one step."""
    touching = np.zeros((3, 2), np.int64)
    contacts.bodies_at[ROBOT] = robot
    push_apart(contacts, find_contacts(contacts, touching))
    return touching


class Box2DWorld:
    """The same bodies in Box2D: a robot that is put from place to place, and cubes that start at rest."""

    def __init__(self, robot):
        b2 = pytest.importorskip("Box2D")
        self.world = b2.b2World(gravity=(0, 0), doSleep=False)
        self.robot = self.world.CreateKinematicBody(
            position=(robot[0] / UNIT, robot[1] / UNIT), angle=robot[2]
        )
        for piece in PIECES:
            corners = [tuple(map(float, corner)) for corner in OUTLINE[list(piece)] / UNIT]
            self.robot.CreateFixture(shape=b2.b2PolygonShape(vertices=corners), friction=0.4)
        self.cubes = []
        for start_x, start_y, angle in CUBE_STARTS:
            cube = self.world.CreateDynamicBody(position=(start_x / UNIT, start_y / UNIT), angle=angle)
            cube.CreateFixture(shape=b2.b2PolygonShape(box=(0.72, 0.72)), density=1.0, friction=0.4)
            for arm in ARMS:
                corners = [tuple(map(float, corner)) for corner in arm / UNIT]
                cube.CreateFixture(shape=b2.b2PolygonShape(vertices=corners), density=0.0, friction=0.4)
            mass = cube.massData
            mass.mass, mass.I = 1.0, MOMENT_OF_INERTIA / UNIT**2
            cube.massData = mass
            self.cubes.append(cube)

    def push(self, robot):
        self.robot.transform = ((robot[0] / UNIT, robot[1] / UNIT), robot[2])
        self.world.Step(0.02, 8, 3)
        return np.array(
            [(cube.position[0] * UNIT, cube.position[1] * UNIT, cube.angle) for cube in self.cubes]
        )


@pytest.mark.parametrize("aside", [0.0, 0.02, 0.05, -0.065, -0.085])
def test_a_push_goes_as_in_box2d(aside):
    # Towards the green cube from below, more or less off its middle.
    x, y = CUBE_STARTS[1, 0] + aside, CUBE_STARTS[1, 1] - 0.20
    ours, theirs = room_for_contacts(), Box2DWorld((x, y, math.pi / 2))
    ours.bodies_at[:3] = CUBE_STARTS
    for _ in range(30):
        y += 0.00417
        touching = push(ours, (x, y, math.pi / 2))
        expected = theirs.push((x, y, math.pi / 2))
    assert touching[1].any()
    moved = np.abs(ours.bodies_at[1] - CUBE_STARTS[1]).max()
    assert moved > 0.03
    # Box2D counts in 32 bits and finds its contacts in another order.
    np.testing.assert_allclose(ours.bodies_at[:3, :2], expected[:, :2], atol=2e-3)
    np.testing.assert_allclose(ours.bodies_at[:3, 2], expected[:, 2], atol=0.03)


def test_a_push_in_the_middle_goes_straight_on():
    contacts = room_for_contacts()
    contacts.bodies_at[:3] = [[0.19, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0]]
    for step in range(60):
        push(contacts, (0.004 * step, 0.0, 0.0))
    x, y, theta = contacts.bodies_at[0]
    play = (1.555 - 2.0 * 0.72) / 2.0 * UNIT  # to either side between the arms of the fork: 5.5 mm
    assert abs(y) < play
    assert abs(theta) < 0.05
    assert 0.0 < x - 0.004 * 59 < 1.8 * UNIT  # seated, and a little into the fork


def test_cubes_push_cubes():
    contacts = room_for_contacts()
    contacts.bodies_at[:3] = [[0.19, 0.0, 0.0], [0.34, 0.0, 0.0], [0.0, -1.0, 0.0]]
    for step in range(40):
        push(contacts, (0.004 * step, 0.0, 0.0))
    assert contacts.bodies_at[1, 0] > 0.40
    assert contacts.bodies_at[1, 0] - contacts.bodies_at[0, 0] > 0.12


def test_what_does_not_touch_stays():
    contacts = room_for_contacts()
    contacts.bodies_at[:3] = CUBE_STARTS
    assert not push(contacts, (0.0, -0.3, 0.0)).any()
    np.testing.assert_array_equal(contacts.bodies_at[:3], CUBE_STARTS)


def test_a_cube_creeps_out_of_a_robot_that_has_stopped_and_then_rests():
    contacts = room_for_contacts()
    contacts.bodies_at[:3] = [[0.165, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0]]
    ways = []
    for _ in range(60):
        push(contacts, (0.0, 0.0, 0.0))
        ways.append(contacts.bodies_at[0, 0])
    assert ways[0] < ways[5]
    assert ways[-1] - ways[-2] < 1e-6
    assert ways[-1] - 0.165 < 0.01
