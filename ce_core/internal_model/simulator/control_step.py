"""One control step of a simulated world: sense, control, move, contacts (lecture, Simulation flow).

Plain Python that `ce_core.kernels` compiles; the plain simulator runs it as it is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.robot_controller.controller import CONTROL_PERIOD, control
from ce_core.internal_model.robot_controller.sub_action import Drive, Senses, Wheels
from ce_core.internal_model.robot_model.model_table import BY_TORQUES, HOLONOMIC, Floats, ModelTable
from ce_core.internal_model.simulator.contacts import separate
from ce_core.internal_model.simulator.holonomic_motion import turn_velocity, wanted_velocity
from ce_core.internal_model.simulator.infrared_ring import sense_infrared
from ce_core.internal_model.simulator.motion import accelerate, move
from ce_core.internal_model.simulator.noise import (
    ALWAYS,
    FIRST_SENSOR,
    LEFT_BIAS,
    LEFT_MOTOR,
    RIGHT_BIAS,
    RIGHT_MOTOR,
    NoiseLevels,
    relative_error,
)
from ce_core.internal_model.simulator.scene import Scene
from ce_core.internal_model.simulator.stall import touches
from ce_core.internal_model.simulator.torque_motion import body_of, follow


class Plan(NamedTuple):
    """What the robots of a scene do, and what keys their noise."""

    kinds: NDArray[np.int64]
    """(R, MAX_SUB_ACTIONS)"""
    arguments: Floats
    """(R, MAX_SUB_ACTIONS, MAX_ARGUMENTS)"""
    key: int
    """From `seed_key`."""
    noise: NoiseLevels


class Scratch(NamedTuple):
    """Space that the steps of one scene use again and again."""

    nearest: Floats
    """(S, N) fraction of its reach after which each ray meets something"""
    ir: Floats
    """(R, S) infrared activation"""


def scratch_space(table: ModelTable, n_robots: int) -> Scratch:
    """Allocate what the steps of a scene with at most this many robots need."""
    n_sensors, n_rays = table.rays.shape[1:3]
    return Scratch(np.empty((n_sensors, n_rays)), np.empty((n_robots, n_sensors)))


def control_step(scene: Scene, plan: Plan, table: ModelTable, scratch: Scratch, step: int) -> int:
    """Advance all robots by CONTROL_PERIOD, in place; return the number of contacts.

    All robots sense before any moves, so their order does not matter.
    """
    for robot in range(len(scene.x)):
        sense_infrared(scene, robot, table, scratch.nearest, scratch.ir[robot])
        if plan.noise.infrared > 0.0:
            disturb(scratch.ir[robot], plan.noise.infrared, plan.key, robot, step)
    for robot in range(len(scene.x)):
        drive_robot(scene, plan, table, robot, step, scratch.ir[robot])
    return separate(scene, table)


def drive_robot(scene: Scene, plan: Plan, table: ModelTable, robot: int, step: int, ir: Floats) -> None:
    """Run the robot's controller on what it senses and move it, in place."""
    row = scene.model[robot]
    x, y, theta = scene.x[robot], scene.y[robot], scene.theta[robot]
    senses = Senses(ir, x, y, theta)
    change = table.max_acceleration[row] * CONTROL_PERIOD
    if table.drive[row] == HOLONOMIC:
        vx, vy = wanted_velocity(plan.kinds[robot], plan.arguments[robot], senses, table.max_speed[row])
        wanted = disturb_wheels(Wheels(vx, vy), plan.noise, plan.key, robot, step)
        v, heading = turn_velocity(scene.v[robot], theta, wanted.left, wanted.right, change)
        scene.theta[robot], omega = heading, 0.0
    else:
        drive = Drive(
            table.max_speed[row], table.wheel_base[row], table.avoid_left[row], table.avoid_right[row]
        )
        wheels = control(plan.kinds[robot], plan.arguments[robot], senses, drive)
        wheels = disturb_wheels(wheels, plan.noise, plan.key, robot, step)
        speeds = (scene.v[robot], scene.omega[robot])
        if table.drive[row] == BY_TORQUES:
            v, omega = follow(body_of(table.body[row]), drive.wheel_base, speeds, wheels, CONTROL_PERIOD)
        else:
            v, omega = accelerate(speeds[0], speeds[1], wheels, drive.wheel_base, change)
    scene.v[robot], scene.omega[robot] = v, omega
    scene.x[robot], scene.y[robot], scene.theta[robot] = move(
        x, y, scene.theta[robot], v, omega, CONTROL_PERIOD
    )
    if table.stalls[row] and touches(scene, table, robot):
        scene.x[robot], scene.y[robot], scene.theta[robot] = x, y, theta


def disturb(ir: Floats, level: float, key: int, robot: int, step: int) -> None:
    """Turn each reading S into S N(1, level), at most 1, in place (lecture, Noise)."""
    for sensor in range(len(ir)):
        ir[sensor] = min(ir[sensor] * relative_error(level, key, robot, step, FIRST_SENSOR + sensor), 1.0)


def disturb_wheels(wheels: Wheels, noise: NoiseLevels, key: int, robot: int, step: int) -> Wheels:
    """Multiply each wheel's speed by its constant and by its momentary error."""
    left = relative_error(noise.motor_bias, key, robot, ALWAYS, LEFT_BIAS)
    left *= relative_error(noise.motor, key, robot, step, LEFT_MOTOR)
    right = relative_error(noise.motor_bias, key, robot, ALWAYS, RIGHT_BIAS)
    right *= relative_error(noise.motor, key, robot, step, RIGHT_MOTOR)
    grip = 1.0 - noise.slip
    return Wheels(wheels.left * left * grip, wheels.right * right * grip)
