import math

import pytest

from ce_core.internal_model.robot_controller import Wheels
from ce_core.internal_model.simulator.motion import accelerate, move

BASE = 0.053


def test_a_straight_line():
    pose = (0.0, 0.0, math.pi / 6)
    for _ in range(100):
        pose = move(*pose, 0.1, 0.0, 0.1)
    assert pose == pytest.approx((math.cos(math.pi / 6), math.sin(math.pi / 6), math.pi / 6))


def test_one_step_is_the_lectures():
    x, y, phi, v, phi_dot, dt = 0.3, -0.2, 0.7, 0.08, 1.5, 0.1
    expected = (x + v * math.cos(phi) * dt, y + v * math.sin(phi) * dt, phi + phi_dot * dt)
    assert move(x, y, phi, v, phi_dot, dt) == expected


@pytest.mark.parametrize("time_step", [0.1, 0.01, 0.001])
def test_a_constant_turn_closes_its_circle_of_radius_v_over_omega(time_step):
    v, omega = 0.1, 2.0
    n = round(math.tau / omega / time_step)
    omega = math.tau / (n * time_step)  # a whole number of steps a turn
    pose, xs, ys = (0.0, 0.0, 0.0), [], []
    for _ in range(n):
        pose = move(*pose, v, omega, time_step)
        xs.append(pose[0])
        ys.append(pose[1])
    assert pose == pytest.approx((0.0, 0.0, math.tau), abs=1e-12)
    # The corners of a regular polygon with sides v dt: its radius is exact.
    radius = v * time_step / (2 * math.sin(omega * time_step / 2))
    assert (max(ys) - min(ys)) / 2 == pytest.approx(radius, rel=0.02 if time_step == 0.1 else 1e-3)
    assert radius == pytest.approx(v / omega, rel=(omega * time_step) ** 2 / 20)


def test_wheels_reach_what_is_wanted_when_the_motors_are_strong_enough():
    assert accelerate(0.0, 0.0, Wheels(0.1, 0.1), BASE, 0.1) == (0.1, 0.0)
    v, omega = accelerate(0.05, 1.0, Wheels(-0.05, 0.05), BASE, 1.0)
    assert (v, omega) == (pytest.approx(0.0), pytest.approx(0.1 / BASE))


def test_a_wheels_speed_changes_at_most_by_what_the_motor_can():
    assert accelerate(0.0, 0.0, Wheels(0.1, -0.1), BASE, 0.02) == (0.0, pytest.approx(-0.04 / BASE))
    v, omega = accelerate(0.1, 0.0, Wheels(-0.1, -0.1), BASE, 0.02)
    assert (v, omega) == (pytest.approx(0.08), pytest.approx(0.0))
