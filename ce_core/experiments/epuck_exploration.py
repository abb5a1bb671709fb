"""An e-puck drives about alone with its infrared ring: the log that its internal model is learned from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.experiments.condition import Condition
from ce_core.identified_environment.perception_log import PerceptionLog
from ce_core.internal_model.robot_controller import CONTROL_PERIOD
from ce_core.internal_model.robot_model import RobotModel
from ce_core.internal_model.sensors.tracker import Frame, Tracker
from ce_core.internal_model.simulator.running_world import RunningWorld
from ce_core.internal_model.world_model import Arena

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ExplorationConfig:
    """Straight ahead until something is near, then a turn on the spot that is left to chance."""

    duration: Annotated[float, Unit("s"), Gt(0.0), Doc("Length of the log.")] = 14400.0
    turn_rate: Annotated[float, Unit("rad/s"), Gt(0.0), Doc("On the spot.")] = 2.0
    near: Annotated[float, Gt(0.0), Le(1.0), Doc("A reading ahead from which it turns.")] = 0.6
    push_on: Annotated[
        float, Unit("s"), Ge(0.0), Doc("At most; it goes on for a part of this, so as to touch walls too.")
    ] = 0.6
    turns_in_sight: Annotated[
        float, Unit("1/s"), Ge(0.0), Doc("In the mean, where it reads anything: there is much to learn.")
    ] = 2.0
    turns_in_the_open: Annotated[float, Unit("1/s"), Ge(0.0), Doc("In the mean, elsewhere.")] = 0.5


def explore(
    arena: Arena, model: RobotModel, condition: Condition, seed: int, config: ExplorationConfig | None = None
) -> PerceptionLog:
    """Return the log of the ring, every control period, with poses as the condition's tracker saw them.

    Poses and readings are put together by their times, as in paper 3, section 2.1.
    """
    config = ExplorationConfig() if config is None else config
    ring = model.infrared_ring
    if ring is None:
        raise ValueError(f"robot model {model.name!r} has no infrared ring to explore with")
    start = np.array([[*np.mean(np.reshape(arena.bounds, (2, 2)), axis=0), 0.0]])
    world = RunningWorld(
        arena, [model], start, condition.time_step, seed, noise=condition.noise, compiled=True
    )
    tracker = Tracker(condition.tracker, seed)
    driver = _Driver(model, config, np.random.default_rng(seed))
    n = round(config.duration / CONTROL_PERIOD)
    readings, commands = np.empty((n, ring.n_values)), np.empty((n, 2))
    frames: dict[float, Frame] = {}
    for step in range(n):
        readings[step] = world.infrared()[0, : ring.n_values]
        commands[step] = driver.command(readings[step])
        for _ in range(condition.steps_per_control):
            tracker.observe(world.time, world.poses)
            frame = tracker.latest(world.time)
            frames[frame.time] = frame
            world.step(commands[step : step + 1])
    time: Floats = np.arange(n, dtype=np.float64) * CONTROL_PERIOD
    poses = _at(time, list(frames.values()))
    return PerceptionLog(ring.name, time, poses, commands, np.array(ring.angles), readings)


class _Driver:
    """The exploring program."""

    def __init__(self, model: RobotModel, config: ExplorationConfig, rng: np.random.Generator) -> None:
        assert model.infrared_ring is not None
        self._speed, self._config, self._rng = model.max_speed, config, rng
        self._ahead = np.abs(np.array(model.infrared_ring.angles)) < np.pi / 3
        self._push, self._turn, self._side = 0.0, 0.0, 1.0

    def command(self, readings: Floats) -> tuple[float, float]:
        """Return speed [m/s] and turn rate [rad/s] for the next control period."""
        if self._turn > 0.0:
            self._turn -= self._config.turn_rate * CONTROL_PERIOD
            return 0.0, self._side * self._config.turn_rate
        blocked = bool(readings[self._ahead].max() >= self._config.near)
        if self._push > 0.0:
            self._push -= CONTROL_PERIOD
            if self._push <= 0.0:
                self._begin_turn()
        elif blocked:
            self._push = self._config.push_on * self._rng.uniform() + 1e-9
        else:
            often = self._config.turns_in_sight if readings.any() else self._config.turns_in_the_open
            if self._rng.uniform() < often * CONTROL_PERIOD:
                self._begin_turn()
        return self._speed, 0.0

    def _begin_turn(self) -> None:
        self._turn = self._rng.uniform(np.pi, 3.0 * np.pi)
        self._side = float(self._rng.choice((-1.0, 1.0)))


def _at(time: Floats, frames: list[Frame]) -> Floats:
    """Return the pose (n, 3) at each time [s], interpolated between the tracker's frames."""
    seen, poses = np.array([frame.time for frame in frames]), np.array([frame.poses[0] for frame in frames])
    poses[:, 2] = np.unwrap(poses[:, 2])
    return np.column_stack([np.interp(time, seen, poses[:, k]) for k in range(3)])
