"""A robot running a program: in the world, or in an identified model of it (paper 3, Figure 2).

Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ce_core.identified_environment.environment_table import Beams, EnvironmentTable, read_scan
from ce_core.identified_environment.grid import Floats
from ce_core.identified_environment.laser_world import LaserWorld, measure_scan, push_off_walls, uniform
from ce_core.identified_environment.tasks import Task, run_task
from ce_core.internal_model.simulator.noise import gaussian

CHANCE_CHANNEL = 3_000
LEFT_WHEEL, RIGHT_WHEEL = 11, 12
SUBSTEPS = 5


class Body(NamedTuple):
    """The robot model: how commands become motion."""

    radius: float
    """[m]"""
    wheel_base: float
    """[m]"""
    motor_noise: float
    """standard deviation of each wheel's relative speed error"""
    motor_memory: float
    """part of that error that is left after a period: slip and drag last"""
    period: float
    """between two scans and commands [s]"""


class Run(NamedTuple):
    """What a run writes; N periods, B beams."""

    poses: Floats
    """(N, 3) true x, y [m], theta [rad]"""
    speeds: Floats
    """(N, 2)"""
    scans: Floats
    """(N, B); (1, B) if only the last one is kept"""


def new_run(periods: int, n_beams: int, keep_scans: bool) -> Run:
    """Allocate a run."""
    return Run(
        np.empty((periods, 3)), np.empty((periods, 2)), np.empty((periods if keep_scans else 1, n_beams))
    )


def drive(
    world: LaserWorld,
    model: EnvironmentTable,
    in_model: bool,
    body: Body,
    task: Task,
    beams: Beams,
    key: int,
    memory: Floats,
    run: Run,
) -> int:
    """Run a program; return the number of periods done.

    memory (7,): the program's own two numbers, the pose, and the wheels' slip, as the last run left them.

    In a model it ends early where nothing is known: perception is not made up. Walls stop the robot in both.
    """
    position, slip = memory[2:5], memory[5:7]
    for step in range(len(run.poses)):
        scan = run.scans[step] if len(run.scans) > 1 else run.scans[0]
        for axis in range(3):
            run.poses[step, axis] = position[axis]
        if in_model:
            if not read_scan(model, position[0], position[1], position[2], beams, scan):
                return step
        else:
            measure_scan(world, position[0], position[1], position[2], beams, key, step, scan)
        chance = uniform(key, step, CHANCE_CHANNEL)
        v, omega = run_task(task, scan, beams, memory, chance)
        run.speeds[step, 0], run.speeds[step, 1] = v, omega
        renew_slip(body, key, step, slip)
        move_body(world, body, v, omega, slip, position)
    return len(run.poses)


def move_body(world: LaserWorld, body: Body, v: float, omega: float, slip: Floats, position: Floats) -> None:
    """Move for one period with wheels that err by slip (2,), and off the walls, in place."""
    left = (v - 0.5 * omega * body.wheel_base) * (1.0 + slip[0])
    right = (v + 0.5 * omega * body.wheel_base) * (1.0 + slip[1])
    v, omega = 0.5 * (left + right), (right - left) / body.wheel_base
    dt = body.period / SUBSTEPS
    for _ in range(SUBSTEPS):
        position[0] += v * math.cos(position[2] + 0.5 * omega * dt) * dt
        position[1] += v * math.sin(position[2] + 0.5 * omega * dt) * dt
        position[2] += omega * dt
    push_off_walls(world, body.radius, position)


def renew_slip(body: Body, key: int, step: int, slip: Floats) -> None:
    """Let each wheel's error fade and change by chance, in place; its standard deviation stays."""
    fresh = body.motor_noise * math.sqrt(1.0 - body.motor_memory * body.motor_memory)
    slip[0] = body.motor_memory * slip[0] + fresh * gaussian(key, 0, step, LEFT_WHEEL)
    slip[1] = body.motor_memory * slip[1] + fresh * gaussian(key, 0, step, RIGHT_WHEEL)
