"""One time step of a running world, whose robots take velocity commands and give readings.

Plain Python: a running world calls it as it is, or compiled by `ce_core.kernels` if asked.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ce_core.internal_model.angles import cos_sin
from ce_core.internal_model.robot_controller.sub_action import Wheels
from ce_core.internal_model.robot_model.model_table import BY_TORQUES, HOLONOMIC, Floats, ModelTable
from ce_core.internal_model.simulator.contacts import settle
from ce_core.internal_model.simulator.gaussian import factor, step_key
from ce_core.internal_model.simulator.holonomic_motion import turn_velocity
from ce_core.internal_model.simulator.infrared_ring import Here, Ring, apply_law, cast_rays_of
from ce_core.internal_model.simulator.motion import accelerate, move
from ce_core.internal_model.simulator.neighbours import Neighbours
from ce_core.internal_model.simulator.noise import LEFT_MOTOR, RIGHT_MOTOR, NoiseLevels
from ce_core.internal_model.simulator.scene import Integers, Scene
from ce_core.internal_model.simulator.stall import touches
from ce_core.internal_model.simulator.torque_motion import body_of, follow


class Running(NamedTuple):
    """R robots between walls, with their motors and odometry; arrays are changed in place."""

    scene: Scene
    table: ModelTable
    near: Neighbours
    ring: Ring
    noise: NoiseLevels
    key: Integers
    """(R,) of each robot's noise"""
    bias: Floats
    """(R, 2) constant factor of each robot's left and right wheel, with what slips off"""
    motors: Floats
    """(R, 2) speed [m/s] and turn rate [rad/s] that the motors run at"""
    odometry: Floats
    """(R, 3) x, y [m], theta [rad], each from its own start"""
    odometry_error: Floats
    """(R, 2) constant factor of each wheel as the odometry counts it"""
    before: Floats
    """(R, 2) where the robots were before contacts moved them [m]"""
    ir: Floats
    """(R, S) infrared activation"""
    time_step: float
    """[s]"""


def sense_world(world: Running, step: int) -> None:
    """Write what all infrared sensors read now into world.ir."""
    scene = world.scene
    for robot in range(len(scene.x)):
        cos, sin = cos_sin(scene.theta[robot])
        here = Here(scene.x[robot], scene.y[robot], cos, sin, scene.model[robot])
        seen = cast_rays_of(scene, world.table, world.near, world.ring, robot, here)
        if seen:
            apply_law(world.ring, here.row, world.noise.infrared, step_key(world.key[robot], step))
        for sensor in range(len(world.ring.ir)):
            world.ir[robot, sensor] = world.ring.ir[sensor] if seen else 0.0


def step_world(world: Running, commands: Floats, step: int) -> int:
    """Advance by one time step; commands (R, 2) [m/s, rad/s]. Return the number of contacts.

    A holonomic robot takes a velocity x, y [m/s] in frame map.
    """
    scene = world.scene
    stalled, fastest = 0, 0.0
    for robot in range(len(scene.x)):
        stalled += drive_body(world, robot, commands[robot, 0], commands[robot, 1], step)
        world.before[robot, 0] = scene.x[robot]
        world.before[robot, 1] = scene.y[robot]
        fastest = max(fastest, abs(scene.v[robot]))
    touching = settle(scene, world.table, world.near, 0, fastest * world.time_step)
    if touching > 0:
        for robot in range(len(scene.x)):
            measure_speed(world, robot)
    return stalled + touching


def drive_body(world: Running, robot: int, v: float, omega: float, step: int) -> int:
    """Move one robot as its motors can follow the command; return 1 if it stalls instead."""
    scene, table = world.scene, world.table
    row = scene.model[robot]
    x, y, theta = scene.x[robot], scene.y[robot], scene.theta[robot]
    heading = theta
    if table.drive[row] == HOLONOMIC:
        v, heading = walk(world, robot, v, omega, step)
        omega = 0.0
    else:
        turned = run_motors(world, robot, v, omega)
        count_odometry(world, robot, turned)
        rolled = disturb_wheels(world, robot, turned, step)
        v = 0.5 * (rolled.left + rolled.right)
        omega = (rolled.right - rolled.left) / table.wheel_base[row]
    scene.x[robot], scene.y[robot], scene.theta[robot] = move(x, y, heading, v, omega, world.time_step)
    scene.v[robot], scene.omega[robot] = v, omega
    if table.stalls[row] and touches(scene, table, robot):
        scene.x[robot], scene.y[robot], scene.theta[robot] = x, y, theta
        scene.v[robot], scene.omega[robot] = 0.0, 0.0
        return 1
    return 0


def run_motors(world: Running, robot: int, v: float, omega: float) -> Wheels:
    """Return the wheel speeds [m/s] that the motors reach in this step towards the command."""
    scene, table = world.scene, world.table
    row = scene.model[robot]
    base, top = table.wheel_base[row], table.max_speed[row]
    wanted = Wheels(min(max(v - 0.5 * omega * base, -top), top), min(max(v + 0.5 * omega * base, -top), top))
    if table.drive[row] == BY_TORQUES:
        # A mass that a wall has stopped must be brought up to speed again.
        speeds = (scene.v[robot], scene.omega[robot])
        v, omega = follow(body_of(table.body[row]), base, speeds, wanted, world.time_step)
    else:
        change = table.max_acceleration[row] * world.time_step
        v, omega = accelerate(world.motors[robot, 0], world.motors[robot, 1], wanted, base, change)
    world.motors[robot, 0], world.motors[robot, 1] = v, omega
    return Wheels(v - 0.5 * omega * base, v + 0.5 * omega * base)


def walk(world: Running, robot: int, vx: float, vy: float, step: int) -> tuple[float, float]:
    """Return speed and heading of a holonomic robot that is told a velocity in frame map."""
    scene, table = world.scene, world.table
    row = scene.model[robot]
    scale = min(table.max_speed[row] / max(math.sqrt(vx * vx + vy * vy), 1e-12), 1.0)
    wanted = disturb_wheels(world, robot, Wheels(vx * scale, vy * scale), step)
    change = table.max_acceleration[row] * world.time_step
    return turn_velocity(scene.v[robot], scene.theta[robot], wanted.left, wanted.right, change)


def disturb_wheels(world: Running, robot: int, wheels: Wheels, step: int) -> Wheels:
    """Multiply each wheel's speed by its constant and by its momentary error."""
    left, right = wheels.left * world.bias[robot, 0], wheels.right * world.bias[robot, 1]
    if world.noise.motor > 0.0:
        key = step_key(world.key[robot], step)
        left *= factor(world.noise.motor, key, LEFT_MOTOR)
        right *= factor(world.noise.motor, key, RIGHT_MOTOR)
    return Wheels(left, right)


def count_odometry(world: Running, robot: int, turned: Wheels) -> None:
    """Move a robot's odometry as its wheels believe to have turned [m/s]."""
    base, pose = world.table.wheel_base[world.scene.model[robot]], world.odometry[robot]
    left = turned.left * world.odometry_error[robot, 0]
    right = turned.right * world.odometry_error[robot, 1]
    pose[0], pose[1], pose[2] = move(
        pose[0], pose[1], pose[2], 0.5 * (left + right), (right - left) / base, world.time_step
    )


def measure_speed(world: Running, robot: int) -> None:
    """Correct the speed of a robot that contacts have moved."""
    scene = world.scene
    dx, dy = scene.x[robot] - world.before[robot, 0], scene.y[robot] - world.before[robot, 1]
    if dx != 0.0 or dy != 0.0:
        cos, sin = cos_sin(scene.theta[robot] - scene.omega[robot] * world.time_step)
        scene.v[robot] += (dx * cos + dy * sin) / world.time_step
