"""How a robot with mass moves: motor torques to accelerations to speeds (lecture, Robot motion).

    m dV/dt       = (tau_left + tau_right) / r - alpha V                    lecture, equation (2.31)
    I dphi_dot/dt = (tau_right - tau_left) b / (2 r) - beta phi_dot         lecture, equation (2.32)
    V' = V + dV/dt dt,   phi_dot' = phi_dot + dphi_dot/dt dt

and then `motion.move` with the new speeds. Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

from typing import NamedTuple

from ce_core.internal_model.robot_controller.sub_action import Wheels
from ce_core.internal_model.robot_model.dynamics import Dynamics


class Body(NamedTuple):
    """A robot's `Dynamics` as plain numbers; see there."""

    mass: float
    inertia: float
    wheel_radius: float
    wheel_base: float
    max_torque: float
    torque_gain: float
    linear_drag: float
    angular_drag: float


def body_of(dynamics: Dynamics, wheel_base: float) -> Body:
    """Give the step functions what they need of a robot's dynamics; wheel_base in [m]."""
    return Body(
        dynamics.mass,
        dynamics.inertia,
        dynamics.wheel_radius,
        wheel_base,
        dynamics.max_torque,
        dynamics.torque_gain,
        dynamics.linear_drag,
        dynamics.angular_drag,
    )


def motor_torque(body: Body, wanted: float, speed: float) -> float:
    """Return the torque [N m] of a motor whose wheel is to run as wanted [m/s], within what it can give."""
    torque = body.torque_gain * (wanted - speed)
    return min(max(torque, -body.max_torque), body.max_torque)


def accelerate_by_torques(
    body: Body, v: float, omega: float, left: float, right: float, time_step: float
) -> tuple[float, float]:
    """Return V' [m/s] and phi_dot' [rad/s] after torques left and right [N m] for one step [s]."""
    force = (left + right) / body.wheel_radius - body.linear_drag * v
    moment = (right - left) * body.wheel_base / (2.0 * body.wheel_radius) - body.angular_drag * omega
    return v + force / body.mass * time_step, omega + moment / body.inertia * time_step


def follow(body: Body, v: float, omega: float, wanted: Wheels, time_step: float) -> tuple[float, float]:
    """Return V' and phi_dot' of a robot whose motors' controllers try to run the wheels as wanted."""
    left = motor_torque(body, wanted.left, v - 0.5 * omega * body.wheel_base)
    right = motor_torque(body, wanted.right, v + 0.5 * omega * body.wheel_base)
    return accelerate_by_torques(body, v, omega, left, right, time_step)


def longest_step(body: Body) -> float:
    """Return the time step [s] from which on the lecture's explicit integration swings instead of settling.

    Small errors decay at the rates (2 k / r + alpha) / m and (k b^2 / (2 r) + beta) / I; dt times the greater
    must stay below 2.
    """
    forward = (2.0 * body.torque_gain / body.wheel_radius + body.linear_drag) / body.mass
    stiffness = body.torque_gain * body.wheel_base**2 / (2.0 * body.wheel_radius)
    turning = (stiffness + body.angular_drag) / body.inertia
    return 2.0 / max(forward, turning)
