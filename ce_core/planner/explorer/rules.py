"""The automaton and the config as plain numbers, for functions that are compiled as they are."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.planner.config import PlannerConfig
from ce_core.planner.hybrid_automaton import HybridAutomaton
from ce_core.planner.tasks import Bound

NO_TASK = -1

RADIUS, WINDOW_OF_AUTHORS, SWEEP = 0, 1, 2
"""Kinds of window."""


class TaskTable(NamedTuple):
    """The control modes by number, in the automaton's order."""

    speed: NDArray[np.float64]
    """(tasks,) [m/s]"""
    turn_rate: NDArray[np.float64]
    """(tasks,) [rad/s]"""
    by_angle: NDArray[np.bool_]
    """(tasks,): the invariant limits the angle, not the distance."""
    post: NDArray[np.int64]
    """(crashed or not, tasks, most successors): what may follow, then NO_TASK."""
    default: int


class Body(NamedTuple):
    """The robot's rectangle and what it touches [m]."""

    half_length: float
    half_width: float
    centre: float
    reach: float
    """Contact is closer than this between the outlines: the skin and half an obstacle's side apart."""
    half_obstacle: float


class Simulating(NamedTuple):
    """How a task is simulated."""

    step_time: float
    step_distance: float
    horizon: float
    straight_window: int
    turn_window: int
    turn_radius: float
    half_width: float
    dynamic: bool
    iterations: tuple[int, int]
    """Of Box2D, for velocities and positions."""
    stride: int
    """Every point of a window becomes a body, or every second one."""
    middle_contact: bool
    single: bool
    wrapped: bool
    time_limit: bool
    root_window: bool


class Searching(NamedTuple):
    """How the transition system grows."""

    authors_cost: bool
    counter: bool
    signed: bool
    bearing_tolerance: float
    dead_ends_stop: bool
    round_horizon: bool
    horizon_ends: bool
    revisits: bool
    goal_tolerance: float
    twice: bool
    has_target: bool
    target_x: float
    target_y: float


class Rules(NamedTuple):
    """All that the explorer goes by."""

    tasks: TaskTable
    body: Body
    simulating: Simulating
    searching: Searching


def encode(automaton: HybridAutomaton, config: PlannerConfig, target: tuple[float, float] | None) -> Rules:
    """Write automaton, config and target (x, y) [m] as numbers."""
    body, knowledge, explorer = config.body, config.core_knowledge, config.explorer
    windows = {"radius": RADIUS, "rectangle": WINDOW_OF_AUTHORS, "corner": WINDOW_OF_AUTHORS, "sweep": SWEEP}
    single = knowledge.single_precision
    x, y = target or (math.nan, math.nan)
    return Rules(
        _task_table(automaton, config),
        Body(
            body.length / 2.0,
            body.width / 2.0,
            body.centre,
            knowledge.skin,
            knowledge.obstacle_size / 2.0,
        ),
        Simulating(
            knowledge.step_time,
            as_single(config.step_distance, single),
            config.horizon,
            windows[knowledge.straight_window],
            windows[knowledge.turn_window],
            as_single(knowledge.turn_radius, single),
            as_single(knowledge.window_half_width, single),
            knowledge.dynamic_obstacles,
            (knowledge.velocity_iterations, knowledge.position_iterations),
            1 if knowledge.world_building == "every_point" else 2,
            knowledge.contact == "middle",
            single,
            knowledge.wrapped_turns,
            knowledge.lateral_time_limit,
            knowledge.root_window_stays,
        ),
        Searching(
            explorer.cost == "authors",
            explorer.sigma == "counter",
            explorer.signed_bearing,
            explorer.bearing_tolerance,
            explorer.dead_ends_stop,
            explorer.round_horizon,
            explorer.horizon_ends or target is None,
            explorer.revisits,
            explorer.goal_tolerance,
            explorer.crashed_turns_count_twice,
            target is not None,
            float(x),
            float(y),
        ),
    )


def as_single(value: float, single: bool) -> float:
    """Round a number to 32 bits if `single`."""
    return float(np.float32(value)) if single else value


def _task_table(automaton: HybridAutomaton, config: PlannerConfig) -> TaskTable:
    letters = list(automaton.tasks)
    single = config.core_knowledge.single_precision
    flows = [automaton.flow(letter, config.body.speed, config.body.turn_rate) for letter in letters]
    following = [[automaton.post(letter, crashed) for letter in letters] for crashed in (False, True)]
    most = max(len(row) for rows in following for row in rows)
    post = np.full((2, len(letters), max(most, 1)), NO_TASK, dtype=np.int64)
    for crashed, rows in enumerate(following):
        for i, row in enumerate(rows):
            post[crashed, i, : len(row)] = [letters.index(letter) for letter in row]
    return TaskTable(
        np.array([as_single(speed, single) for speed, _ in flows]),
        np.array([as_single(turn, single) for _, turn in flows]),
        np.array([task.bound is Bound.ANGLE for task in automaton.tasks.values()]),
        post,
        letters.index(automaton.default),
    )
