"""The robot programs of paper 3, from a laser scan of the half circle ahead to speeds.

Plain Python that `ce_core.kernels` compiles; the same program runs in the world and in every model of it.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ce_core.identified_environment.environment_table import Beams
from ce_core.identified_environment.grid import Floats

EXPLORE, FOLLOW_WALL = 0, 1

SIDE, DIAGONAL = 1.034, 1.389
"""What the sectors of `follow_wall` read along a wall, in units of its distance: means of 1 / cos."""
AHEAD = 2.2
"""Nearer than this, in units of the clearance, the way ahead is blocked."""
SIDE_GAIN, DIAGONAL_GAIN, AHEAD_GAIN = 1.5, 1.5, 1.2
"""[rad/s for each m]"""


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
    """Return forward speed [m/s] and turn rate [rad/s]; memory is the program's own, chance in [0, 1)."""
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
    room = room_ahead(scan, beams, 0.22)
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
    shy = max(0.27 - right, 0.0) - max(0.27 - left, 0.0)
    return task.speed, min(max(4.0 * shy, -task.turn), task.turn)


def mean_between(scan: Floats, beams: Beams, first: float, last: float, most: float) -> float:
    """Return the mean reading [m] between two angles [degree], where none counts for more than `most`."""
    total, count = 0.0, 0
    for beam in range(len(scan)):
        if first <= beams.degree[beam] <= last:
            total += min(scan[beam], most)
            count += 1
    return total / count


def follow_wall(task: Task, scan: Floats, beams: Beams) -> tuple[float, float]:
    """Keep the wall to the right at the clearance; turn left where the way ahead is blocked.

    Means over sectors, not single beams, so that noise in a reading hardly matters.
    """
    side = mean_between(scan, beams, -90.0, -65.0, 2.0 * task.clearance)
    diagonal = mean_between(scan, beams, -60.0, -35.0, 3.0 * task.clearance)
    ahead = mean_between(scan, beams, -15.0, 15.0, 2.0)
    turn = SIDE_GAIN * (task.clearance * SIDE - side) + DIAGONAL_GAIN * (task.clearance * DIAGONAL - diagonal)
    turn += AHEAD_GAIN * max(AHEAD * task.clearance - ahead, 0.0)
    speed = task.speed * min(max((ahead - 0.3) / 0.4, 0.2), 1.0)
    return speed, min(max(turn, -task.turn), task.turn)
