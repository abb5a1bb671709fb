"""A world of one trial: turning, timing, removal, falling off, slowing down."""

import math

import numpy as np
import pytest

from ce_core.lego.lego_world import Conditions, LegoWorld, RightMotor
from ce_core.lego.starts import Start, twenty_starts
from ce_core.lego.world import time_step
from ce_core.lego.world.cubes import CUBE_STARTS
from ce_core.lego.world.playground import UNIT
from ce_core.lego.world.pushing import ROBOT

# turn(speed, degrees) of the authors' program: steps, and what is really turned.
TURNS = {
    (60, 5): (5, 4.4),
    (60, 20): (12, 19.3),
    (60, 30): (17, 29.4),
    (60, 60): (27, 59.1),
    (60, 90): (42, 89.4),
    (60, 120): (52, 119.1),
    (60, 180): (77, 179.1),
    (30, 90): (78, 89.4),
    (10, 90): (221, 89.0),
}


@pytest.mark.parametrize("call", TURNS)
@pytest.mark.parametrize("sign", [1, -1])
def test_turns_take_as_long_and_go_as_far_as_the_authors(call, sign):
    world = LegoWorld(Start(1, 0.0, -0.30, 0.0))
    before, heading = world.step, world.poses[ROBOT, 2]
    world.turn(call[0], sign * call[1])
    if sign * call[1] == -180:
        sign = 1  # the short way is as long to either side
    turned = -math.degrees(world.poses[ROBOT, 2] - heading)
    assert (world.step - before, sign * turned if call[1] < 180 else abs(turned)) == (
        TURNS[call][0],
        pytest.approx(TURNS[call][1]),
    )


def test_more_than_half_a_turn_goes_the_short_way():
    world = LegoWorld(Start(1, 0.0, -0.30, 0.0))
    heading = world.poses[ROBOT, 2]
    world.turn(60, 350)
    assert math.degrees(world.poses[ROBOT, 2] - heading) == pytest.approx(9.3, abs=0.5)


def test_the_robot_coasts_when_a_turn_begins():
    world = LegoWorld(Start(1, -0.2, -0.35, 0.0))
    world.motor(100, 100)
    world.advance(20)
    before = world.poses[ROBOT, 0]
    world.turn(60, 5)
    assert 0.0 < world.poses[ROBOT, 0] - before < 0.17 * UNIT


def test_the_program_begins_six_steps_after_the_clock():
    assert LegoWorld(twenty_starts()[0]).step == 6


def test_commands_act_from_the_next_step_on_and_speed_is_limited():
    world = LegoWorld(Start(1, -0.2, -0.35, 0.0))
    x = world.poses[ROBOT, 0]
    world.motor(100, 100)
    assert world.poses[ROBOT, 0] == x
    world.advance(1)
    assert (world.poses[ROBOT, 0] - x) / UNIT == pytest.approx(0.005274)
    assert world.views.belts.tolist() == [75, 75, 9, 9]


def test_a_push_straight_ahead_removes_the_cube_when_it_is_fully_off_white():
    green = CUBE_STARTS[1]
    world = LegoWorld(Start(1, green[0], green[1] - 0.25, math.pi / 2), keep_trace=True)
    while world.removed[1] is None:
        world.motor(100, 100)
        assert not world.advance(1)
    removed = round(world.removed[1] * 50)
    y = world.trace[removed - 1, 1, 1]
    assert y - 0.72 * UNIT == pytest.approx(4.205 * UNIT + 0.02 * UNIT, abs=0.05 * UNIT)
    assert world.poses[1, 1] == pytest.approx(y + 42.0 * UNIT, abs=0.1 * UNIT)
    assert world.reflection_down() == 47  # a seated cube is off before the sensor is


def test_pushing_slows_down_only_from_the_next_command_on():
    green = CUBE_STARTS[1]
    world = LegoWorld(Start(1, green[0], green[1] - 0.25, math.pi / 2))
    world.motor(100, 100)
    world.advance(25)
    assert world.views.status[time_step.PUSHING] == 1
    assert world.views.belts.tolist() == [75, 75, 75, 75]
    world.motor(100, -100)
    assert world.views.belts[:2].tolist() == [71, -75]
    world.motor(30, 30)
    assert world.views.belts[:2].tolist() == [30, 30]


def test_the_paper_slows_down_above_twenty_percent():
    green = CUBE_STARTS[1]
    world = LegoWorld(Start(1, green[0], green[1] - 0.25, math.pi / 2), Conditions("paper"))
    world.motor(100, 100)
    world.advance(25)
    world.motor(30, 30)
    assert world.views.belts[:2].tolist() == [28, 28]


def test_the_robot_falls_off_when_all_of_it_is_off_the_cardboard():
    world = LegoWorld(Start(1, 0.0, -0.30, -math.pi / 2))
    world.motor(75, 75)
    over = False
    while not over:
        over = world.advance(1)
    assert world.fell_off
    rear = world.poses[ROBOT, 1] + 1.3198 * UNIT
    assert rear == pytest.approx(-5.705 * UNIT - 0.02 * UNIT, abs=0.05 * UNIT)
    assert world.removed == (None, None, None)


def test_time_is_up():
    world = LegoWorld(twenty_starts()[0], Conditions(time_limit=3.0))
    assert world.advance(10_000)
    assert world.step == 150


def test_announcements_hold_when_a_cube_is_removed():
    green = CUBE_STARTS[1]
    world = LegoWorld(Start(1, green[0], green[1] - 0.25, math.pi / 2))
    world.announce(0)
    world.announce(1)
    world.motor(75, 75)
    world.advance(200)
    world.announce(2)
    assert world.announcements == {1: 1}


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"preset": "papr"}, "did you mean 'paper'"),
        ({"time_limit": math.nan}, "time limit nan"),
        ({"lights": ("pink",)}, "unknown cube 'pink'"),
    ],
)
def test_wrong_conditions_are_named(wrong, words):
    with pytest.raises(ValueError, match=words):
        Conditions(**wrong)


def test_the_compiled_step_is_the_plain_one():
    """Same start, same commands, same bits: also what determinism on one kind of machine rests on."""
    conditions = Conditions(right_motor=RightMotor(1.01))
    compiled, plain = (LegoWorld(Start(1, 0.05, -0.06, math.radians(80.0)), conditions) for _ in range(2))
    for left, right, steps in ((100, 100, 40), (60, -20, 30), (100, 100, 60), (-40, 75, 20)):
        compiled.motor(left, right)
        plain.motor(left, right)
        compiled.advance(steps)
        time_step.advance(plain.views, np.zeros((0, time_step.TRACE)), steps)
        np.testing.assert_array_equal(compiled.poses, plain.poses)
        assert compiled.blink() == plain.blink()
    assert np.abs(compiled.poses[:3] - CUBE_STARTS).max() > 0.01  # cubes were pushed
