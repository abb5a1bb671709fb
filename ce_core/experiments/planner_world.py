"""A small world for the experiments of paper 2: one AlphaBot that obeys, and walls that stop it."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.sensors.laser import NO_READING, laser_scan
from ce_core.planner.scan import points_of_ranges

Floats = NDArray[np.float64]
MODEL = ROBOT_MODELS["alphabot"]
BEAMS, REACH = 360, 6.0
NO_CIRCLES = np.empty((0, 3))


class PlannerWorld:
    """The robot starts at the origin; a motion into a wall does not happen, and is a contact."""

    def __init__(self, walls: Floats) -> None:
        """Stand walls (n, 4): x1, y1, x2, y2 [m]."""
        self.walls = walls
        self.pose = np.zeros(3)
        """x, y [m], theta [rad]"""
        self.is_touching = False
        """The last motion was stopped by a wall."""

    def scan(self) -> Floats:
        """Return what the LiDAR sees as points (n, 2) [m] in the robot's frame."""
        ranges = laser_scan(self.pose, BEAMS, REACH, self.walls, NO_CIRCLES)
        seen = np.where(ranges == NO_READING, np.inf, ranges)
        return points_of_ranges(seen, -math.pi, 2.0 * math.pi / BEAMS)

    def step(self, speed: float, turn_rate: float, time: float) -> None:
        """Drive [m/s] and turn [rad/s] for a while [s]."""
        middle = self.pose[2] + 0.5 * turn_rate * time
        way = speed * time
        moved = self.pose.copy()
        moved += (way * math.cos(middle), way * math.sin(middle), turn_rate * time)
        self.is_touching = (speed != 0.0 or turn_rate != 0.0) and self._meets_a_wall(moved)
        if not self.is_touching:
            self.pose = moved

    def _meets_a_wall(self, pose: Floats) -> bool:
        """Tell whether the robot's rectangle and any wall meet: no axis and no normal parts them."""
        body = MODEL.footprint
        assert body is not None
        cos, sin = math.cos(pose[2]), math.sin(pose[2])
        x1, y1, x2, y2 = (self.walls - np.tile(pose[:2], 2)).T
        ax, ay = cos * x1 + sin * y1 - body.middle, cos * y1 - sin * x1
        bx, by = cos * x2 + sin * y2 - body.middle, cos * y2 - sin * x2
        long, wide = 0.5 * body.length, 0.5 * body.width
        apart = (np.minimum(ax, bx) > long) | (np.maximum(ax, bx) < -long)
        apart |= (np.minimum(ay, by) > wide) | (np.maximum(ay, by) < -wide)
        nx, ny = ay - by, bx - ax
        apart |= np.abs(nx * ax + ny * ay) > np.abs(nx) * long + np.abs(ny) * wide
        return not bool(apart.all())
