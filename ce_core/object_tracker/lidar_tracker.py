"""Tracks from the LiDAR of one robot: it finds itself between the known walls, and the others before them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.object_tracker.pose_tracker import PoseTracker, PoseTrackerConfig
from ce_core.object_tracker.track import Track, wrapped

Points = NDArray[np.float64]

STRAIGHT = 0.001
"""[m] Points that lie off a line by less may be a wall; needed only where walls are not known."""


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
    position_sd: Annotated[
        float, Unit("m"), Gt(0.0), Doc("Standard deviation of the centre of a fitted circle.")
    ] = 0.004
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
        segments: NDArray[np.float64],
        start: tuple[float, float, float],
    ) -> None:
        """Start at a known pose between walls (n, 4) x1, y1, x2, y2 [m]; others have this radius [m].

        Without walls (0, 4) the own pose comes from odometry alone, and only what is round is a robot.
        """
        self._config = config
        self._robot = robot
        self._radius = radius
        self._segments = segments
        self._pose = np.array(start, dtype=np.float64)
        self._odometry: NDArray[np.float64] | None = None
        self._tracker = PoseTracker(replace(poses, lost_after=config.occlusion_time))
        self._next = 1
        self._seen: dict[str, int] = {}

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
        off_wall = np.ones(len(points), dtype=np.bool_)
        if len(self._segments):
            off_wall = distance_to_walls(points, self._segments)[0] > self._config.wall_gate
        x, y, theta = self._pose.tolist()
        self._tracker.update(self._robot, time, x, y, theta)
        self._associate(time, self._discs(points[off_wall]))

    def tracks(self, time: float) -> list[Track]:
        """Return the robot itself and everyone it sees, or has seen just before they were hidden."""
        enough = self._config.confirm
        return [
            track
            for track in self._tracker.tracks(time)
            if track.robot == self._robot or self._seen.get(track.robot, 0) >= enough
        ]

    def lost(self, time: float) -> list[str]:
        """Return those who were seen and are not any more."""
        return [name for name in self._tracker.lost(time) if self._seen.get(name, 0) >= self._config.confirm]

    def _localise(self, local: Points) -> None:
        """Turn and shift the pose so that the points that lie near walls lie on them (least squares)."""
        for _ in range(3 if len(self._segments) else 0):
            points = to_map(local, self._pose)
            distance, normal = distance_to_walls(points, self._segments)
            near = distance < 2.0 * self._config.wall_gate
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
        if not len(self._segments) and _is_straight(group):
            return []
        centre, off = self._centre(group)
        if off <= self._config.roundness:
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
        return [one, two] if max(off_one, off_two) <= self._config.roundness and apart else []

    def _centre(self, group: Points) -> tuple[Points, float]:
        """Fit a circle of the known radius to points on its near side (Gauss-Newton): centre, rms error."""
        away = group.mean(axis=0) - self._pose[:2]
        centre = group.mean(axis=0) + 0.7 * self._radius * away / max(float(np.linalg.norm(away)), 1e-9)
        for _ in range(5):
            to_points = group - centre
            distance = np.maximum(np.linalg.norm(to_points, axis=1), 1e-9)
            step, *_ = np.linalg.lstsq(to_points / distance[:, None], distance - self._radius, rcond=1e-2)
            centre = centre + step
        off = np.linalg.norm(group - centre, axis=1) - self._radius
        return np.asarray(centre), float(np.sqrt((off**2).mean()))

    def _associate(self, time: float, discs: Points) -> None:
        """Give every disc to the track that makes the sum of all distances smallest, or a new name."""
        from scipy.optimize import linear_sum_assignment  # here: only a LiDAR needs it

        others = [t for t in self._tracker.tracks(time) if t.robot != self._robot]
        expected = np.array([(t.x, t.y) for t in others]).reshape(-1, 2)
        distance = np.linalg.norm(discs[:, None] - expected[None], axis=2)
        gate = self._config.association_gate
        names = {
            int(i): others[j].robot
            for i, j in zip(*linear_sum_assignment(np.minimum(distance, 2.0 * gate)), strict=True)
            if distance[i, j] <= gate
        }
        headings = {t.robot: _heading(t) for t in others}
        for i, (x, y) in enumerate(discs.tolist()):
            if i not in names:
                names[i] = f"track_{self._next}"
                self._next += 1
            name = names[i]
            self._seen[name] = self._seen.get(name, 0) + 1
            self._tracker.update(name, time, x, y, headings.get(name, 0.0), self._config.position_sd)
        self._forget_phantoms({names[i] for i in range(len(discs))}, others)

    def _forget_phantoms(self, present: set[str], others: list[Track]) -> None:
        """Drop what was seen once or so and is not there any more."""
        for track in others:
            if track.robot not in present and self._seen.get(track.robot, 0) < self._config.confirm:
                self._tracker.forget(track.robot)
                self._seen.pop(track.robot, None)


def to_map(local: Points, pose: NDArray[np.float64]) -> Points:
    """Turn points (n, 2) in the robot's frame into frame map."""
    c, s = math.cos(pose[2]), math.sin(pose[2])
    return np.asarray(local @ np.array([[c, s], [-s, c]]) + pose[:2])


def distance_to_walls(points: Points, segments: NDArray[np.float64]) -> tuple[NDArray[np.float64], Points]:
    """Return each point's distance (n,) [m] to the nearest wall and the direction (n, 2) away from it."""
    begin, along = segments[:, :2], segments[:, 2:] - segments[:, :2]
    offset = points[:, None] - begin[None]
    share = np.clip((offset * along).sum(axis=2) / (along**2).sum(axis=1), 0.0, 1.0)
    away = offset - share[:, :, None] * along[None]
    distance = np.linalg.norm(away, axis=2)
    rows, nearest = np.arange(len(points)), distance.argmin(axis=1)
    chosen = distance[rows, nearest]
    return chosen, away[rows, nearest] / np.maximum(chosen, 1e-9)[:, None]


def _is_straight(group: Points) -> bool:
    """Tell whether points may be a piece of a wall: two always, and more if they lie on a line."""
    if len(group) < 3:
        return True
    spread = np.linalg.svd(group - group.mean(axis=0), compute_uv=False)
    return float(spread[1]) / math.sqrt(len(group)) < STRAIGHT


def _heading(track: Track) -> float:
    """Where a disc goes is where it looks; one that stands keeps its heading."""
    if math.hypot(track.vx, track.vy) < 0.01:
        return track.theta
    return math.atan2(track.vy, track.vx)
