"""The outline of a robot that is not round, in its own frame."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Rectangle:
    """A rectangle along the robot's axes; the robot turns about the origin, not about the middle."""

    length: float
    """Along x, ahead [m]."""
    width: float
    """Along y, to the left [m]."""
    middle: float = 0.0
    """Where the middle of the rectangle is on x [m]; negative when the origin is ahead of it."""

    def __post_init__(self) -> None:
        for field in ("length", "width"):
            value = getattr(self, field)
            if not (math.isfinite(value) and value > 0.0):
                raise ValueError(f"rectangle: {field} = {value!r} m; expected finite and > 0")
        if not math.isfinite(self.middle):
            raise ValueError(f"rectangle: middle = {self.middle!r} m; expected a finite number")

    def corners(self, pose: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """Return the corners (4, 2) [m] counter-clockwise, in frame map for a robot at pose (3,)."""
        ahead, aside = 0.5 * self.length, 0.5 * self.width
        x = np.array([ahead, -ahead, -ahead, ahead]) + self.middle
        y = np.array([aside, aside, -aside, -aside])
        if pose is None:
            return np.column_stack((x, y))
        cos, sin = math.cos(pose[2]), math.sin(pose[2])
        return np.column_stack((pose[0] + cos * x - sin * y, pose[1] + sin * x + cos * y))

    def outline(self, pose: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the four sides (4, 4): x1, y1, x2, y2 [m] in frame map."""
        corners = self.corners(pose)
        return np.hstack((corners, np.roll(corners, -1, axis=0)))
