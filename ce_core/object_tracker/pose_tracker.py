"""Tracks from measured poses, as a motion capture system gives them: filtered, with velocities."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Gt, Unit
from typing_extensions import Doc

from ce_core.object_tracker.axis_filter import AxisFilter
from ce_core.object_tracker.track import NO_COVARIANCE, Track, wrapped


@dataclass(frozen=True)
class PoseTrackerConfig:
    """How poses become tracks."""

    position_sd: Annotated[float, Unit("m"), Gt(0.0), Doc("Standard deviation of a measured position.")] = (
        0.001
    )
    heading_sd: Annotated[float, Unit("rad"), Gt(0.0), Doc("Standard deviation of a measured heading.")] = (
        0.01
    )
    acceleration_sd: Annotated[
        float, Unit("m/s^2"), Gt(0.0), Doc("How a robot's velocity changes; smaller is smoother and later.")
    ] = 1.0
    turn_acceleration_sd: Annotated[float, Unit("rad/s^2"), Gt(0.0), Doc("The same for its turn rate.")] = (
        20.0
    )
    speed_sd: Annotated[
        float, Unit("m/s"), Gt(0.0), Doc("How fast a robot may be when it is first seen.")
    ] = 0.15
    gate: Annotated[
        float,
        Unit("m"),
        Ge(0.0),
        Doc("A pose farther than this from where the robot must be is not believed at first."),
    ] = 0.15
    jump_after: Annotated[
        float, Unit("s"), Gt(0.0), Doc("If such poses go on for this long, the robot was carried there.")
    ] = 0.3
    lost_after: Annotated[
        float,
        Unit("s"),
        Gt(0.0),
        Doc("A gap of this length is bridged by prediction; then the robot is lost."),
    ] = 1.0


@dataclass
class _State:
    """What is known of one robot."""

    x: AxisFilter
    y: AxisFilter
    theta: AxisFilter
    time: float
    """Of the last measurement that was believed [s]."""
    position_sd: float


class PoseTracker:
    """One filter per robot, by name: a robot keeps its identity as long as the source knows its name."""

    def __init__(self, config: PoseTrackerConfig) -> None:
        self._config = config
        self._states: dict[str, _State] = {}

    def update(
        self, robot: str, time: float, x: float, y: float, theta: float, position_sd: float | None = None
    ) -> None:
        """Take a measured pose [m, rad] of a robot at a time [s]; what is not finite was not seen."""
        if not (math.isfinite(x) and math.isfinite(y) and math.isfinite(theta) and math.isfinite(time)):
            return  # a motion capture system reports a robot that it does not see this way
        config = self._config
        sd = config.position_sd if position_sd is None else position_sd
        state = self._states.get(robot)
        if state is None or time - state.time > config.lost_after:
            self._states[robot] = self._begin(time, x, y, theta, sd)
            return
        dt = time - state.time
        if dt <= 0.0:
            return
        ahead_x, ahead_y = state.x.value + state.x.rate * dt, state.y.value + state.y.rate * dt
        if math.hypot(x - ahead_x, y - ahead_y) > config.gate:
            if dt >= config.jump_after:
                self._states[robot] = self._begin(time, x, y, theta, sd)
            return
        for axis, measured in ((state.x, x), (state.y, y)):
            axis.predict(dt, config.acceleration_sd)
            axis.correct(measured - axis.value, sd)
        state.theta.predict(dt, config.turn_acceleration_sd)
        state.theta.correct(wrapped(theta - state.theta.value), config.heading_sd)
        state.time, state.position_sd = time, sd

    def tracks(self, time: float) -> list[Track]:
        """Return everyone who was measured lately, predicted to this time [s], by name."""
        return [
            self._track(robot, state, time)
            for robot, state in sorted(self._states.items())
            if time - state.time <= self._config.lost_after
        ]

    def lost(self, time: float) -> list[str]:
        """Return those who were tracked and are not any more, by name."""
        return [
            robot
            for robot, state in sorted(self._states.items())
            if time - state.time > self._config.lost_after
        ]

    def forget(self, robot: str) -> None:
        """Know nothing of a robot any more."""
        self._states.pop(robot, None)

    def _begin(self, time: float, x: float, y: float, theta: float, sd: float) -> _State:
        config = self._config
        return _State(
            AxisFilter(x, sd, config.speed_sd),
            AxisFilter(y, sd, config.speed_sd),
            AxisFilter(theta, config.heading_sd, 10.0 * config.speed_sd),
            time,
            sd,
        )

    def _track(self, robot: str, state: _State, time: float) -> Track:
        age = max(0.0, time - state.time)
        x, y, theta = state.x.copy(), state.y.copy(), state.theta.copy()
        x.predict(age, self._config.acceleration_sd)
        y.predict(age, self._config.acceleration_sd)
        theta.predict(age, self._config.turn_acceleration_sd)
        covariance = list(NO_COVARIANCE)
        for k, axis in enumerate((x, y, theta)):
            covariance[7 * k], between, covariance[7 * (k + 3)] = axis.covariance
            covariance[6 * k + k + 3] = covariance[6 * (k + 3) + k] = between
        return Track(
            robot,
            x.value,
            y.value,
            wrapped(theta.value),
            x.rate,
            y.rate,
            theta.rate,
            position_sd=math.sqrt(0.5 * (covariance[0] + covariance[7])),
            age=age,
            covariance=tuple(covariance),
        )
