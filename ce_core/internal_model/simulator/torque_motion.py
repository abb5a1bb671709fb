"""How a robot with mass moves: motor torques to accelerations to speeds (lecture, Robot motion).

    m dV/dt       = (tau_left + tau_right) / r - alpha V                    lecture, equation (2.31)
    I dphi_dot/dt = (tau_right - tau_left) b / (2 r) - beta phi_dot         lecture, equation (2.32)
    V' = V + dV/dt dt,   phi_dot' = phi_dot + dphi_dot/dt dt

and then `motion.move` with the new speeds. Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.robot_controller.sub_action import Wheels


class Body(NamedTuple):
    """A robot's `Dynamics` as plain numbers, in the order of a row of ModelTable.body; see there."""

    mass: float
    inertia: float
    wheel_radius: float
    max_torque: float
    torque_gain: float
    linear_drag: float
    angular_drag: float


def body_of(row: NDArray[np.float64]) -> Body:
    """Name the numbers of a row of ModelTable.body."""
    return Body(row[0], row[1], row[2], row[3], row[4], row[5], row[6])


def motor_torque(body: Body, wanted: float, speed: float) -> float:
    """Return the torque [N m] of a motor whose wheel is to run as wanted [m/s], within what it can give."""
    torque = body.torque_gain * (wanted - speed)
    return min(max(torque, -body.max_torque), body.max_torque)


def accelerate_by_torques(
    body: Body, wheel_base: float, speeds: tuple[float, float], torques: tuple[float, float], time_step: float
) -> tuple[float, float]:
    """Return V' [m/s] and phi_dot' [rad/s] from V and phi_dot, after torques left and right [N m]."""
    v, omega = speeds
    left, right = torques
    force = (left + right) / body.wheel_radius - body.linear_drag * v
    moment = (right - left) * wheel_base / (2.0 * body.wheel_radius) - body.angular_drag * omega
    return v + force / body.mass * time_step, omega + moment / body.inertia * time_step


def follow(
    body: Body, wheel_base: float, speeds: tuple[float, float], wanted: Wheels, time_step: float
) -> tuple[float, float]:
    """Return V' and phi_dot' of a robot whose motors' controllers try to run the wheels as wanted."""
    v, omega = speeds
    left = motor_torque(body, wanted.left, v - 0.5 * omega * wheel_base)
    right = motor_torque(body, wanted.right, v + 0.5 * omega * wheel_base)
    return accelerate_by_torques(body, wheel_base, (v, omega), (left, right), time_step)
