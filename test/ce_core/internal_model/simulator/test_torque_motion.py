import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from ce_core.internal_model.robot_controller import Wheels
from ce_core.internal_model.robot_model import ROBOT_MODELS, Dynamics
from ce_core.internal_model.robot_model.model_table import model_table
from ce_core.internal_model.simulator.motion import move
from ce_core.internal_model.simulator.torque_motion import (
    accelerate_by_torques,
    body_of,
    follow,
    motor_torque,
)

KHEPERA = ROBOT_MODELS["khepera"]
BASE = KHEPERA.wheel_base
BODY = body_of(model_table([KHEPERA]).body[0])
TORQUES = (2e-4, 3e-4)


def test_one_step_is_the_lectures():
    v, phi_dot, dt = 0.05, -1.0, 0.01
    left, right = TORQUES
    dv = ((left + right) / BODY.wheel_radius - BODY.linear_drag * v) / BODY.mass
    lever = BASE / (2 * BODY.wheel_radius)
    dphi_dot = ((right - left) * lever - BODY.angular_drag * phi_dot) / BODY.inertia
    assert accelerate_by_torques(BODY, BASE, (v, phi_dot), (left, right), dt) == pytest.approx(
        (v + dv * dt, phi_dot + dphi_dot * dt), rel=1e-15
    )


def run(time_step, seconds, torques=TORQUES):
    pose, v, omega = (0.0, 0.0, 0.0), 0.0, 0.0
    for _ in range(round(seconds / time_step)):
        v, omega = accelerate_by_torques(BODY, BASE, (v, omega), torques, time_step)
        pose = move(*pose, v, omega, time_step)
    return np.array([*pose, v, omega])


def differential(_, state):
    _, _, phi, v, omega = state
    dv = (sum(TORQUES) / BODY.wheel_radius - BODY.linear_drag * v) / BODY.mass
    moment = (TORQUES[1] - TORQUES[0]) * BASE / (2 * BODY.wheel_radius)
    return [
        v * math.cos(phi),
        v * math.sin(phi),
        omega,
        dv,
        (moment - BODY.angular_drag * omega) / BODY.inertia,
    ]


def test_small_steps_converge_to_the_differential_equations():
    exact = solve_ivp(differential, (0.0, 0.8), np.zeros(5), rtol=1e-10, atol=1e-12).y[:, -1]
    errors = [np.linalg.norm(run(dt, 0.8) - exact) for dt in (0.004, 0.002, 0.001)]
    assert errors[2] < 0.005 * np.linalg.norm(exact)
    assert errors[0] / errors[1] == pytest.approx(2.0, abs=0.1)  # of first order, as Euler's steps are
    assert errors[1] / errors[2] == pytest.approx(2.0, abs=0.1)


def test_equal_torques_drive_straight_to_the_speed_where_drag_balances_them():
    *pose, v, omega = run(0.01, 400.0, (1e-5, 1e-5))
    assert omega == 0.0
    assert pose[1:] == [0.0, 0.0]
    assert v == pytest.approx(2e-5 / BODY.wheel_radius / BODY.linear_drag)


def test_opposite_torques_turn_on_the_spot():
    x, y, _, v, omega = run(0.01, 1.0, (-1e-5, 1e-5))
    assert (x, y, v) == (0.0, 0.0, 0.0)
    assert omega > 0.0


def test_a_motor_gives_no_more_than_it_can():
    assert motor_torque(BODY, 10.0, 0.0) == BODY.max_torque
    assert motor_torque(BODY, -10.0, 0.0) == -BODY.max_torque
    assert motor_torque(BODY, 0.05, 0.05) == 0.0


def test_the_khepera_comes_to_its_top_speed_within_half_a_second_and_keeps_it():
    v, omega, speeds = 0.0, 0.0, []
    for _ in range(50):
        v, omega = follow(BODY, BASE, (v, omega), Wheels(0.1, 0.1), 0.1)
        speeds.append(v)
    assert speeds[0] < 0.07  # it has mass
    assert speeds[4] > 0.095
    assert speeds[-1] == pytest.approx(0.1, rel=0.02)  # drag takes the rest
    assert omega == 0.0


@pytest.mark.parametrize("factor", [0.9, 1.1])
def test_steps_longer_than_the_longest_swing(factor):
    dt = factor * KHEPERA.dynamics.longest_step(BASE)
    v, omega = 0.0, 1e-6
    for _ in range(200):
        v, omega = follow(BODY, BASE, (v, omega), Wheels(0.0, 0.0), dt)
    assert (abs(omega) < 1e-7) == (factor < 1.0)


@pytest.mark.parametrize("field", ["mass", "inertia", "wheel_radius", "max_torque", "torque_gain"])
def test_wrong_dynamics_name_the_field(field):
    with pytest.raises(ValueError, match=rf"dynamics: {field} = 0\.0"):
        replace(KHEPERA.dynamics, **{field: 0.0})


def test_drag_may_be_nothing_but_not_negative():
    assert Dynamics(1.0, 1.0, 1.0, 1.0, 1.0).linear_drag == 0.0
    with pytest.raises(ValueError, match=r"linear_drag = -1\.0"):
        Dynamics(1.0, 1.0, 1.0, 1.0, 1.0, linear_drag=-1.0)


def test_dynamics_that_would_swing_in_a_control_step_are_refused():
    with pytest.raises(
        ValueError, match=r"swing in steps of 0\.1 s.* below 0\.0\d+ s; expected a smaller torque_gain"
    ):
        replace(KHEPERA, dynamics=replace(KHEPERA.dynamics, torque_gain=0.01))
