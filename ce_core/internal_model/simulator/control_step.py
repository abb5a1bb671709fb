"""One control step of simulated worlds: sense, control, move, contacts (lecture, Simulation flow).

Stage by stage for the robots of all rooms, each stage a plain loop, so that compiled code works on several
robots at once. Plain Python that `ce_core.kernels` compiles; the plain simulator runs it as it is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ce_core.internal_model.angles import cos_sin
from ce_core.internal_model.robot_controller.controller import CONTROL_PERIOD, control, uses_pose
from ce_core.internal_model.robot_controller.sub_action import Drive, Senses, Wheels
from ce_core.internal_model.robot_model.model_table import (
    BY_TORQUES,
    HOLONOMIC,
    ON_WHEELS,
    Floats,
    ModelTable,
)
from ce_core.internal_model.simulator.contacts import settle
from ce_core.internal_model.simulator.gaussian import factor, robot_key, step_key
from ce_core.internal_model.simulator.holonomic_motion import turn_velocity, wanted_velocity
from ce_core.internal_model.simulator.infrared_ring import Here, Ring, apply_law, cast_rays_of
from ce_core.internal_model.simulator.motion import follow
from ce_core.internal_model.simulator.neighbours import Neighbours, meet_the_neighbours
from ce_core.internal_model.simulator.noise import (
    ALWAYS,
    LEFT_BIAS,
    LEFT_MOTOR,
    RIGHT_BIAS,
    RIGHT_MOTOR,
    NoiseLevels,
    relative_error,
)
from ce_core.internal_model.simulator.scene import Indices, Integers, Scene
from ce_core.internal_model.simulator.stall import touches
from ce_core.internal_model.simulator.torque_motion import body_of
from ce_core.internal_model.simulator.torque_motion import follow as follow_by_torques

CRUISES, BEGINS, STEERS = 0, 1, 2


class Plan(NamedTuple):
    """What the robots of a scene do, and what keys their noise."""

    kinds: Integers
    """(R, MAX_SUB_ACTIONS)"""
    arguments: Floats
    """(R, MAX_SUB_ACTIONS, MAX_ARGUMENTS)"""
    key: Integers
    """(Q,) of each room, from `seed_key`"""
    noise: NoiseLevels


class Motors(NamedTuple):
    """The wheels of R robots, and what one step hands from stage to stage."""

    left: Floats
    """(R,) speed of each left wheel [m/s]"""
    right: Floats
    """(R,)"""
    cruise_left: Floats
    """(R,) what the controller wants of it while the robot sees nothing [m/s] ..."""
    cruise_right: Floats
    """(R,)"""
    steers: Integers
    """(R,) ... if this is CRUISES; it is not known yet, BEGINS, or depends on where the robot is, STEERS"""
    wanted_left: Floats
    """(R,) what the controller wants of it [m/s]"""
    wanted_right: Floats
    """(R,)"""
    bias_left: Floats
    """(R,) constant factor of each left wheel's speed"""
    bias_right: Floats
    """(R,)"""
    change: Floats
    """(R,) greatest change of a wheel's speed in a step [m/s]"""
    per_base: Floats
    """(R,) 1 / wheel base [1/m]"""
    cos: Floats
    """(R,) of each heading"""
    sin: Floats
    """(R,)"""
    key: Integers
    """(R,) of each robot's noise"""
    step_key: Integers
    """(R,) of its noise in this step"""


class Simulation(NamedTuple):
    """All that a control step works on."""

    scene: Scene
    plan: Plan
    table: ModelTable
    motors: Motors
    near: Neighbours
    ring: Ring
    special: bool
    """Whether there are robots that are not ON_WHEELS."""
    stalling: bool
    """Whether there are robots that stall."""


def motors_of(v: Floats, omega: Floats, table: ModelTable, model: Indices) -> Motors:
    """Prepare robots that move at v [m/s] and omega [rad/s], (R,); model (R,) are rows of the table."""
    half = 0.5 * omega * table.wheel_base[model]
    n = len(v)
    return Motors(
        left=v - half,
        right=v + half,
        cruise_left=np.empty(n),
        cruise_right=np.empty(n),
        steers=np.empty(n, dtype=np.int64),
        wanted_left=np.empty(n),
        wanted_right=np.empty(n),
        bias_left=np.empty(n),
        bias_right=np.empty(n),
        # Where wheels are not what is limited, `run_special_motors` says exactly what they do.
        change=np.where(
            table.drive[model] == ON_WHEELS, table.max_acceleration[model] * CONTROL_PERIOD, np.inf
        ),
        per_base=1.0 / table.wheel_base[model],
        cos=np.empty(n),
        sin=np.empty(n),
        key=np.empty(n, dtype=np.int64),
        step_key=np.empty(n, dtype=np.int64),
    )


def begin(run: Simulation, room: int) -> None:
    """Prepare for the first step of a room."""
    first, end = run.scene.first_robot[room], run.scene.first_robot[room + 1]
    motors, bias, key = run.motors, run.plan.noise.motor_bias, run.plan.key[room]
    grip = 1.0 - run.plan.noise.slip
    for robot in range(first, end):
        motors.key[robot] = robot_key(key, robot - first)
        motors.bias_left[robot] = relative_error(bias, key, robot - first, ALWAYS, LEFT_BIAS) * grip
        motors.bias_right[robot] = relative_error(bias, key, robot - first, ALWAYS, RIGHT_BIAS) * grip
        walks = run.table.drive[run.scene.model[robot]] == HOLONOMIC
        motors.steers[robot] = STEERS if walks or uses_pose(run.plan.kinds[robot]) else BEGINS
    meet_the_neighbours(run.scene, run.table, run.near, room)


def control_step(run: Simulation, step: int, n_rooms: int) -> int:
    """Advance the first rooms by CONTROL_PERIOD, in place; return the number of contacts.

    All robots sense before any moves, so their order does not matter.
    """
    begin_step(run, step, n_rooms)
    for robot in range(run.scene.first_robot[n_rooms]):
        decide(run, robot)
    return finish_step(run, n_rooms)


def begin_step(run: Simulation, step: int, n_rooms: int) -> None:
    """Compute what several stages of a step need."""
    n_robots = run.scene.first_robot[n_rooms]
    for robot in range(n_robots):
        run.motors.cos[robot], run.motors.sin[robot] = cos_sin(run.scene.theta[robot])
    if run.plan.noise.motor > 0.0 or run.plan.noise.infrared > 0.0:
        for robot in range(n_robots):
            run.motors.step_key[robot] = step_key(run.motors.key[robot], step)


def finish_step(run: Simulation, n_rooms: int) -> int:
    """Move all robots as their controllers have decided; return the number of contacts."""
    n_robots = run.scene.first_robot[n_rooms]
    if run.plan.noise.motor > 0.0:
        disturb_wheels(run.motors, run.plan.noise.motor, n_robots)
    if run.special:
        for robot in range(n_robots):
            run_special_motors(run, robot)
    drive(run.motors, n_robots)
    move_all(run.scene, run.motors, n_robots)
    if run.stalling:
        for robot in range(n_robots):
            stall(run, robot)
    contacts = 0
    for room in range(n_rooms):
        fastest = 0.0
        for robot in range(run.scene.first_robot[room], run.scene.first_robot[room + 1]):
            fastest = max(fastest, abs(run.motors.left[robot] + run.motors.right[robot]))
        contacts += settle(run.scene, run.table, run.near, room, 0.5 * fastest * CONTROL_PERIOD)
    return contacts


def decide(run: Simulation, robot: int) -> None:
    """Run a robot's controller on what it senses, or do again what it does while it sees nothing."""
    scene, motors = run.scene, run.motors
    seen = 0
    if run.near.wake[robot] <= run.near.odometer[scene.room[robot]]:
        row = scene.model[robot]
        here = Here(scene.x[robot], scene.y[robot], motors.cos[robot], motors.sin[robot], row)
        if cast_rays_of(scene, run.table, run.near, run.ring, robot, here):
            apply_law(run.ring, row, run.plan.noise.infrared, motors.step_key[robot])
            seen = len(run.ring.ir)
    if seen > 0 or motors.steers[robot] != CRUISES:
        run_controller(run, robot, run.ring.ir[:seen])
        if seen == 0 and motors.steers[robot] == BEGINS:
            motors.cruise_left[robot] = motors.wanted_left[robot]
            motors.cruise_right[robot] = motors.wanted_right[robot]
            motors.steers[robot] = CRUISES
    else:
        motors.wanted_left[robot] = motors.cruise_left[robot]
        motors.wanted_right[robot] = motors.cruise_right[robot]


def run_controller(run: Simulation, robot: int, ir: Floats) -> None:
    """Run a robot's controller on infrared readings (S,), or none if nothing is in sight."""
    scene, table, motors = run.scene, run.table, run.motors
    row = scene.model[robot]
    senses = Senses(ir, scene.x[robot], scene.y[robot], scene.theta[robot])
    if table.drive[row] == HOLONOMIC:
        vx, vy = wanted_velocity(
            run.plan.kinds[robot], run.plan.arguments[robot], senses, table.max_speed[row]
        )
        motors.wanted_left[robot] = vx * motors.bias_left[robot]
        motors.wanted_right[robot] = vy * motors.bias_right[robot]
        return
    body = Drive(table.max_speed[row], table.wheel_base[row], table.avoid_left[row], table.avoid_right[row])
    wheels = control(run.plan.kinds[robot], run.plan.arguments[robot], senses, body)
    motors.wanted_left[robot] = wheels.left * motors.bias_left[robot]
    motors.wanted_right[robot] = wheels.right * motors.bias_right[robot]


def disturb_wheels(motors: Motors, level: float, n_robots: int) -> None:
    """Multiply what each wheel is to do by its error in this step."""
    for robot in range(n_robots):
        motors.wanted_left[robot] *= factor(level, motors.step_key[robot], LEFT_MOTOR)
        motors.wanted_right[robot] *= factor(level, motors.step_key[robot], RIGHT_MOTOR)


def run_special_motors(run: Simulation, robot: int) -> None:
    """Say what the wheels of a robot do that has mass, or that walks in any direction."""
    scene, table, motors = run.scene, run.table, run.motors
    row = scene.model[robot]
    if table.drive[row] == ON_WHEELS:
        return
    base, speed = table.wheel_base[row], 0.5 * (motors.left[robot] + motors.right[robot])
    wanted = Wheels(motors.wanted_left[robot], motors.wanted_right[robot])
    if table.drive[row] == BY_TORQUES:
        turn = (motors.right[robot] - motors.left[robot]) / base
        v, omega = follow_by_torques(body_of(table.body[row]), base, (speed, turn), wanted, CONTROL_PERIOD)
    else:
        change = table.max_acceleration[row] * CONTROL_PERIOD
        v, heading = turn_velocity(speed, scene.theta[robot], wanted.left, wanted.right, change)
        scene.theta[robot], omega = heading, 0.0
        motors.cos[robot], motors.sin[robot] = cos_sin(heading)
    motors.wanted_left[robot] = v - 0.5 * omega * base
    motors.wanted_right[robot] = v + 0.5 * omega * base


def stall(run: Simulation, robot: int) -> None:
    """Undo the move of a robot that stalls where it would touch something."""
    scene, motors = run.scene, run.motors
    if run.table.stalls[scene.model[robot]] and touches(scene, run.table, robot):
        speed = 0.5 * (motors.left[robot] + motors.right[robot])
        turn = (motors.right[robot] - motors.left[robot]) * motors.per_base[robot]
        scene.x[robot] -= speed * motors.cos[robot] * CONTROL_PERIOD
        scene.y[robot] -= speed * motors.sin[robot] * CONTROL_PERIOD
        scene.theta[robot] -= turn * CONTROL_PERIOD


def drive(motors: Motors, n_robots: int) -> None:
    """Let the wheels follow what is wanted of them."""
    for robot in range(n_robots):
        motors.left[robot] = follow(motors.left[robot], motors.wanted_left[robot], motors.change[robot])
    for robot in range(n_robots):
        motors.right[robot] = follow(motors.right[robot], motors.wanted_right[robot], motors.change[robot])


def move_all(scene: Scene, motors: Motors, n_robots: int) -> None:
    """Move every robot as `motion.move` does, with the cosines and sines that are there already."""
    left, right = motors.left, motors.right
    for robot in range(n_robots):
        scene.x[robot] += 0.5 * (left[robot] + right[robot]) * motors.cos[robot] * CONTROL_PERIOD
    for robot in range(n_robots):
        scene.y[robot] += 0.5 * (left[robot] + right[robot]) * motors.sin[robot] * CONTROL_PERIOD
    for robot in range(n_robots):
        scene.theta[robot] += (right[robot] - left[robot]) * motors.per_base[robot] * CONTROL_PERIOD
