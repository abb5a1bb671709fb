"""How a robot with two driven wheels moves in one time step (lecture, Robot motion).

Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

from ce_core.internal_model.angles import cos_sin
from ce_core.internal_model.robot_controller.sub_action import Wheels


def accelerate(
    v: float, omega: float, wanted: Wheels, wheel_base: float, max_change: float
) -> tuple[float, float]:
    """Return the new speeds V' [m/s] and phi_dot' [rad/s] of a robot whose wheels are to run as wanted."""
    left = follow(v - 0.5 * omega * wheel_base, wanted.left, max_change)
    right = follow(v + 0.5 * omega * wheel_base, wanted.right, max_change)
    return 0.5 * (left + right), (right - left) / wheel_base


def follow(speed: float, wanted: float, max_change: float) -> float:
    """Return the new speed of a wheel [m/s], which changes by at most max_change in the step.

    V' = V + dV dt of the lecture, with the acceleration that the motor gives.
    """
    return speed + min(max(wanted - speed, -max_change), max_change)


def move(
    x: float, y: float, theta: float, v: float, omega: float, time_step: float
) -> tuple[float, float, float]:
    """Return the pose after one step with the new speeds V' and phi_dot'.

    In the lecture's order: phi' = phi + phi_dot' dt; X' = X + V' cos(phi) dt; Y' = Y + V' sin(phi) dt.
    """
    cos, sin = cos_sin(theta)
    return x + v * cos * time_step, y + v * sin * time_step, theta + omega * time_step
