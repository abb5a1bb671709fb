"""One tracked robot."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

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

    def ahead(self, seconds: float) -> Track:
        """Return where the robot is so much later if it goes on in the same curve."""
        dt = max(seconds, 0.0)
        turn = self.omega * dt
        cos, sin = math.cos(turn), math.sin(turn)
        half_cos, half_sin = math.cos(0.5 * turn), math.sin(0.5 * turn)
        return replace(
            self,
            x=self.x + dt * (half_cos * self.vx - half_sin * self.vy),
            y=self.y + dt * (half_sin * self.vx + half_cos * self.vy),
            theta=wrapped(self.theta + turn),
            vx=cos * self.vx - sin * self.vy,
            vy=sin * self.vx + cos * self.vy,
        )


def wrapped(angle: float) -> float:
    """Return the same angle between -pi and pi [rad]."""
    return math.atan2(math.sin(angle), math.cos(angle))
