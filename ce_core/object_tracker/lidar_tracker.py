"""Tracks from the LiDAR of one robot: it finds itself between the known walls, and the others before them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Gt, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.object_tracker.pose_tracker import PoseTracker, PoseTrackerConfig
from ce_core.object_tracker.track import Track, wrapped

Points = NDArray[np.float64]


@dataclass(frozen=True)
class LidarTrackerConfig:
    """How a scan becomes tracks."""

    wall_gate: Annotated[
        float, Unit("m"), Gt(0.0), Doc("A point nearer to a wall than this belongs to the wall.")
    ] = 0.03
    cluster_gap: Annotated[
        float, Unit("m"), Gt(0.0), Doc("Neighbouring points farther apart than this are two objects.")
    ] = 0.05
    association_gate: Annotated[
        float, Unit("m"), Gt(0.0), Doc("An object farther than this from every track is a new one.")
    ] = 0.12


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
        """Start at a known pose between walls (n, 4) x1, y1, x2, y2 [m]; others have this radius [m]."""
        self._config = config
        self._robot = robot
        self._radius = radius
        self._segments = segments
        self._pose = np.array(start, dtype=np.float64)
        self._odometry: NDArray[np.float64] | None = None
        self._tracker = PoseTracker(poses)
        self._next = 1

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
        off_wall = distance_to_walls(points, self._segments)[0] > self._config.wall_gate
        x, y, theta = self._pose.tolist()
        self._tracker.update(self._robot, time, x, y, theta)
        self._associate(time, self._discs(points[off_wall]))

    def tracks(self, time: float) -> list[Track]:
        """Return the robot itself and everyone it sees."""
        return self._tracker.tracks(time)

    def lost(self, time: float) -> list[str]:
        """Return those who were seen and are not any more."""
        return self._tracker.lost(time)

    def _localise(self, local: Points) -> None:
        """Turn and shift the pose so that the points that lie near walls lie on them (least squares)."""
        for _ in range(3):
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
        return np.array([self._centre(g) for g in groups if len(g) >= 2]).reshape(-1, 2)

    def _centre(self, group: Points) -> Points:
        """Fit a circle of the known radius to points on its near side (Gauss-Newton)."""
        away = group.mean(axis=0) - self._pose[:2]
        centre = group.mean(axis=0) + 0.7 * self._radius * away / max(float(np.linalg.norm(away)), 1e-9)
        for _ in range(5):
            to_points = group - centre
            distance = np.maximum(np.linalg.norm(to_points, axis=1), 1e-9)
            step, *_ = np.linalg.lstsq(to_points / distance[:, None], distance - self._radius, rcond=1e-2)
            centre = centre + step
        return np.asarray(centre)

    def _associate(self, time: float, discs: Points) -> None:
        """Give every disc to the nearest track that is free, nearest pairs first, or a new name."""
        others = [t for t in self._tracker.tracks(time) if t.robot != self._robot]
        expected = np.array([(t.x, t.y) for t in others]).reshape(-1, 2)
        distance = np.linalg.norm(discs[:, None] - expected[None], axis=2)
        names: dict[int, str] = {}
        for flat in np.argsort(distance, axis=None, kind="stable"):
            i, j = divmod(int(flat), len(others))
            if distance[i, j] > self._config.association_gate:
                break
            if i not in names and others[j].robot not in names.values():
                names[i] = others[j].robot
        headings = {t.robot: _heading(t) for t in others}
        for i, (x, y) in enumerate(discs.tolist()):
            if i not in names:
                names[i] = f"track_{self._next}"
                self._next += 1
            self._tracker.update(names[i], time, x, y, headings.get(names[i], 0.0))


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


def _heading(track: Track) -> float:
    """Where a disc goes is where it looks; one that stands keeps its heading."""
    if math.hypot(track.vx, track.vy) < 0.01:
        return track.theta
    return math.atan2(track.vy, track.vx)
