"""A robot that has mass: motor torques in, accelerations out (lecture, Robot motion).

The lecture moves a robot by its equations (2.31) and (2.32), in the form

    m dV/dt       = (tau_left + tau_right) / r - alpha V
    I dphi_dot/dt = (tau_right - tau_left) b / (2 r) - beta phi_dot

with mass m, moment of inertia I, wheel radius r, wheel base b and the drag alpha, beta of gears and ground.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Dynamics:
    """What decides how a robot answers to the torques of its motors."""

    mass: float
    """m [kg]"""
    inertia: float
    """I about the vertical axis [kg m^2]"""
    wheel_radius: float
    """r [m]"""
    max_torque: float
    """What one motor can give at the wheel [N m]"""
    torque_gain: float
    """Torque that a motor's controller asks for per error of its wheel's speed [N m / (m/s)]"""
    linear_drag: float = 0.0
    """alpha [N s / m]"""
    angular_drag: float = 0.0
    """beta [N m s / rad]"""

    def __post_init__(self) -> None:
        for field in ("mass", "inertia", "wheel_radius", "max_torque", "torque_gain"):
            value = getattr(self, field)
            if not (math.isfinite(value) and value > 0.0):
                raise ValueError(f"dynamics: {field} = {value!r}; expected finite and > 0")
        for field in ("linear_drag", "angular_drag"):
            value = getattr(self, field)
            if not (math.isfinite(value) and value >= 0.0):
                raise ValueError(f"dynamics: {field} = {value!r}; expected finite and >= 0")

    def longest_step(self, wheel_base: float) -> float:
        """Return the time step [s] from which on the lecture's integration swings instead of settling.

        Small errors decay at the rates (2 k / r + alpha) / m and (k b^2 / (2 r) + beta) / I, with the torque
        gain k; dt times the greater one must stay below 2.
        """
        forward = (2.0 * self.torque_gain / self.wheel_radius + self.linear_drag) / self.mass
        stiffness = self.torque_gain * wheel_base**2 / (2.0 * self.wheel_radius)
        turning = (stiffness + self.angular_drag) / self.inertia
        return 2.0 / max(forward, turning)
