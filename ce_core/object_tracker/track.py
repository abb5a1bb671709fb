"""One tracked robot."""

from __future__ import annotations

import math
from dataclasses import dataclass

NO_COVARIANCE = (0.0,) * 36


@dataclass(frozen=True)
class Track:
    """Pose and velocity of one robot in frame map."""

    robot: str
    x: float
    """[m]"""
    y: float
    """[m]"""
    theta: float
    """[rad]"""
    vx: float = 0.0
    """[m/s]"""
    vy: float = 0.0
    """[m/s]"""
    omega: float = 0.0
    """[rad/s]"""
    position_sd: float = 0.0
    """Standard deviation of x and y [m]."""
    age: float = 0.0
    """Time since the robot was last measured [s]; the pose is predicted over it."""
    covariance: tuple[float, ...] = NO_COVARIANCE
    """Of x, y, theta, vx, vy, omega, row by row."""

    @property
    def speed(self) -> float:
        """Forward speed [m/s], negative backwards."""
        return self.vx * math.cos(self.theta) + self.vy * math.sin(self.theta)


def wrapped(angle: float) -> float:
    """Return the same angle between -pi and pi [rad]."""
    return math.atan2(math.sin(angle), math.cos(angle))
