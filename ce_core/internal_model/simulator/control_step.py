"""One control step of simulated worlds: sense, control, move, contacts (lecture, Simulation flow).

Stage by stage for the robots of all rooms, each stage a plain loop, so that compiled code works on several
robots at once. Plain Python that `ce_core.kernels` compiles; the plain simulator runs it as it is.
"""

from __future__ import annotations

import math
from typing import NamedTuple

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
from ce_core.internal_model.simulator.gaussian import robot_key, step_key
from ce_core.internal_model.simulator.holonomic_motion import turn_velocity, wanted_velocity
from ce_core.internal_model.simulator.infrared_ring import Here, Ring, apply_law, cast_rays_of
from ce_core.internal_model.simulator.motors import Motors, disturb_wheels, drive
from ce_core.internal_model.simulator.neighbours import Neighbours, meet_the_neighbours
from ce_core.internal_model.simulator.noise import (
    ALWAYS,
    LEFT_BIAS,
    RIGHT_BIAS,
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

    action: Indices
    """(R,) which of these A actions each robot does:"""
    kinds: Integers
    """(A, MAX_SUB_ACTIONS)"""
    arguments: Floats
    """(A, MAX_SUB_ACTIONS, MAX_ARGUMENTS)"""
    key: Integers
    """(Q,) of each room, from `seed_key`"""
    noise: NoiseLevels


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


def begin(run: Simulation, room: int) -> None:
    """Prepare for the first step of a room."""
    first, end = run.scene.first_robot[room], run.scene.first_robot[room + 1]
    motors, bias, key = run.motors, run.plan.noise.motor_bias, run.plan.key[room]
    grip = 1.0 - run.plan.noise.slip
    for robot in range(first, end):
        run.scene.room[robot] = room
        start_motors(run, robot)
        motors.key[robot] = robot_key(key, robot - first)
        motors.bias_left[robot] = relative_error(bias, key, robot - first, ALWAYS, LEFT_BIAS) * grip
        motors.bias_right[robot] = relative_error(bias, key, robot - first, ALWAYS, RIGHT_BIAS) * grip
    meet_the_neighbours(run.scene, run.table, run.near, room)


def start_motors(run: Simulation, robot: int) -> None:
    """Let the wheels of a robot run as it moves, and note what they can do."""
    scene, table, motors = run.scene, run.table, run.motors
    row = scene.model[robot]
    half = 0.5 * scene.omega[robot] * table.wheel_base[row]
    motors.left[robot] = scene.v[robot] - half
    motors.right[robot] = scene.v[robot] + half
    motors.per_base[robot] = 1.0 / table.wheel_base[row]
    # Where wheels are not what is limited, `run_special_motors` says exactly what they do.
    on_wheels = table.drive[row] == ON_WHEELS
    motors.change[robot] = table.max_acceleration[row] * CONTROL_PERIOD if on_wheels else math.inf
    walks = table.drive[row] == HOLONOMIC
    steers = walks or uses_pose(run.plan.kinds[run.plan.action[robot]])
    motors.steers[robot] = STEERS if steers else BEGINS


def control_step(run: Simulation, step: int, n_rooms: int) -> int:
    """Advance the first rooms by CONTROL_PERIOD, in place; return the number of contacts.

    All robots sense before any moves, so their order does not matter.
    """
    begin_step(run, step, n_rooms)
    for place in range(cruise(run, run.scene.first_robot[n_rooms])):
        decide(run, run.motors.busy[place])
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


def cruise(run: Simulation, n_robots: int) -> int:
    """Let robots do again what they do while they see nothing; return how many are busy with more."""
    scene, motors, near = run.scene, run.motors, run.near
    for robot in range(n_robots):
        motors.wanted_left[robot] = motors.cruise_left[robot]
        motors.wanted_right[robot] = motors.cruise_right[robot]
    count = 0
    for robot in range(n_robots):
        motors.busy[count] = robot
        awake = near.wake[robot] <= near.odometer[scene.room[robot]]
        count += int(awake | (motors.steers[robot] != CRUISES))
    return count


def decide(run: Simulation, robot: int) -> None:
    """Run a robot's controller on what it senses."""
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


def run_controller(run: Simulation, robot: int, ir: Floats) -> None:
    """Run a robot's controller on infrared readings (S,), or none if nothing is in sight."""
    scene, table, motors = run.scene, run.table, run.motors
    row, action = scene.model[robot], run.plan.action[robot]
    kinds, arguments = run.plan.kinds[action], run.plan.arguments[action]
    senses = Senses(ir, scene.x[robot], scene.y[robot], scene.theta[robot])
    if table.drive[row] == HOLONOMIC:
        vx, vy = wanted_velocity(kinds, arguments, senses, table.max_speed[row])
        motors.wanted_left[robot] = vx * motors.bias_left[robot]
        motors.wanted_right[robot] = vy * motors.bias_right[robot]
        return
    body = Drive(table.max_speed[row], table.wheel_base[row], table.avoid_left[row], table.avoid_right[row])
    wheels = control(kinds, arguments, senses, body)
    motors.wanted_left[robot] = wheels.left * motors.bias_left[robot]
    motors.wanted_right[robot] = wheels.right * motors.bias_right[robot]


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


def move_all(scene: Scene, motors: Motors, n_robots: int) -> None:
    """Move every robot as `motion.move` does, with the cosines and sines that are there already."""
    left, right = motors.left, motors.right
    for robot in range(n_robots):
        scene.x[robot] += 0.5 * (left[robot] + right[robot]) * motors.cos[robot] * CONTROL_PERIOD
    for robot in range(n_robots):
        scene.y[robot] += 0.5 * (left[robot] + right[robot]) * motors.sin[robot] * CONTROL_PERIOD
    for robot in range(n_robots):
        scene.theta[robot] += (right[robot] - left[robot]) * motors.per_base[robot] * CONTROL_PERIOD
