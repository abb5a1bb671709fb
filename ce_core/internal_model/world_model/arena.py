"""Arenas: walls and obstacles as segments and circles, checked before anything is simulated in them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

MAX_SEGMENTS = 10_000
MAX_CIRCLES = 10_000


class ArenaError(ValueError):
    """An arena that cannot be used; says where, the value, and what would be right."""


@dataclass(frozen=True, eq=False)
class Arena:
    """The walls that robots see and touch, in frame map."""

    name: str
    segments: NDArray[np.float64]
    """(n, 4): x1, y1, x2, y2 [m]; those that bound the free space close, the free-standing ones are last."""
    circles: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 3)))
    """(m, 3): x, y, radius [m]; round obstacles."""
    free_standing: int = 0
    """How many segments bound nothing: thin walls, and hollow obstacles that a robot may stand in."""

    def __post_init__(self) -> None:
        segments = np.array(self.segments, dtype=np.float64)
        _check_segments(segments, self.free_standing, f"arena {self.name!r}")
        segments.setflags(write=False)
        object.__setattr__(self, "segments", segments)
        circles = np.array(self.circles, dtype=np.float64)
        _check_circles(circles, f"arena {self.name!r}")
        circles.setflags(write=False)
        object.__setattr__(self, "circles", circles)

    @property
    def bounding_segments(self) -> NDArray[np.float64]:
        """The segments that separate inside from outside."""
        return self.segments[: len(self.segments) - self.free_standing]

    @cached_property
    def _slopes(self) -> NDArray[np.float64]:
        """x1, y1, y2, x2 - x1 and y2 - y1 (or 1 for level ones) of the bounding segments, (5, n) [m]."""
        x1, y1, x2, y2 = self.bounding_segments.T
        return np.array([x1, y1, y2, x2 - x1, np.where(y1 == y2, 1.0, y2 - y1)])

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Smallest x, smallest y, largest x, largest y of all walls [m]."""
        xs, ys = self.segments[:, 0::2], self.segments[:, 1::2]
        return float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max())

    def contains(self, points: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Tell which points (n, 2) [m] lie inside the walls, and not in what walls or circles enclose."""
        x, y = points[:, 0, None], points[:, 1, None]
        x1, y1, y2, width, height = self._slopes
        # Even-odd rule: a ray towards +x leaves the inside through an odd number of walls.
        crosses = (y1 > y) != (y2 > y)
        at_x = x1 + (y - y1) * width / height
        inside: NDArray[np.bool_] = np.logical_xor.reduce(crosses & (x < at_x), axis=1)
        if len(self.circles):
            gaps = points[:, None, :] - self.circles[None, :, :2]
            in_circle = (gaps**2).sum(axis=2) < self.circles[:, 2] ** 2
            inside &= ~in_circle.any(axis=1)
        return inside

    def clearance(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the distance [m] from each point (n, 2) to the edge of the nearest wall or obstacle."""
        start, along = self.segments[:, :2], self.segments[:, 2:] - self.segments[:, :2]
        gaps = points[:, None, :] - start
        share = np.clip((gaps * along).sum(axis=2) / (along * along).sum(axis=1), 0.0, 1.0)
        nearest: NDArray[np.float64] = np.linalg.norm(gaps - share[..., None] * along, axis=2).min(axis=1)
        if len(self.circles):
            gaps = points[:, None, :] - self.circles[:, :2]
            nearest = np.minimum(nearest, abs(np.linalg.norm(gaps, axis=2) - self.circles[:, 2]).min(axis=1))
        return nearest


def _check_segments(segments: NDArray[np.float64], free_standing: int, where: str) -> None:
    if segments.ndim != 2 or segments.shape[1] != 4 or not 3 <= len(segments) <= MAX_SEGMENTS:
        raise ArenaError(
            f"{where}: segments have shape {segments.shape}; expected (n, 4) with n from 3 to {MAX_SEGMENTS}"
        )
    for index, segment in enumerate(segments):
        if not np.isfinite(segment).all():
            raise ArenaError(f"{where}: segment {index} = {segment.tolist()} is not finite")
        if segment[0] == segment[2] and segment[1] == segment[3]:
            raise ArenaError(f"{where}: segment {index} = {segment.tolist()} has no length")
    closed = segments[: len(segments) - free_standing]
    if not 0 <= free_standing <= len(segments) - 3:
        raise ArenaError(
            f"{where}: {free_standing} of {len(segments)} segments stand free; "
            "expected at least three that close"
        )
    ends, counts = np.unique(closed.reshape(-1, 2), axis=0, return_counts=True)
    loose = ends[counts % 2 == 1]
    if len(loose):
        raise ArenaError(
            f"{where}: the walls are open at {loose[0].tolist()}; every end of a bounding segment must meet "
            "another"
        )


def _check_circles(circles: NDArray[np.float64], where: str) -> None:
    if circles.ndim != 2 or circles.shape[1] != 3 or len(circles) > MAX_CIRCLES:
        raise ArenaError(
            f"{where}: circles have shape {circles.shape}; expected (n, 3) with n up to {MAX_CIRCLES}"
        )
    for index, circle in enumerate(circles.tolist()):
        if not all(map(math.isfinite, circle)) or circle[2] <= 0.0:
            raise ArenaError(f"{where}: circle {index} = {circle}; expected finite x, y and a radius above 0")
