"""Requests written as arrays: what the simulators run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from ce_core.internal_model.robot_controller.action import Action
from ce_core.internal_model.robot_controller.controller import CONTROL_PERIOD, MAX_SUB_ACTIONS, encode
from ce_core.internal_model.robot_controller.sub_action import MAX_ARGUMENTS
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.robot_model.model_table import ON_WHEELS, Floats, ModelTable, model_table
from ce_core.internal_model.robot_model.robot_model import RobotModel
from ce_core.internal_model.simulator.control_step import Plan, Simulation
from ce_core.internal_model.simulator.infrared_ring import Ring, another_reader, ring_of
from ce_core.internal_model.simulator.motors import motor_space
from ce_core.internal_model.simulator.neighbours import neighbour_space, sight_of
from ce_core.internal_model.simulator.noise import NoiseLevels, seed_key
from ce_core.internal_model.simulator.request_checks import (
    MAX_DURATION,
    MAX_OVERLAP,
    MAX_ROBOTS,
    arena_of,
    check_placement,
    check_requests,
)
from ce_core.internal_model.simulator.scene import Indices, Integers, Scene, wall_table
from ce_core.internal_model.simulator.simulator import SimRequest, SimulationError, Trajectory
from ce_core.internal_model.world_model.arena import Arena

__all__ = [
    "MAX_DURATION",
    "MAX_OVERLAP",
    "MAX_POSES",
    "MAX_ROBOTS",
    "Batch",
    "build_batch",
    "check_batch",
    "check_placement",
    "n_steps",
    "trajectories",
]

MAX_POSES = 10_000_000
"""Most poses of one batch: robots x steps, over all requests."""


class PoseLog(NamedTuple):
    """What R robots write in every step."""

    poses: Floats
    """(P, 3) x [m], y [m], theta [rad]; room by room, in a room step by step, in a step robot by robot"""
    row: Indices
    """(R,) where in `poses` each robot writes next"""
    together: Indices
    """(R,) how many robots are in its room"""


class Batch(NamedTuple):
    """Q requests, each a room of one scene, the longest first."""

    run: Simulation
    """Changed by a simulation."""
    steps: Integers
    """(Q,) control steps of each room, the initial poses not counted; falling"""
    log: PoseLog
    request: Integers
    """(Q,) which request each room is"""


def check_batch(requests: Sequence[SimRequest]) -> None:
    """Raise SimulationError for the first wrong request, or if they are too much together."""
    check_requests(requests)
    check_size(requests)


def check_size(requests: Sequence[SimRequest]) -> None:
    """Raise SimulationError if requests are too much together; those that are wrong do not count."""
    n_poses = sum(
        len(request.robots) * (n_steps(request.duration) + 1)
        for request in requests
        if 0.0 < request.duration <= MAX_DURATION and len(request.robots) <= MAX_ROBOTS
    )
    if n_poses > MAX_POSES:
        raise SimulationError(
            f"{len(requests)} requests ask for {n_poses} poses (robots x steps); "
            f"expected at most {MAX_POSES} in one batch"
        )


def build_batch(requests: Sequence[SimRequest], noise: NoiseLevels) -> Batch:
    """Write requests that `check_requests` has passed as arrays; `begin` completes them."""
    steps = [n_steps(request.duration) for request in requests]
    order = sorted(range(len(requests)), key=steps.__getitem__, reverse=True)
    rooms = [requests[index] for index in order]
    names = [name for request in rooms for name in request.models]
    known = {name: row for row, name in enumerate(dict.fromkeys(names))}
    table, sight, ring = _tables(tuple(ROBOT_MODELS[name] for name in known))
    scene = _scene(rooms, np.fromiter(map(known.__getitem__, names), dtype=np.uint32, count=len(names)))
    key = [seed_key(request.seed, request.scenario) for request in rooms]
    run = Simulation(
        scene=scene,
        plan=Plan(*_encode(rooms), np.array(key, dtype=np.int64), noise),
        table=table,
        motors=motor_space(len(names)),
        near=neighbour_space(table, sight, scene),
        ring=another_reader(ring),
        special=any(drive != ON_WHEELS for drive in table.drive.tolist()),
        stalling=any(table.stalls.tolist()),
    )
    n_poses = sum(len(room.robots) * (steps[index] + 1) for room, index in zip(rooms, order, strict=True))
    row, together = np.empty((2, len(names)), dtype=np.uint32)
    log = PoseLog(np.empty((n_poses, 3)), row, together)
    falling = np.array([steps[index] for index in order], dtype=np.int64)
    return Batch(run, falling, log, np.array(order, dtype=np.int64))


def trajectories(requests: Sequence[SimRequest], batch: Batch) -> list[Trajectory]:
    """Cut a batch's poses into one trajectory a request."""
    found: list[Trajectory | None] = [None] * len(requests)
    start = 0
    for index, steps in zip(batch.request.tolist(), batch.steps.tolist(), strict=True):
        robots = requests[index].robots
        end = start + len(robots) * (steps + 1)
        poses = batch.log.poses[start:end].reshape(-1, len(robots), 3).transpose(1, 0, 2)
        found[index], start = Trajectory(robots, CONTROL_PERIOD, poses), end
    return [trajectory for trajectory in found if trajectory is not None]


@lru_cache(maxsize=1024)
def n_steps(duration: float) -> int:
    """Return the number of control steps that cover a duration [s]."""
    return max(math.ceil(duration / CONTROL_PERIOD - 1e-6), 1)


def _scene(rooms: Sequence[SimRequest], model: Indices) -> Scene:
    arenas = {request.world: arena_of(request.world) for request in rooms}
    walls, circles, obstacles = _obstacles(tuple(arenas.values()))
    places = {world: place for place, world in enumerate(arenas)}
    spans = obstacles[[places[request.world] for request in rooms]].T.copy()
    x, y, theta = _columns([request.poses for request in rooms], 3)
    v, omega = _columns([request.velocities for request in rooms], 2)
    ends = accumulate((len(request.robots) for request in rooms), initial=0)
    return Scene(
        x=x,
        y=y,
        theta=theta,
        v=v,
        omega=omega,
        model=model,
        room=np.empty(len(model), dtype=np.uint32),
        first_robot=np.array(list(ends), dtype=np.int64),
        first_wall=spans[0],
        end_wall=spans[1],
        first_circle=spans[2],
        end_circle=spans[3],
        walls=walls,
        circles=circles,
    )


def _columns(blocks: list[Floats], width: int) -> tuple[Floats, ...]:
    """Return each column of all blocks (n, width) below one another."""
    joined = np.concatenate(blocks or [np.empty((0, width))], dtype=np.float64)
    return tuple(joined.T.copy())


def _encode(rooms: Sequence[SimRequest]) -> tuple[Indices, Integers, Floats]:
    """Return which action each robot does, and kinds and arguments of these actions, each encoded once."""
    asked = [action for request in rooms for action in request.actions]
    names = list(map(id, asked))
    actions: dict[int, Action] = dict(zip(names, asked, strict=True))
    place = dict(zip(actions, range(len(actions)), strict=True))
    chosen = np.fromiter(map(place.__getitem__, names), dtype=np.uint32, count=len(names))
    codes = list(map(encode, actions.values()))
    kinds = np.concatenate([code[0] for code in codes]).reshape(-1, MAX_SUB_ACTIONS)
    arguments = np.concatenate([code[1] for code in codes]).reshape(-1, MAX_SUB_ACTIONS, MAX_ARGUMENTS)
    return chosen, kinds, arguments


@lru_cache(maxsize=64)
def _tables(models: tuple[RobotModel, ...]) -> tuple[ModelTable, Floats, Ring]:
    table = model_table(models)
    return table, sight_of(table), ring_of(table)


@lru_cache(maxsize=64)
def _obstacles(arenas: tuple[Arena, ...]) -> tuple[Floats, Floats, Integers]:
    """Return all walls, all circles, and (A, 4) where those of each arena begin and end."""
    walls = np.concatenate([arena.segments for arena in arenas] or [np.empty((0, 4))])
    circles = np.concatenate([arena.circles for arena in arenas] or [np.empty((0, 3))])
    wall_ends = list(accumulate((len(arena.segments) for arena in arenas), initial=0))
    circle_ends = list(accumulate((len(arena.circles) for arena in arenas), initial=0))
    spans = zip(wall_ends, wall_ends[1:], circle_ends, circle_ends[1:], strict=False)
    return wall_table(walls), circles, np.array(list(spans), dtype=np.int64).reshape(-1, 4)
