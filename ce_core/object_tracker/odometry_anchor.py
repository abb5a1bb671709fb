"""Odometry in frame map: each robot's own odometry frame, anchored where the robot is known to start."""

from __future__ import annotations

import math
from collections.abc import Mapping

Pose = tuple[float, float, float]
"""x [m], y [m], theta [rad]"""


class OdometryAnchor:
    """The first odometry of a robot belongs to its start pose, wherever the driver began to count."""

    def __init__(self, starts: Mapping[str, Pose]) -> None:
        self._starts = dict(starts)
        self._first: dict[str, Pose] = {}

    def in_map(self, robot: str, x: float, y: float, theta: float) -> Pose:
        """Return a pose of the robot's odometry in frame map."""
        first_x, first_y, first_theta = self._first.setdefault(robot, (x, y, theta))
        start_x, start_y, start_theta = self._starts[robot]
        turn = start_theta - first_theta
        dx, dy = x - first_x, y - first_y
        return (
            start_x + math.cos(turn) * dx - math.sin(turn) * dy,
            start_y + math.sin(turn) * dx + math.cos(turn) * dy,
            theta + turn,
        )
