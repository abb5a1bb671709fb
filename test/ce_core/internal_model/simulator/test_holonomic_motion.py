import math

import numpy as np
import pytest

from ce_core.internal_model.robot_controller import Action, Senses, encode
from ce_core.internal_model.simulator.holonomic_motion import turn_velocity, wanted_velocity


def wanted(action, x=0.0, y=0.0, theta=0.0):
    return wanted_velocity(*encode(Action.parse(action)), Senses(np.empty(0), x, y, theta), 1.5)


def test_move_to_goes_straight_there_at_full_speed_wherever_it_looks():
    for theta in (0.0, 2.0, -3.0):
        assert wanted("MoveTo(-3, 4)", theta=theta) == pytest.approx((-0.9, 1.2))


def test_it_slows_down_when_it_is_near():
    assert wanted("MoveTo(0.3, 0)") == pytest.approx((0.6, 0.0))


def test_it_rests_where_it_wanted_to_be():
    assert wanted("MoveTo(1, 1)", 1.01, 1.01) == (0.0, 0.0)
    assert wanted("MoveTo(1, 1);Stop") == (0.0, 0.0)


def test_go_straight_keeps_the_direction():
    assert wanted("GoStraight(0.5)", theta=math.pi / 2) == pytest.approx((0.0, 0.75))
    assert wanted("GoStraight(9)") == (1.5, 0.0)


def test_the_velocity_changes_by_at_most_what_legs_can():
    speed, heading = turn_velocity(1.0, 0.0, -1.0, 0.0, 0.5)
    assert (speed, heading) == pytest.approx((0.5, 0.0))
    speed, heading = turn_velocity(1.0, 0.0, 0.0, 1.0, 0.5)
    vx, vy = speed * math.cos(heading), speed * math.sin(heading)
    assert math.hypot(vx - 1.0, vy) == pytest.approx(0.5)
    assert turn_velocity(1.0, 0.0, 0.0, 1.0, 5.0) == pytest.approx((1.0, math.pi / 2))


def test_one_who_stands_keeps_looking_where_he_looked():
    assert turn_velocity(0.1, 0.7, 0.0, 0.0, 1.0) == (0.0, 0.7)
