"""Whether requests can be simulated: the first wrong one gets an error that says what would be right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ce_core.internal_model.angles import MAX_ANGLE
from ce_core.internal_model.robot_controller.controller import encode
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.robot_model.model_table import Floats
from ce_core.internal_model.simulator.holonomic_motion import check_holonomic
from ce_core.internal_model.simulator.simulator import SimRequest, SimulationError
from ce_core.internal_model.world_model.arena import Arena
from ce_core.internal_model.world_model.arena_file import load_arena

MAX_DURATION = 600.0
"""Longest simulated time of one request [s]."""

MAX_ROBOTS = 20_000
"""Most robots of one request."""

MAX_OVERLAP = 0.5
"""A tracker is never exact: bodies may overlap by this part of the smaller radius."""


def check_requests(requests: Sequence[SimRequest], first: int = 0) -> None:
    """Raise SimulationError for the first wrong request; what several requests share is checked once.

    They are counted from `first`.
    """
    checked: set[tuple[object, ...]] = set()
    runnable: set[tuple[int, str]] = set()
    before: SimRequest | None = None
    for index, request in enumerate(requests, first):
        if not (
            0.0 < request.duration <= MAX_DURATION
            and 0 <= request.seed < 2**64
            and 0 <= request.scenario < 2**32
        ):
            _say_which_scalar(request, f"request {index}")
        same = before is not None and _same_situation(request, before)
        if not same:
            shared = situation(request)
            if shared not in checked:
                _check_situation(request, f"request {index}")
                checked.add(shared)
        if len(request.actions) != len(request.robots):
            raise SimulationError(
                f"request {index}: {len(request.actions)} actions for {len(request.robots)} robots; "
                "expected one each"
            )
        for robot, action in enumerate(request.actions):
            if same and before is not None and action is before.actions[robot]:
                continue
            if (id(action), request.models[robot]) not in runnable:
                _check_action(request, robot, f"request {index}")
                runnable.add((id(action), request.models[robot]))
        before = request


def arena_of(world: str | Arena) -> Arena:
    """Return the arena of this name, from this file, or that it is already."""
    return world if isinstance(world, Arena) else load_arena(world)


def situation(request: SimRequest) -> tuple[object, ...]:
    """Return what a request shares with others that differ only in actions, duration, seed and scenario."""
    poses, velocities = np.asarray(request.poses), np.asarray(request.velocities)
    shapes = poses.shape, velocities.shape
    return request.world, request.robots, request.models, shapes, poses.tobytes(), velocities.tobytes()


def _same_situation(a: SimRequest, b: SimRequest) -> bool:
    """Tell at a glance whether two requests have the same situation; False where it takes more."""
    return (
        a.poses is b.poses
        and a.velocities is b.velocities
        and a.world is b.world
        and a.robots == b.robots
        and a.models == b.models
    )


def _check_action(request: SimRequest, robot: int, where: str) -> None:
    """Raise SimulationError if an action of a request cannot be run."""
    try:
        encode(request.actions[robot])
        if ROBOT_MODELS[request.models[robot]].holonomic:
            check_holonomic(request.actions[robot])
    except ValueError as error:
        raise SimulationError(f"{where}: action of {request.robots[robot]!r}: {error}") from error


def _say_which_scalar(request: SimRequest, where: str) -> None:
    if not 0.0 < request.duration <= MAX_DURATION:
        raise SimulationError(
            f"{where}: duration = {request.duration!r} s; expected more than 0 and at most {MAX_DURATION:g}"
        )
    if not 0 <= request.seed < 2**64:
        raise SimulationError(f"{where}: seed = {request.seed!r}; expected 0 to 2^64 - 1")
    raise SimulationError(f"{where}: scenario = {request.scenario!r}; expected 0 to 2^32 - 1")


def _check_situation(request: SimRequest, where: str) -> None:
    robots = len(request.robots)
    if not 1 <= robots <= MAX_ROBOTS:
        raise SimulationError(f"{where}: {robots} robots; expected 1 to {MAX_ROBOTS}")
    if len(set(request.robots)) != robots:
        twice = next(name for name in request.robots if request.robots.count(name) > 1)
        raise SimulationError(f"{where}: two robots are named {twice!r}; expected unique names")
    if len(request.models) != robots:
        raise SimulationError(f"{where}: {len(request.models)} models for {robots} robots; expected one each")
    _check_numbers(request, "poses", 3, where)
    _check_numbers(request, "velocities", 2, where)
    for robot, name in enumerate(request.models):
        if name not in ROBOT_MODELS:
            try:
                ROBOT_MODELS[name]
            except ValueError as error:
                raise SimulationError(f"{where}: model of {request.robots[robot]!r}: {error}") from error
    try:
        arena = arena_of(request.world)
    except ValueError as error:
        raise SimulationError(f"{where}: world: {error}") from error
    radii = np.array([ROBOT_MODELS[name].radius for name in request.models])
    check_placement(request.robots, request.poses, radii, arena, where)


def _check_numbers(request: SimRequest, field: str, columns: int, where: str) -> None:
    values = getattr(request, field)
    robots = len(request.robots)
    if not isinstance(values, np.ndarray) or values.dtype.kind not in "fiu":
        raise SimulationError(f"{where}: {field} are {_kind(values)}; expected a numpy array of numbers")
    if np.shape(values) != (robots, columns):
        raise SimulationError(
            f"{where}: {field} have shape {np.shape(values)}; expected ({robots}, {columns})"
        )
    fine = np.abs(values) <= MAX_ANGLE  # NaN is not
    if not fine.all():
        robot = int(np.argmin(fine.all(axis=1)))
        raise SimulationError(
            f"{where}: {field} of {request.robots[robot]!r} = {values[robot].tolist()}; "
            f"expected finite numbers up to {MAX_ANGLE:g}"
        )


def _kind(values: object) -> str:
    return f"an array of {values.dtype}" if isinstance(values, np.ndarray) else f"a {type(values).__name__}"


def check_placement(robots: Sequence[str], poses: Floats, radii: Floats, arena: Arena, where: str) -> None:
    """Raise SimulationError unless the robots stand inside of the walls and not inside of each other."""
    inside = arena.contains(poses[:, :2])
    if not inside.all():
        robot = int(np.argmin(inside))
        raise SimulationError(
            f"{where}: {robots[robot]!r} at {poses[robot, :2].tolist()} is outside of the walls of "
            f"{arena.name!r}, which reach from {arena.bounds[:2]} to {arena.bounds[2:]} m"
        )
    order = np.argsort(poses[:, 0], kind="stable")
    x, y, r = poses[order, 0], poses[order, 1], radii[order]
    widest = 2.0 * float(r.max(initial=0.0))
    for apart in range(1, len(order)):  # each robot and the `apart`th to its right
        dx = x[apart:] - x[:-apart]
        if dx.min() >= widest:
            break
        distance = np.hypot(dx, y[apart:] - y[:-apart])
        if distance.min() >= widest:
            continue
        a, b = r[apart:], r[:-apart]
        closest = a + b - MAX_OVERLAP * np.minimum(a, b)
        if (distance < closest).any():
            pair = int(np.argmax(distance < closest))
            first, second = sorted((int(order[pair]), int(order[pair + apart])))
            raise SimulationError(
                f"{where}: {robots[first]!r} and {robots[second]!r} stand {distance[pair]:.4f} m "
                f"apart, inside of each other; expected at least {closest[pair]:.4f} m"
            )
