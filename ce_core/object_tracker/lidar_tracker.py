"""Tracks from the LiDAR of one robot: it finds itself between the known walls, and the others before them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.object_tracker.background import Background, FoundWalls
from ce_core.object_tracker.pose_tracker import PoseTracker, PoseTrackerConfig
from ce_core.object_tracker.track import Track, wrapped

Points = NDArray[np.float64]

SIDEWAYS = 0.015
"""[m] A disc lies behind the middle of the points on its front, give or take this."""

SLOWEST = 0.02
"""[m/s] The motion of a slower disc does not tell where it looks."""


@dataclass(frozen=True)
class LidarTrackerConfig:
    """How a scan becomes tracks."""

    wall_gate: Annotated[
        float, Unit("m"), Gt(0.0), Doc("A point nearer to a wall than this belongs to the wall.")
    ] = 0.03
    cluster_gap: Annotated[
        float, Unit("m"), Gt(0.0), Doc("Neighbouring points farther apart than this are two objects.")
    ] = 0.05
    roundness: Annotated[
        float, Unit("m"), Gt(0.0), Doc("Points that lie off a circle by more than this are not a robot.")
    ] = 0.006
    range_sd: Annotated[
        float, Unit("m"), Ge(0.0), Doc("Standard deviation of a range; all of the above allow for it.")
    ] = 0.005
    position_sd: Annotated[
        float, Unit("m"), Gt(0.0), Doc("The same of the centre of a fitted circle, without that of ranges.")
    ] = 0.004
    acceleration_sd: Annotated[
        float, Unit("m/s^2"), Gt(0.0), Doc("How a disc's velocity changes; smaller is smoother and later.")
    ] = 0.3
    association_gate: Annotated[
        float, Unit("m"), Gt(0.0), Doc("An object farther than this from every track is a new one.")
    ] = 0.12
    confirm: Annotated[int, Ge(1), Doc("A new object is reported when it was seen this often.")] = 2
    occlusion_time: Annotated[
        float, Unit("s"), Gt(0.0), Doc("A robot that is hidden is followed in mind for this long.")
    ] = 2.0


class LidarTracker:
    """Localises one robot by odometry and walls, and tracks the discs that it sees."""

    def __init__(
        self,
        config: LidarTrackerConfig,
        poses: PoseTrackerConfig,
        robot: str,
        radius: float,
        background: Background | None,
        start: tuple[float, float, float],
    ) -> None:
        """Start at a known pose before a known background; others have this radius [m].

        Without one (None) the own pose comes from odometry alone, and straight lines are taken for walls.
        """
        self._config = config
        self._robot = robot
        self._radius = radius
        self._background = background
        self._gate = config.wall_gate + 2.0 * config.range_sd
        self._walls = FoundWalls(self._gate, config.range_sd)
        self._pose = np.array(start, dtype=np.float64)
        self._odometry: NDArray[np.float64] | None = None
        self._own = PoseTracker(replace(poses, lost_after=config.occlusion_time))
        self._tracker = PoseTracker(
            replace(poses, lost_after=config.occlusion_time, acceleration_sd=config.acceleration_sd)
        )
        self._next = 1
        self._seen: dict[str, int] = {}
        self._headings: dict[str, float] = {}

    def odometry(self, x: float, y: float, theta: float) -> None:
        """Move along with the wheels: a pose in the robot's own odometry frame [m, rad]."""
        now = np.array([x, y, theta])
        if self._odometry is not None:
            then = self._odometry
            turn = self._pose[2] - then[2]
            c, s = math.cos(turn), math.sin(turn)
            dx, dy = now[:2] - then[:2]
            self._pose[:2] += (c * dx - s * dy, s * dx + c * dy)
            self._pose[2] += wrapped(theta - then[2])
        self._odometry = now

    def scan(self, time: float, ranges: NDArray[np.float64], angles: NDArray[np.float64]) -> None:
        """Take a scan: ranges [m], not positive or not finite where nothing was met, at angles [rad]."""
        seen = np.isfinite(ranges) & (ranges > 0.0)
        local = ranges[seen, None] * np.column_stack([np.cos(angles[seen]), np.sin(angles[seen])])
        self._localise(local)
        points = to_map(local, self._pose)
        if self._background is not None:
            off_wall = self._background.distance(points)[0] > self._gate
        else:
            off_wall = self._walls.off(points, self._pose[:2], time)
        x, y, theta = self._pose.tolist()
        self._own.update(self._robot, time, x, y, theta)
        self._associate(time, self._discs(points[off_wall]))

    def tracks(self, time: float) -> list[Track]:
        """Return the robot itself and everyone it sees, or has seen just before they were hidden.

        A disc looks where it goes. Its turn rate is not known and given as zero: that of a heading which is
        itself a rate of change is mostly noise, and the engine's predictions begin with it.
        """
        enough = self._config.confirm
        others = [
            replace(track, theta=self._headings.get(track.robot, 0.0), omega=0.0)
            for track in self._tracker.tracks(time)
            if self._seen.get(track.robot, 0) >= enough
        ]
        return sorted([*self._own.tracks(time), *others], key=lambda track: track.robot)

    def lost(self, time: float) -> list[str]:
        """Return those who were seen and are not any more."""
        return [name for name in self._tracker.lost(time) if self._seen.get(name, 0) >= self._config.confirm]

    def _localise(self, local: Points) -> None:
        """Turn and shift the pose so that the points that lie near walls lie on them (least squares)."""
        for _ in range(3 if self._background is not None else 0):
            assert self._background is not None
            points = to_map(local, self._pose)
            distance, normal = self._background.distance(points)
            near = np.abs(distance) < 2.0 * self._config.wall_gate
            if np.count_nonzero(near) < 10:
                return
            n, arm = normal[near], points[near] - self._pose[:2]
            turn = n[:, 1] * arm[:, 0] - n[:, 0] * arm[:, 1]
            step, *_ = np.linalg.lstsq(np.column_stack([n, turn]), -distance[near], rcond=1e-3)
            self._pose += step

    def _discs(self, points: Points) -> Points:
        """Group neighbouring points and return the centre of the disc that each group is the front of."""
        if not len(points):
            return np.empty((0, 2))
        gaps = np.linalg.norm(np.diff(points, axis=0), axis=1) > self._config.cluster_gap
        groups = np.split(points, np.flatnonzero(gaps) + 1)
        first_and_last = np.linalg.norm(groups[0][0] - groups[-1][-1])
        if len(groups) > 1 and first_and_last <= self._config.cluster_gap:
            groups[0] = np.vstack([groups.pop(), groups[0]])
        found = [centre for group in groups if len(group) >= 2 for centre in self._centres(group)]
        return np.array(found).reshape(-1, 2)

    def _centres(self, group: Points) -> list[Points]:
        """Return the robots that a group of points is: one, two that touch, or none."""
        rough = self._config.roundness + 2.0 * self._config.range_sd
        centre, off = self._centre(group)
        if off <= rough and self._is_small(group):
            return [centre]
        extent = float(np.linalg.norm(group.max(axis=0) - group.min(axis=0)))
        if len(group) < 6 or extent > 4.5 * self._radius:
            return []
        halves = [
            (first, second)
            for k in range(3, len(group) - 2)
            for first, second in [(self._centre(group[:k]), self._centre(group[k:]))]
        ]
        (one, off_one), (two, off_two) = min(halves, key=lambda pair: max(pair[0][1], pair[1][1]))
        apart = float(np.linalg.norm(one - two)) > 1.5 * self._radius
        return [one, two] if max(off_one, off_two) <= rough and apart else []

    def _is_small(self, group: Points) -> bool:
        """Tell whether points, seen from here, are no wider than a robot."""
        ahead = group.mean(axis=0) - self._pose[:2]
        aside = (group - self._pose[:2]) @ np.array([-ahead[1], ahead[0]])
        width = float(np.ptp(aside)) / max(float(np.linalg.norm(ahead)), 1e-9)
        return width <= 2.4 * self._radius + 2.0 * self._config.range_sd

    def _centre(self, group: Points) -> tuple[Points, float]:
        """Fit a circle of the known radius to points on its near side (Gauss-Newton): centre, rms error."""
        middle = group.mean(axis=0)
        away = middle - self._pose[:2]
        away /= max(float(np.linalg.norm(away)), 1e-9)
        aside = np.array([-away[1], away[0]])
        centre = middle + 0.7 * self._radius * away
        weight = max(self._config.range_sd, 0.0005) / SIDEWAYS
        for _ in range(5):
            to_points = group - centre
            distance = np.maximum(np.linalg.norm(to_points, axis=1), 1e-9)
            rows = np.vstack([to_points / distance[:, None], weight * aside])
            errors = np.append(distance - self._radius, weight * float(aside @ (middle - centre)))
            step, *_ = np.linalg.lstsq(rows, errors, rcond=1e-2)
            centre = centre + step
        off = np.linalg.norm(group - centre, axis=1) - self._radius
        return np.asarray(centre), float(np.sqrt((off**2).mean()))

    def _associate(self, time: float, discs: Points) -> None:
        """Give every disc to the track that makes the sum of all distances smallest, or a new name."""
        from scipy.optimize import linear_sum_assignment  # here: only a LiDAR needs it

        others = self._tracker.tracks(time)
        expected = np.array([(t.x, t.y) for t in others]).reshape(-1, 2)
        distance = np.linalg.norm(discs[:, None] - expected[None], axis=2)
        gate = self._config.association_gate
        names = {
            int(i): others[j].robot
            for i, j in zip(*linear_sum_assignment(np.minimum(distance, 2.0 * gate)), strict=True)
            if distance[i, j] <= gate
        }
        sd = math.hypot(self._config.position_sd, self._config.range_sd)
        for i, (x, y) in enumerate(discs.tolist()):
            if i not in names:
                names[i] = f"track_{self._next}"
                self._next += 1
            name = names[i]
            self._seen[name] = self._seen.get(name, 0) + 1
            self._tracker.update(name, time, x, y, 0.0, sd)
        for track in self._tracker.tracks(time):
            if math.hypot(track.vx, track.vy) >= SLOWEST:  # one that stands keeps its heading
                self._headings[track.robot] = math.atan2(track.vy, track.vx)
        self._forget_phantoms({names[i] for i in range(len(discs))}, others)

    def _forget_phantoms(self, present: set[str], others: list[Track]) -> None:
        """Drop what was seen once or so and is not there any more."""
        for track in others:
            if track.robot not in present and self._seen.get(track.robot, 0) < self._config.confirm:
                self._tracker.forget(track.robot)
                self._seen.pop(track.robot, None)
                self._headings.pop(track.robot, None)


def to_map(local: Points, pose: NDArray[np.float64]) -> Points:
    """Turn points (n, 2) in the robot's frame into frame map."""
    c, s = math.cos(pose[2]), math.sin(pose[2])
    return np.asarray(local @ np.array([[c, s], [-s, c]]) + pose[:2])
