"""The robot programs of paper 3, from a laser scan of the half circle ahead to speeds.

Plain Python that `ce_core.kernels` compiles; the same program runs in the world and in every model of it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ce_core.identified_environment.environment_table import Beams, Floats

EXPLORE, FOLLOW_WALL = 0, 1


class Task(NamedTuple):
    """A program and its settings."""

    kind: int
    """EXPLORE or FOLLOW_WALL"""
    speed: float
    """top speed [m/s]"""
    turn: float
    """top turn rate [rad/s]"""
    clearance: float
    """exploring: turn away from what is nearer ahead; following: distance to keep to the wall [m]"""


def run_task(task: Task, scan: Floats, beams: Beams, memory: Floats, chance: float) -> tuple[float, float]:
    """Return forward speed [m/s] and turn rate [rad/s]; memory (2,) is the program's own; chance in [0, 1)."""
    if task.kind == EXPLORE:
        return explore(task, scan, beams, memory, chance)
    return follow_wall(task, scan, beams)


def room_ahead(scan: Floats, beams: Beams, half_width: float) -> float:
    """Return how far a robot of this half width can go straight ahead [m]."""
    room = math.inf
    for beam in range(len(scan)):
        if beams.cos[beam] > 0.0 and abs(scan[beam] * beams.sin[beam]) < half_width:
            room = min(room, scan[beam] * beams.cos[beam])
    return room


def nearest_between(scan: Floats, beams: Beams, first: float, last: float) -> float:
    """Return the smallest reading [m] between two angles [degree]."""
    nearest = math.inf
    for beam in range(len(scan)):
        if first <= beams.degree[beam] <= last:
            nearest = min(nearest, scan[beam])
    return nearest


def explore(task: Task, scan: Floats, beams: Beams, memory: Floats, chance: float) -> tuple[float, float]:
    """Avoid obstacles: go ahead; where that is blocked, turn to the freer side by an angle left to chance.

    memory: what is left to turn [rad], and into which direction.
    """
    room = room_ahead(scan, beams, 0.26)
    if memory[0] <= 0.0 and room < task.clearance:
        right = nearest_between(scan, beams, -90.0, -20.0)
        left = nearest_between(scan, beams, 20.0, 90.0)
        memory[0] = 0.5 + 2.0 * chance
        memory[1] = 1.0 if left > right else -1.0
    if memory[0] > 0.0:
        memory[0] -= task.turn * 0.25
        if memory[0] <= 0.0 and room < task.clearance:
            memory[0] = 0.2
        return 0.0, memory[1] * task.turn
    right = nearest_between(scan, beams, -90.0, -30.0)
    left = nearest_between(scan, beams, 30.0, 90.0)
    shy = max(0.30 - right, 0.0) - max(0.30 - left, 0.0)
    return task.speed, min(max(4.0 * shy, -task.turn), task.turn)


def follow_wall(task: Task, scan: Floats, beams: Beams) -> tuple[float, float]:
    """Keep the wall to the right at the clearance; turn left where the way ahead is blocked."""
    nearest, at = math.inf, 0.0
    for beam in range(len(scan)):
        if beams.degree[beam] <= 0.0 and scan[beam] < nearest:
            nearest, at = scan[beam], beams.degree[beam]
    room = room_ahead(scan, beams, 0.26)
    away = 2.5 * (task.clearance - nearest)
    along = 0.018 * (at + 90.0)
    blocked = max(0.65 - room, 0.0) * 4.0
    turn = min(max(min(max(away, -0.5), 0.5) + along * 0.6 + blocked, -task.turn), task.turn)
    speed = task.speed * min(max((room - 0.3) / 0.3, 0.15), 1.0)
    return speed, turn
