"""Robots drive to the initial poses of a trial by themselves, also real ones (paper 0, section 2.4.5)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Gt, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.internal_model.robot_controller.action import Action, SubAction

Pose = tuple[float, float, float]
"""x [m], y [m], theta [rad]"""

STOP = Action((SubAction("Stop"),))
DETOUR_TIME = 4.0
"""[s] A robot that does not get on goes somewhere else for so long."""

NEAR = 0.035
"""[m] So far `MoveTo` brings a robot; the rest it goes slowly, straight ahead or straight back."""

CREEP = ((0.015, 0.15), (0.0, 0.06))
"""Farther than [m] from its place: this fraction of the top speed. A pose is known 0.2 s late."""

AIM = 0.3
"""[rad] A robot that looks this far past its place, or past its opposite, turns before it creeps on."""


@dataclass(frozen=True)
class PlacingConfig:
    """How exactly, and how long."""

    position_tolerance: Annotated[
        float, Unit("m"), Gt(0.0), Doc("A robot this near to its initial position is there.")
    ] = 0.005
    heading_tolerance: Annotated[
        float, Unit("rad"), Gt(0.0), Doc("A robot this near to its initial heading is there.")
    ] = 0.03
    timeout: Annotated[
        float, Unit("s"), Gt(0.0), Doc("A trial is given up when a robot needs longer to get there.")
    ] = 120.0
    stuck_time: Annotated[
        float, Unit("s"), Gt(0.0), Doc("A robot that gets no nearer for this long makes a detour.")
    ] = 5.0


@dataclass
class _Way:
    """How one robot gets on."""

    nearest: float = math.inf
    """It has been so near to its place [m]."""
    since: float = 0.0
    """Then [s]."""
    detour: tuple[float, float] | None = None
    detour_until: float = 0.0
    """[s]"""
    turning: bool = False
    """It is in its place, and has to look the right way only."""


class Placing:
    """Says what each robot has to do next until all are where they should be."""

    def __init__(
        self,
        names: Sequence[str],
        targets: NDArray[np.float64],
        bounds: tuple[float, float, float, float],
        start: float,
        config: PlacingConfig | None = None,
        seed: int = 0,
    ) -> None:
        """Bring robots to targets (n, 3): x, y [m], theta [rad], inside bounds [m], from a time on [s]."""
        self.config = config or PlacingConfig()
        self._targets: dict[str, Pose] = {
            name: (x, y, theta) for name, (x, y, theta) in zip(names, targets.tolist(), strict=True)
        }
        self._ways = {name: _Way(since=start) for name in names}
        self._bounds, self._start = bounds, start
        self._rng = np.random.default_rng(seed)

    def elsewhere(self, poses: Mapping[str, Pose]) -> list[str]:
        """Return who is not there yet, or is not seen."""
        return [
            name
            for name, target in self._targets.items()
            if name not in poses or not self._is_there(poses[name], target)
        ]

    def expired(self, now: float) -> bool:
        """Tell whether it has taken too long [s]."""
        return now - self._start > self.config.timeout

    def actions(self, now: float, poses: Mapping[str, Pose]) -> dict[str, Action]:
        """Return what each robot that is seen does next, at a time [s]."""
        return {
            name: self._action(name, self._ways[name], now, poses[name])
            for name in self._targets
            if name in poses
        }

    def _is_there(self, pose: Pose, target: Pose) -> bool:
        near = math.hypot(pose[0] - target[0], pose[1] - target[1]) <= self.config.position_tolerance
        return near and abs(_turn(pose, target)) <= self.config.heading_tolerance

    def _action(self, name: str, way: _Way, now: float, pose: Pose) -> Action:
        target = self._targets[name]
        distance = math.hypot(pose[0] - target[0], pose[1] - target[1])
        if distance <= max(self.config.position_tolerance, NEAR):
            way.nearest, way.since, way.detour = math.inf, now, None
            if distance > 0.7 * self.config.position_tolerance and not way.turning:
                return _creep(pose, target)
            way.turning = distance <= self.config.position_tolerance
            return _turn_action(_turn(pose, target), self.config.heading_tolerance)
        if way.detour is not None and now < way.detour_until:
            return _go_to(way.detour)
        if distance < way.nearest - 0.01:
            way.nearest, way.since = distance, now
        elif now - way.since > self.config.stuck_time:
            low_x, low_y, high_x, high_y = self._bounds
            x, y = self._rng.uniform((low_x + 0.15, low_y + 0.15), (high_x - 0.15, high_y - 0.15)).tolist()
            way.detour, way.detour_until = (x, y), now + DETOUR_TIME
            way.nearest, way.since = math.inf, now + DETOUR_TIME
            return _go_to(way.detour)
        return _go_to(target[:2])


def _go_to(place: tuple[float, float]) -> Action:
    return Action((SubAction("MoveTo", place), SubAction("Avoidance")))


def _turn(pose: Pose, target: Pose) -> float:
    """Return how far to turn, counter-clockwise [rad]."""
    turn = target[2] - pose[2]
    return math.atan2(math.sin(turn), math.cos(turn))


def _turn_action(turn: float, tolerance: float) -> Action:
    """Turn fast when there is far to go and slowly near the end; a pose is known late."""
    if abs(turn) <= 0.7 * tolerance:
        return STOP
    speed = 0.25 if abs(turn) > 0.8 else 0.06 if abs(turn) > 0.15 else 0.02
    return Action((SubAction("TurnLeft" if turn > 0.0 else "TurnRight", (speed,)),))


def _creep(pose: Pose, target: Pose) -> Action:
    """Get nearer slowly, forwards or backwards, whichever needs less of a turn first."""
    dx, dy = target[0] - pose[0], target[1] - pose[1]
    ahead = math.atan2(dy, dx)
    aside = _turn(pose, (*pose[:2], ahead))
    direction = 1.0 if abs(aside) <= 0.5 * math.pi else -1.0
    if direction < 0.0:
        aside = _turn(pose, (*pose[:2], ahead + math.pi))
    if abs(aside) > AIM:
        return _turn_action(aside, AIM)
    speed = next(speed for beyond, speed in CREEP if math.hypot(dx, dy) > beyond)
    return Action((SubAction("GoStraight", (direction * speed,)),))
