"""Requests written as arrays: what the simulators run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ce_core.internal_model.robot_controller.action import Action
from ce_core.internal_model.robot_controller.controller import CONTROL_PERIOD, MAX_SUB_ACTIONS, encode
from ce_core.internal_model.robot_controller.sub_action import MAX_ARGUMENTS
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.robot_model.model_table import ON_WHEELS, Floats, ModelTable, model_table
from ce_core.internal_model.robot_model.robot_model import RobotModel
from ce_core.internal_model.simulator.control_step import Plan, Simulation, motors_of
from ce_core.internal_model.simulator.infrared_ring import Ring, another_reader, ring_of
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


class Batch(NamedTuple):
    """Q requests, each a room of one scene, the longest first."""

    run: Simulation
    """Changed by a simulation."""
    steps: Integers
    """(Q,) control steps of each room, the initial poses not counted; falling"""
    first_pose: Integers
    """(Q,) where the room's poses begin in `poses`, step by step, robot by robot"""
    poses: Floats
    """(P, 3) what a simulation writes: x [m], y [m], theta [rad]"""
    request: Integers
    """(Q,) which request each room is"""


def check_batch(requests: Sequence[SimRequest]) -> None:
    """Raise SimulationError for the first wrong request, or if they are too much together."""
    check_requests(requests)
    n_poses = sum(len(request.robots) * (n_steps(request.duration) + 1) for request in requests)
    if n_poses > MAX_POSES:
        raise SimulationError(
            f"{len(requests)} requests ask for {n_poses} poses (robots x steps); "
            f"expected at most {MAX_POSES} in one batch"
        )


def build_batch(requests: Sequence[SimRequest], noise: NoiseLevels) -> Batch:
    """Write requests that `check_requests` has passed as arrays."""
    steps = np.array([n_steps(request.duration) for request in requests], dtype=np.int64)
    order = np.argsort(-steps, kind="stable")
    rooms = [requests[index] for index in order.tolist()]
    steps = steps[order]
    counts = np.array([len(request.robots) for request in rooms], dtype=np.int64)
    n_poses = counts * (steps + 1)
    kinds, arguments = _encode(rooms)
    names = [name for request in rooms for name in request.models]
    known = {name: row for row, name in enumerate(dict.fromkeys(names))}
    table, sight, ring = _tables(tuple(ROBOT_MODELS[name] for name in known))
    model = np.fromiter(map(known.__getitem__, names), dtype=np.uint32, count=len(names))
    scene = _scene(rooms, counts, model)
    key = np.array([seed_key(request.seed, request.scenario) for request in rooms], dtype=np.int64)
    run = Simulation(
        scene=scene,
        plan=Plan(kinds, arguments, key, noise),
        table=table,
        motors=motors_of(scene.v, scene.omega, table, model),
        near=neighbour_space(table, sight, scene),
        ring=another_reader(ring),
        special=bool((table.drive != ON_WHEELS).any()),
        stalling=bool(table.stalls.any()),
    )
    return Batch(run, steps, np.cumsum(n_poses) - n_poses, np.empty((int(n_poses.sum()), 3)), order)


def trajectories(requests: Sequence[SimRequest], batch: Batch) -> list[Trajectory]:
    """Cut a batch's poses into one trajectory a request."""
    starts = batch.first_pose.tolist()
    found: list[Trajectory | None] = [None] * len(requests)
    for index, start, end in zip(batch.request.tolist(), starts, [*starts[1:], None], strict=True):
        robots = requests[index].robots
        poses = batch.poses[start:end].reshape(-1, len(robots), 3).transpose(1, 0, 2)
        found[index] = Trajectory(robots, CONTROL_PERIOD, poses)
    return [trajectory for trajectory in found if trajectory is not None]


@lru_cache(maxsize=1024)
def n_steps(duration: float) -> int:
    """Return the number of control steps that cover a duration [s]."""
    return max(math.ceil(duration / CONTROL_PERIOD - 1e-6), 1)


def _scene(rooms: Sequence[SimRequest], counts: Integers, model: Indices) -> Scene:
    arenas = {request.world: arena_of(request.world) for request in rooms}
    places = {world: place for place, world in enumerate(arenas)}
    walls, circles, wall_ends, circle_ends = _obstacles(tuple(arenas.values()))
    world = np.array([places[request.world] for request in rooms], dtype=np.int64)
    x, y, theta = _columns([request.poses for request in rooms], 3)
    v, omega = _columns([request.velocities for request in rooms], 2)
    return Scene(
        x=x,
        y=y,
        theta=theta,
        v=v,
        omega=omega,
        model=model,
        room=np.repeat(np.arange(len(rooms), dtype=np.uint32), counts),
        first_robot=np.concatenate(([0], np.cumsum(counts))),
        first_wall=wall_ends[world],
        end_wall=wall_ends[world + 1],
        first_circle=circle_ends[world],
        end_circle=circle_ends[world + 1],
        walls=walls,
        circles=circles,
    )


def _columns(blocks: list[Floats], width: int) -> tuple[Floats, ...]:
    """Return each column of all blocks (n, width) below one another."""
    joined = np.concatenate(blocks or [np.empty((0, width))], dtype=np.float64)
    return tuple(joined.T.copy())


def _encode(rooms: Sequence[SimRequest]) -> tuple[Integers, Floats]:
    """Return kinds and arguments of every robot's action; every action is encoded once."""
    asked = [action for request in rooms for action in request.actions]
    names = list(map(id, asked))
    actions: dict[int, Action] = dict(zip(names, asked, strict=True))
    place = {known: index for index, known in enumerate(actions)}
    chosen = np.fromiter(map(place.__getitem__, names), dtype=np.int64, count=len(names))
    codes = [encode(action) for action in actions.values()]
    kinds = np.concatenate([code[0] for code in codes]).reshape(-1, MAX_SUB_ACTIONS)
    arguments = np.concatenate([code[1] for code in codes]).reshape(-1, MAX_SUB_ACTIONS, MAX_ARGUMENTS)
    return kinds[chosen], arguments[chosen]


@lru_cache(maxsize=64)
def _tables(models: tuple[RobotModel, ...]) -> tuple[ModelTable, Floats, Ring]:
    table = model_table(models)
    return table, sight_of(table), ring_of(table)


@lru_cache(maxsize=64)
def _obstacles(arenas: tuple[Arena, ...]) -> tuple[Floats, Floats, Integers, Integers]:
    """Return all walls and circles, and where those of each arena begin and end."""
    walls = np.concatenate([arena.segments for arena in arenas] or [np.empty((0, 4))])
    circles = np.concatenate([arena.circles for arena in arenas] or [np.empty((0, 3))])
    wall_ends = np.cumsum([0, *(len(arena.segments) for arena in arenas)])
    circle_ends = np.cumsum([0, *(len(arena.circles) for arena in arenas)])
    return wall_table(walls), circles, wall_ends, circle_ends
