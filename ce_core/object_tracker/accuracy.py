"""How well tracks follow the truth: the CLEAR MOT metrics (Bernardin and Stiefelhagen 2008)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Place = tuple[float, float]
"""x, y [m]"""


@dataclass
class Accuracy:
    """Counts over the frames of one or more runs."""

    gate: float = 0.1
    """A track farther than this from a robot is not that robot's [m]."""
    present: int = 0
    """Robots that were to be seen, summed over the frames."""
    missed: int = 0
    false: int = 0
    """Tracks that were nobody's."""
    switches: int = 0
    """Robots that got another track than the one they had."""
    errors: list[float] = field(default_factory=list)
    """Distance of every matched track from its robot [m]."""
    _last: dict[str, str] = field(default_factory=dict)

    @property
    def mota(self) -> float:
        """Multi-object tracking accuracy: 1 is perfect."""
        return 1.0 - (self.missed + self.false + self.switches) / max(self.present, 1)

    @property
    def motp(self) -> float:
        """Multi-object tracking precision: mean error of what is tracked [m]."""
        return float(np.mean(self.errors)) if self.errors else float("nan")

    @property
    def median_error(self) -> float:
        """[m]"""
        return float(np.median(self.errors)) if self.errors else float("nan")

    @property
    def tracked(self) -> float:
        """Fraction of the robots to be seen that were tracked, 0 to 1."""
        return 1.0 - self.missed / max(self.present, 1)

    def begin_run(self) -> None:
        """Names of tracks mean something else from now on."""
        self._last.clear()

    def add(
        self, robots: Mapping[str, Place], visible: set[str], tracks: Mapping[str, Place]
    ) -> dict[str, str]:
        """Count one frame; return the track of each robot. A hidden robot may be tracked, but need not."""
        matched = {
            robot: track
            for robot, track in self._last.items()
            if robot in robots and track in tracks and _distance(robots[robot], tracks[track]) <= self.gate
        }
        matched.update(self._match(robots, tracks, matched))
        for robot, track in matched.items():
            if self._last.get(robot, track) != track:
                self.switches += 1
            self._last[robot] = track
            if robot in visible:
                self.errors.append(_distance(robots[robot], tracks[track]))
        self.present += len(visible)
        self.missed += len(visible - set(matched))
        self.false += len(set(tracks) - set(matched.values()))
        return matched

    def _match(
        self, robots: Mapping[str, Place], tracks: Mapping[str, Place], matched: Mapping[str, str]
    ) -> dict[str, str]:
        """Match the rest so that the sum of distances is smallest."""
        from scipy.optimize import linear_sum_assignment

        free = [robot for robot in robots if robot not in matched]
        rest = [track for track in tracks if track not in matched.values()]
        if not free or not rest:
            return {}
        distance = np.array([[_distance(robots[r], tracks[t]) for t in rest] for r in free])
        pairs = zip(*linear_sum_assignment(np.minimum(distance, 2.0 * self.gate)), strict=True)
        return {free[i]: rest[j] for i, j in pairs if distance[i, j] <= self.gate}


def visible_robots(
    points: NDArray[np.float64], robots: Mapping[str, Place], radius: float, beams: int = 3
) -> set[str]:
    """Return the robots on whose rim at least this many points (n, 2) of a scan lie, in frame map [m]."""
    found = set()
    for robot, (x, y) in robots.items():
        off = np.abs(np.hypot(points[:, 0] - x, points[:, 1] - y) - radius)
        if np.count_nonzero(off < 0.005) >= beams:
            found.add(robot)
    return found


def _distance(a: Place, b: Place) -> float:
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))
