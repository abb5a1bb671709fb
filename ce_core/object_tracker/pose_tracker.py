"""Tracks from measured poses, as a motion capture system gives them: the poses, and smoothed velocities."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Annotated

from annotated_types import Ge, Gt, Unit
from typing_extensions import Doc

from ce_core.object_tracker.track import Track, wrapped


@dataclass(frozen=True)
class PoseTrackerConfig:
    """How poses become tracks."""

    velocity_time: Annotated[
        float, Unit("s"), Gt(0.0), Doc("Time constant of the low-pass filter for velocities.")
    ] = 0.1
    position_sd: Annotated[float, Unit("m"), Ge(0.0), Doc("Standard deviation of a measured position.")] = (
        0.001
    )
    lost_after: Annotated[
        float, Unit("s"), Gt(0.0), Doc("A robot that is not measured for this long is not tracked.")
    ] = 1.0


class PoseTracker:
    """Remembers the last pose of every robot and how fast it changes."""

    def __init__(self, config: PoseTrackerConfig) -> None:
        self._config = config
        self._tracks: dict[str, tuple[float, Track]] = {}

    def update(self, robot: str, time: float, x: float, y: float, theta: float) -> None:
        """Take a measured pose [m, rad] of a robot at a time [s]."""
        if not (math.isfinite(x) and math.isfinite(y) and math.isfinite(theta)):
            return  # a motion capture system reports a robot that it does not see this way
        fresh = Track(robot, x, y, theta, position_sd=self._config.position_sd)
        if robot not in self._tracks or time - self._tracks[robot][0] > self._config.lost_after:
            self._tracks[robot] = (time, fresh)
            return
        then, old = self._tracks[robot]
        dt = time - then
        if dt <= 0.0:
            return
        weight = 1.0 - math.exp(-dt / self._config.velocity_time)
        fresh = replace(
            fresh,
            vx=old.vx + weight * ((x - old.x) / dt - old.vx),
            vy=old.vy + weight * ((y - old.y) / dt - old.vy),
            omega=old.omega + weight * (wrapped(theta - old.theta) / dt - old.omega),
        )
        self._tracks[robot] = (time, fresh)

    def tracks(self, time: float) -> list[Track]:
        """Return everyone who was measured lately, with the age of the measurement, by name."""
        return [
            replace(track, age=max(0.0, time - then))
            for _, (then, track) in sorted(self._tracks.items())
            if time - then <= self._config.lost_after
        ]
