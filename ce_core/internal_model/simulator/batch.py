"""Requests checked and written as arrays: what the simulators run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.robot_controller.controller import CONTROL_PERIOD, MAX_SUB_ACTIONS, encode
from ce_core.internal_model.robot_controller.sub_action import MAX_ARGUMENTS
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.robot_model.model_table import HOLONOMIC, Floats, ModelTable, model_table
from ce_core.internal_model.simulator.holonomic_motion import check_holonomic
from ce_core.internal_model.simulator.noise import seed_key
from ce_core.internal_model.simulator.simulator import SimRequest, SimulationError, Trajectory
from ce_core.internal_model.world_model.arena import Arena
from ce_core.internal_model.world_model.arena_file import load_arena

Integers = NDArray[np.int64]

MAX_DURATION = 600.0
"""Longest simulated time of one request [s]."""

MAX_ROBOTS = 1000
"""Most robots of one request."""

MAX_POSES = 10_000_000
"""Most poses of one batch: robots x steps, over all requests."""

MAX_OVERLAP = 0.5
"""A tracker is never exact: bodies may overlap by this part of the smaller radius."""


class Batch(NamedTuple):
    """Q requests with R robots in all; the robots of request q are first_robot[q] to first_robot[q + 1]."""

    first_robot: Integers
    """(Q + 1,)"""
    first_wall: Integers
    """(Q,) the request's walls in `segments`, from here ..."""
    end_wall: Integers
    """(Q,) ... to before here"""
    first_circle: Integers
    """(Q,) the request's round obstacles in `circles`, from here ..."""
    end_circle: Integers
    """(Q,) ... to before here"""
    first_pose: Integers
    """(Q,) where the request's poses begin in `poses`, robot by robot, step by step"""
    steps: Integers
    """(Q,) control steps, the initial pose not counted"""
    key: Integers
    """(Q,) of the noise"""
    state: Floats
    """(5, R): x [m], y [m], theta [rad], v [m/s], omega [rad/s]; changed by a simulation"""
    model: Integers
    """(R,) rows of the ModelTable"""
    kinds: Integers
    """(R, MAX_SUB_ACTIONS)"""
    arguments: Floats
    """(R, MAX_SUB_ACTIONS, MAX_ARGUMENTS)"""
    segments: Floats
    """(W, 4) the walls of all arenas"""
    circles: Floats
    """(C, 3) the round obstacles of all arenas"""
    poses: Floats
    """(P, 3) what a simulation writes: x [m], y [m], theta [rad]"""


def build_batch(requests: Sequence[SimRequest]) -> tuple[Batch, ModelTable]:
    """Check every request and write them all as arrays; raise SimulationError for the first wrong one."""
    model_names: list[str] = []
    arenas: list[Arena] = []
    worlds: list[int] = []
    for index, request in enumerate(requests):
        where = f"request {index}"
        _check_sizes(request, where)
        arena = _arena(request, where)
        if not any(arena is known for known in arenas):
            arenas.append(arena)
        worlds.append(next(k for k, known in enumerate(arenas) if known is arena))
        for robot, name in enumerate(request.models):
            if name not in model_names:
                _check_model(name, f"{where}: model of {request.robots[robot]!r}")
                model_names.append(name)
    table = model_table([ROBOT_MODELS[name] for name in model_names])
    batch = _allocate(requests, arenas, worlds)
    for index, request in enumerate(requests):
        robots = slice(int(batch.first_robot[index]), int(batch.first_robot[index + 1]))
        batch.model[robots] = [model_names.index(name) for name in request.models]
        batch.state[:3, robots] = request.poses.T
        batch.state[3:, robots] = request.velocities.T
        for robot, action in enumerate(request.actions, start=robots.start):
            try:
                batch.kinds[robot], batch.arguments[robot] = encode(action)
                if table.drive[batch.model[robot]] == HOLONOMIC:
                    check_holonomic(action)
            except ValueError as error:
                raise SimulationError(
                    f"request {index}: action of {request.robots[robot - robots.start]!r}: {error}"
                ) from error
        radii = table.radius[batch.model[robots]]
        check_placement(request.robots, request.poses, radii, arenas[worlds[index]], f"request {index}")
    return batch, table


def trajectories(requests: Sequence[SimRequest], batch: Batch) -> list[Trajectory]:
    """Cut a batch's poses into one trajectory a request."""
    found = []
    for request, first, steps in zip(requests, batch.first_pose, batch.steps, strict=True):
        shape = (len(request.robots), int(steps) + 1, 3)
        block = batch.poses[first : first + shape[0] * shape[1]].reshape(shape)
        found.append(Trajectory(request.robots, CONTROL_PERIOD, block))
    return found


def _allocate(requests: Sequence[SimRequest], arenas: list[Arena], worlds: list[int]) -> Batch:
    counts = np.array([len(request.robots) for request in requests], dtype=np.int64)
    steps = np.array([n_steps(request.duration) for request in requests], dtype=np.int64)
    first_robot = np.concatenate(([0], np.cumsum(counts)))
    first_pose = np.concatenate(([0], np.cumsum(counts * (steps + 1))))
    if first_pose[-1] > MAX_POSES:
        raise SimulationError(
            f"{len(requests)} requests ask for {first_pose[-1]} poses (robots x steps); "
            f"expected at most {MAX_POSES} in one batch"
        )
    walls = np.cumsum([0] + [len(arena.segments) for arena in arenas], dtype=np.int64)
    rounds = np.cumsum([0] + [len(arena.circles) for arena in arenas], dtype=np.int64)
    world = np.array(worlds, dtype=np.int64)
    robots = int(first_robot[-1])
    return Batch(
        first_robot=first_robot,
        first_wall=walls[world],
        end_wall=walls[world + 1],
        first_circle=rounds[world],
        end_circle=rounds[world + 1],
        first_pose=first_pose[:-1].copy(),
        steps=steps,
        key=np.array([seed_key(request.seed) for request in requests], dtype=np.int64),
        state=np.empty((5, robots)),
        model=np.empty(robots, dtype=np.int64),
        kinds=np.empty((robots, MAX_SUB_ACTIONS), dtype=np.int64),
        arguments=np.empty((robots, MAX_SUB_ACTIONS, MAX_ARGUMENTS)),
        segments=np.concatenate([arena.segments for arena in arenas] or [np.empty((0, 4))]),
        circles=np.concatenate([arena.circles for arena in arenas] or [np.empty((0, 3))]),
        poses=np.empty((int(first_pose[-1]), 3)),
    )


def n_steps(duration: float) -> int:
    """Return the number of control steps that cover a duration [s]."""
    return max(math.ceil(duration / CONTROL_PERIOD - 1e-6), 1)


def _check_sizes(request: SimRequest, where: str) -> None:
    robots = len(request.robots)
    if not 1 <= robots <= MAX_ROBOTS:
        raise SimulationError(f"{where}: {robots} robots; expected 1 to {MAX_ROBOTS}")
    if len(set(request.robots)) != robots:
        twice = next(name for name in request.robots if request.robots.count(name) > 1)
        raise SimulationError(f"{where}: two robots are named {twice!r}; expected unique names")
    for field in ("models", "actions"):
        if len(getattr(request, field)) != robots:
            raise SimulationError(
                f"{where}: {len(getattr(request, field))} {field} for {robots} robots; expected one each"
            )
    for field, columns in (("poses", 3), ("velocities", 2)):
        values = getattr(request, field)
        if np.shape(values) != (robots, columns):
            raise SimulationError(
                f"{where}: {field} have shape {np.shape(values)}; expected ({robots}, {columns})"
            )
        finite = np.isfinite(values).all(axis=1)
        if not finite.all():
            robot = int(np.argmin(finite))
            raise SimulationError(
                f"{where}: {field} of {request.robots[robot]!r} = {values[robot].tolist()}; "
                "expected finite numbers"
            )
    if not 0.0 < request.duration <= MAX_DURATION:
        raise SimulationError(
            f"{where}: duration = {request.duration!r} s; expected more than 0 and at most {MAX_DURATION:g}"
        )
    if not 0 <= request.seed < 2**64:
        raise SimulationError(f"{where}: seed = {request.seed!r}; expected 0 to 2^64 - 1")


def _arena(request: SimRequest, where: str) -> Arena:
    if isinstance(request.world, Arena):
        return request.world
    try:
        return load_arena(request.world)
    except ValueError as error:
        raise SimulationError(f"{where}: world: {error}") from error


def _check_model(name: str, where: str) -> None:
    try:
        ROBOT_MODELS[name]
    except ValueError as error:
        raise SimulationError(f"{where}: {error}") from error


def check_placement(robots: Sequence[str], poses: Floats, radii: Floats, arena: Arena, where: str) -> None:
    """Raise SimulationError unless the robots stand inside of the walls and not inside of each other."""
    inside = arena.contains(poses[:, :2])
    if not inside.all():
        robot = int(np.argmin(inside))
        raise SimulationError(
            f"{where}: {robots[robot]!r} at {poses[robot, :2].tolist()} is outside of the walls of "
            f"{arena.name!r}, which reach from {arena.bounds[:2]} to {arena.bounds[2:]} m"
        )
    first, second = np.tril_indices(len(radii), -1)
    gap = poses[first, :2] - poses[second, :2]
    distance = np.hypot(gap[:, 0], gap[:, 1])
    closest = radii[first] + radii[second] - MAX_OVERLAP * np.minimum(radii[first], radii[second])
    if (distance < closest).any():
        pair = int(np.argmax(distance < closest))
        raise SimulationError(
            f"{where}: {robots[second[pair]]!r} and {robots[first[pair]]!r} stand {distance[pair]:.4f} m "
            f"apart, inside of each other; expected at least {closest[pair]:.4f} m"
        )
