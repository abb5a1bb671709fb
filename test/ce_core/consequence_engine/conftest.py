"""A simulator simple enough to reckon with by hand, and snapshots for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from ce_core.consequence_engine import Snapshot
from ce_core.internal_model.robot_controller.action import Action
from ce_core.internal_model.simulator.simulator import SimRequest, Trajectory

TIME_STEP = 0.1


class StraightLines:
    """MoveTo goes straight to its goal at 0.1 m/s and stops there; GoStraight(v) goes at 0.1 v m/s."""

    def __init__(self) -> None:
        self.batches: list[list[SimRequest]] = []

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        self.batches.append(list(requests))
        return [self._trajectory(request) for request in requests]

    def _trajectory(self, request: SimRequest) -> Trajectory:
        time = np.arange(round(request.duration / TIME_STEP) + 1) * TIME_STEP
        poses = np.repeat(request.poses[:, None, :], len(time), axis=1)
        for row, action in enumerate(request.actions):
            first = action.sub_actions[0]
            x, y, theta = request.poses[row]
            if first.name == "MoveTo":
                way = np.array(first.arguments) - (x, y)
                length = float(np.hypot(*way))
                direction = way / length if length else way
                poses[row, :, :2] += np.minimum(0.1 * time, length)[:, None] * direction
            elif first.name == "GoStraight":
                step = 0.1 * first.arguments[0] * time
                poses[row, :, 0] += step * np.cos(theta)
                poses[row, :, 1] += step * np.sin(theta)
        return Trajectory(request.robots, TIME_STEP, poses)


@pytest.fixture
def simulator() -> StraightLines:
    return StraightLines()


@pytest.fixture
def snapshot() -> Callable[..., Snapshot]:
    """Make a snapshot: own pose, then (name, pose, action text or None) of the others."""

    def make(pose: Sequence[float], *others: tuple[str, Sequence[float], str | None]) -> Snapshot:
        return Snapshot(
            time=0.0,
            robot="smart",
            pose=np.array(pose, dtype=np.float64),
            velocity=np.zeros(2),
            others=tuple(name for name, _, _ in others),
            other_poses=np.array([p for _, p, _ in others], dtype=np.float64).reshape(-1, 3),
            other_velocities=np.zeros((len(others), 2)),
            other_actions=tuple(None if a is None else Action.parse(a) for _, _, a in others),
        )

    return make


@pytest.fixture
def trajectory() -> Callable[..., Trajectory]:
    """Make a trajectory of 0.1 s steps from positions (robots, steps, 2)."""

    def make(*positions: Sequence[Sequence[float]]) -> Trajectory:
        xy = np.array(positions, dtype=np.float64)
        poses = np.concatenate([xy, np.zeros((*xy.shape[:2], 1))], axis=2)
        names = ("smart", "a", "b", "c")[: len(positions)]
        return Trajectory(names, TIME_STEP, poses)

    return make
