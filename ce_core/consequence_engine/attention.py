"""The area of attention limits both the actions and the robots that are simulated (section 2.3.5)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.consequence_engine.candidate_actions import CandidateActions
from ce_core.consequence_engine.snapshot import Snapshot


@dataclass(frozen=True)
class AttentionConfig:
    """An egg around the robot, blunt end behind: Figure 7."""

    front: Annotated[float, Unit("m"), Gt(0.0), Doc("Reach in the direction of movement.")] = 1.0
    behind: Annotated[float, Unit("m"), Gt(0.0), Doc("Reach against the direction of movement.")] = 0.5
    side: Annotated[float, Unit("m"), Gt(0.0), Doc("Reach to the left and to the right.")] = 0.6
    fallback: Annotated[
        int, Ge(1), Doc("If no goal is inside the area, this many of the nearest are considered.")
    ] = 3


def radius(bearing: NDArray[np.float64], config: AttentionConfig) -> NDArray[np.float64]:
    """Return the reach [m] of attention at bearings [rad] from the robot's heading.

    Two half ellipses that meet abeam: `1 / r(b)^2 = (cos b / a)^2 + (sin b / side)^2`, where a is `front`
    ahead of the robot and `behind` behind it.
    """
    cos, sin = np.cos(bearing), np.sin(bearing)
    along = np.where(cos > 0.0, config.front, config.behind)
    return np.asarray(1.0 / np.hypot(cos / along, sin / config.side))


def inside(
    points: NDArray[np.float64], pose: NDArray[np.float64], config: AttentionConfig
) -> NDArray[np.bool_]:
    """Tell which points (n, 2) [m] lie in the attention area of a robot at this pose (3,)."""
    dx, dy = points[:, 0] - pose[0], points[:, 1] - pose[1]
    cos, sin = math.cos(pose[2]), math.sin(pose[2])
    ahead, abeam = cos * dx + sin * dy, cos * dy - sin * dx
    along = np.where(ahead > 0.0, config.front, config.behind)
    return np.asarray((ahead / along) ** 2 + (abeam / config.side) ** 2 <= 1.0)


def attended_robots(snapshot: Snapshot, config: AttentionConfig) -> NDArray[np.bool_]:
    """Tell which of the other robots are simulated: those inside the area, (others,)."""
    return inside(snapshot.other_poses[:, :2], snapshot.pose, config)


def considered_actions(
    candidates: CandidateActions, snapshot: Snapshot, config: AttentionConfig
) -> NDArray[np.bool_]:
    """Tell which actions are considered, (actions,): goals inside the area, or else the nearest few."""
    considered = inside(candidates.goals, snapshot.pose, config)
    if not considered.any():
        distance = np.hypot(*(candidates.goals - snapshot.pose[:2]).T)
        considered[np.argsort(distance, kind="stable")[: config.fallback]] = True
    return considered
