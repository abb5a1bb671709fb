"""What of a scan belongs to the arena: near known walls and obstacles, or on long straight lines."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.world_model.arena import Arena

Points = NDArray[np.float64]

PIECE = 8
"""So many neighbouring points say where a line may be."""

LONG = 16
"""A line needs as many points on it to be a wall."""

WIDE = 0.1
"""[m] The middle half of a wall's points is spread over more than this; a robot is not as wide."""

SEEN_THROUGH = 2
"""Robots in a row make a line too, but more points than these are seen between them, behind the line."""

MOST_LINES = 8

MEMORY = 5.0
"""[s] A wall that stands hidden behind robots is remembered for this long: odometry drifts."""


class Background:
    """The walls and round obstacles of a known arena."""

    def __init__(self, arena: Arena) -> None:
        self._segments, self._circles = arena.segments, arena.circles

    def distance(self, points: Points) -> tuple[NDArray[np.float64], Points]:
        """Return each point's distance (n,) [m] to the nearest edge and the direction (n, 2) away from it.

        Inside a round obstacle the distance is negative.
        """
        distance, away = _from_segments(points, self._segments)
        for x, y, radius in self._circles.tolist():
            gap = points - (x, y)
            length = np.maximum(np.linalg.norm(gap, axis=1), 1e-9)
            nearer = np.abs(length - radius) < np.abs(distance)
            distance[nearer] = length[nearer] - radius
            away[nearer] = gap[nearer] / length[nearer, None]
        return distance, away


@dataclass
class _Line:
    centre: Points
    normal: Points
    seen: float
    """When it last was long [s]."""

    def off(self, points: Points) -> NDArray[np.float64]:
        """Return the distance (n,) [m] of points."""
        return np.abs((points - self.centre) @ self.normal)


class FoundWalls:
    """The walls of an arena that nobody knows: long straight lines, remembered while robots hide them."""

    def __init__(self, gate: float, range_sd: float) -> None:
        """Take points within a gate [m] of a line for its own; ranges have this standard deviation [m]."""
        self._gate = gate
        self._near = 0.004 + 2.0 * range_sd
        self._lines: list[_Line] = []
        self._scan = self._viewpoint = np.empty((0, 2))

    def off(self, points: Points, viewpoint: Points, time: float) -> NDArray[np.bool_]:
        """Tell which points (n, 2) of a scan at a time [s], in the order of beams, belong to no wall."""
        self._scan, self._viewpoint = points, viewpoint
        self._lines = [line for line in self._lines if 0.0 <= time - line.seen <= MEMORY]
        left = np.ones(len(points), dtype=np.bool_)
        for line in self._lines:
            on = left & (line.off(points) < self._near)
            if self._is_wall(on, line):
                line.centre, line.normal = _fitted(points[on])
                line.seen = time
            left &= line.off(points) >= self._gate
        while len(self._lines) < MOST_LINES and (found := self._next(points, left, time)) is not None:
            self._lines.append(found)
            left &= found.off(points) >= self._gate
        return left

    def _next(self, points: Points, left: NDArray[np.bool_], time: float) -> _Line | None:
        """Return the wall that most of the points that are left lie on, if there is one."""
        best, most, rest = None, LONG - 1, points[left]
        for k in range(0, len(rest) - PIECE + 1, PIECE // 2):
            line = _Line(*_fitted(rest[k : k + PIECE]), time)
            on = left & (line.off(points) < self._near)
            if np.count_nonzero(on) > most and self._is_wall(on, line):
                best, most = _Line(*_fitted(points[on]), time), int(np.count_nonzero(on))
        return best

    def _is_wall(self, on: NDArray[np.bool_], line: _Line) -> bool:
        """Tell whether points on a line are many, most of them far apart, and nothing is seen through it."""
        if np.count_nonzero(on) < LONG:
            return False
        direction = np.array([-line.normal[1], line.normal[0]])
        first, low, high, last = np.percentile(self._scan[on] @ direction, [0, 25, 75, 100])
        if float(high - low) <= WIDE:
            return False
        here = float((self._viewpoint - line.centre) @ line.normal)
        there = (self._scan - line.centre) @ line.normal
        behind = np.sign(here) * there < -self._gate
        share = here / (here - there[behind])  # where a beam that ends behind the line crosses it
        crossing = (self._viewpoint + share[:, None] * (self._scan[behind] - self._viewpoint)) @ direction
        return int(np.count_nonzero((crossing > first) & (crossing < last))) <= SEEN_THROUGH


def _fitted(points: Points) -> tuple[Points, Points]:
    """Return the centre (2,) and the normal (2,) of the line through points, by least squares."""
    centre = points.mean(axis=0)
    xx, yy = ((points - centre) ** 2).sum(axis=0).tolist()
    xy = float((points[:, 0] - centre[0]) @ (points[:, 1] - centre[1]))
    along = 0.5 * np.arctan2(2.0 * xy, xx - yy)
    return centre, np.array([-np.sin(along), np.cos(along)])


def _from_segments(points: Points, segments: NDArray[np.float64]) -> tuple[NDArray[np.float64], Points]:
    begin, along = segments[:, :2], segments[:, 2:] - segments[:, :2]
    offset = points[:, None] - begin[None]
    share = np.clip((offset * along).sum(axis=2) / (along**2).sum(axis=1), 0.0, 1.0)
    away = offset - share[:, :, None] * along[None]
    distance = np.linalg.norm(away, axis=2)
    rows, nearest = np.arange(len(points)), distance.argmin(axis=1)
    chosen = distance[rows, nearest]
    return chosen, away[rows, nearest] / np.maximum(chosen, 1e-9)[:, None]
