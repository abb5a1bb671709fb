"""The laboratory of paper 3, simulated: a Magellan Pro with a laser between boxes, watched by a camera."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Lt, Unit
from typing_extensions import Doc

from ce_core.identified_environment.closed_loop import Body, Run, new_run
from ce_core.identified_environment.environment_model import EnvironmentModel
from ce_core.identified_environment.environment_table import Beams, EnvironmentTable, beams
from ce_core.identified_environment.grid import Floats, Grid
from ce_core.identified_environment.laser_world import LaserWorld
from ce_core.identified_environment.perception_log import PerceptionLog
from ce_core.identified_environment.tasks import EXPLORE, FOLLOW_WALL, Task
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator.noise import seed_key
from ce_core.internal_model.world_model import load_arena

EXPLORATION_RUN, VALIDATION_RUN, MODEL_RUN = 0, 1, 2
"""Runs of one seed, each with noise of its own."""


EXPLORATION = Task(EXPLORE, speed=0.25, turn=1.0, clearance=0.29)
VALIDATION = Task(FOLLOW_WALL, speed=0.15, turn=1.0, clearance=0.42)


@dataclass(frozen=True)
class LaboratoryConfig:
    """What the paper says of its laboratory, and our choice where it is silent."""

    arena: Annotated[str, Doc("Where the robot is.")] = "boxes"
    centre: Annotated[tuple[float, float], Unit("m"), Doc("What the wall follower goes around.")] = (
        -0.13,
        0.0,
    )
    start: Annotated[tuple[float, float, float], Doc("First pose: x, y [m], theta [rad].")] = (
        -0.7,
        0.75,
        math.pi,
    )
    period: Annotated[float, Unit("s"), Gt(0.0), Doc("Between two records (section 2.1).")] = 0.25
    exploration_time: Annotated[float, Unit("s"), Gt(0.0), Doc("About 2 hours (section 3).")] = 7200.0
    validation_time: Annotated[float, Unit("s"), Gt(0.0), Doc("Enough for 17 circuits.")] = 1400.0
    range_noise: Annotated[float, Unit("m"), Ge(0.0), Doc("Of a laser reading; resolution is 1 cm.")] = 0.005
    specular: Annotated[float, Ge(0.0), Lt(1.0), Doc("Part of readings that took one reflection more.")] = (
        0.001
    )
    position_error: Annotated[float, Unit("m"), Ge(0.0), Doc("Of the camera, about 1 cm (section 2.1).")] = (
        0.01
    )
    heading_error: Annotated[float, Unit("rad"), Ge(0.0), Doc("Of the camera.")] = 0.009
    motor_noise: Annotated[float, Ge(0.0), Doc("Relative error of each wheel's speed.")] = 0.05
    motor_memory: Annotated[float, Ge(0.0), Lt(1.0), Doc("Part of it left after a period.")] = 0.9
    exploration: Annotated[Task, Doc("Obstacle avoidance.")] = EXPLORATION
    validation: Annotated[Task, Doc("Wall following.")] = VALIDATION


class Laboratory:
    """Runs the robot in the world or in a model of it; everything is a function of the seed."""

    def __init__(self, config: LaboratoryConfig | None = None) -> None:
        self.config = config or LaboratoryConfig()
        robot = ROBOT_MODELS["magellan_pro"]
        laser = next(sensor for sensor in robot.sensors if sensor.name == "laser")
        self.radius, self.wheel_base = robot.radius, robot.wheel_base
        self.angles: Floats = np.linspace(-0.5, 0.5, laser.n_values) * math.pi
        self.beams: Beams = beams(self.angles)
        self.max_range = 8.0

    @cached_property
    def segments(self) -> Floats:
        """The walls (W, 4) [m]."""
        return np.array(load_arena(self.config.arena).segments)

    @cached_property
    def world(self) -> LaserWorld:
        """The world with all its errors."""
        return LaserWorld(self.segments, self.max_range, self.config.range_noise, self.config.specular)

    @cached_property
    def plan(self) -> LaserWorld:
        """A model of the world made by hand: a plan measured to 5 cm, a laser without errors."""
        drawn = np.round(self.segments / 0.05) * 0.05
        drawn = drawn[np.any(drawn[:, :2] != drawn[:, 2:], axis=1)]
        return LaserWorld(drawn, self.max_range, 0.0, 0.0)

    def body(self, noisy: bool = True) -> Body:
        """How the robot moves."""
        noise = self.config.motor_noise if noisy else 0.0
        return Body(self.radius, self.wheel_base, noise, self.config.motor_memory, self.config.period)

    def explore(self, seed: int) -> tuple[PerceptionLog, Run]:
        """Let the robot explore; return what was logged, and what was so."""
        periods = round(self.config.exploration_time / self.config.period)
        run = self.drive(self.config.exploration, periods, seed, EXPLORATION_RUN)
        return self.logged(run, seed, EXPLORATION_RUN), run

    def follow_wall(self, seed: int, model: EnvironmentModel | None = None, number: int = 0) -> Run:
        """Let the robot follow the wall, in the world or in a model; shorter if that ends at the unknown."""
        periods = round(self.config.validation_time / self.config.period)
        run_number = VALIDATION_RUN if model is None else MODEL_RUN + number
        return self.drive(self.config.validation, periods, seed, run_number, model)

    def drive(
        self, task: Task, periods: int, seed: int, run_number: int, model: EnvironmentModel | None = None
    ) -> Run:
        """Run a program from the first pose."""
        from ce_core.kernels.closed_loop import drive  # here, so that only its users import numba

        run = new_run(periods, len(self.angles), keep_scans=model is None)
        memory = np.zeros(7)
        memory[2:5] = self.config.start
        table = empty_table() if model is None else model.table
        key = seed_key(seed + (run_number << 40))
        done = drive(self.world, table, model is not None, self.body(), task, self.beams, key, memory, run)
        return Run(run.poses[:done], run.speeds[:done], run.scans)

    def logged(self, run: Run, seed: int, run_number: int) -> PerceptionLog:
        """Return what the robot's log says of a run: poses as the camera saw them."""
        rng = np.random.default_rng((seed, run_number))
        n = len(run.poses)
        poses = run.poses.copy()
        poses[:, :2] += rng.normal(0.0, self.config.position_error / math.sqrt(2.0), (n, 2))
        poses[:, 2] += rng.normal(0.0, self.config.heading_error, n)
        time: Floats = np.arange(n, dtype=np.float64) * self.config.period
        return PerceptionLog("laser", time, poses, run.speeds, self.angles, run.scans)


def empty_table() -> EnvironmentTable:
    """Stand in for a model where the robot is in the world."""
    return EnvironmentTable(
        Grid(0.0, 0.0, 1.0, 0, 0),
        np.zeros(0, dtype=np.int32),
        0.0,
        np.zeros((0, 0)),
        np.zeros(1, dtype=np.int32),
        np.zeros(0, dtype=np.int16),
        np.zeros(1, dtype=np.int32),
        np.zeros(0, dtype=np.uint8),
        np.zeros(0),
        np.zeros((0, 2), dtype=np.uint8),
    )
