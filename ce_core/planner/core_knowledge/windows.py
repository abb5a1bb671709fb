"""Task-dependent filters: which points a simulated task sees (paper 2, section 2.3.2, Figure 3B-C)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.planner.core_knowledge.single import heading, rounded
from ce_core.planner.core_knowledge.world import World
from ce_core.planner.explorer.rules import RADIUS, WINDOW_OF_AUTHORS, Rules

DISC, BOX, BAND = 0, 1, 2


class Window(NamedTuple):
    """Where points are seen: in a disc and, for some kinds, in an upright box or between lines."""

    kind: int
    x: float
    """Middle of the disc [m]."""
    y: float
    square: float
    """Square of its radius [m^2]."""
    along: float
    """Slope of the lines of a band along the heading; least x of a box [m]."""
    across: float
    """Slope of those across it; greatest x of a box [m]."""
    low: float
    """Intercept of the lower line along the heading; least y of a box [m]."""
    high: float
    """Intercept of the upper line along the heading; greatest y of a box [m]."""
    low_across: float
    """Intercept of the lower line across the heading [m]."""
    high_across: float
    """Intercept of the upper line across the heading [m]."""


def window_of(rules: Rules, task: int, pose: NDArray[np.float64]) -> Window:
    """Return where the points are that a task from this pose sees."""
    simulating, body = rules.simulating, rules.body
    corner = math.hypot(body.half_length + abs(body.centre), body.half_width)
    turns = rules.tasks.by_angle[task]
    kind = simulating.turn_window if turns else simulating.straight_window
    if kind == WINDOW_OF_AUTHORS:
        return corner_window(rules, pose) if turns else rectangle(rules, pose)
    if kind == RADIUS:
        radius = simulating.turn_radius if turns else simulating.step_distance
    else:
        radius = corner + 2.0 * (body.reach + body.half_obstacle)
        if not turns:
            radius += simulating.step_distance
    return Window(DISC, pose[0], pose[1], radius * radius, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def rectangle(rules: Rules, pose: NDArray[np.float64]) -> Window:
    """Return the authors' window of a straight: stepDistance long from the LiDAR on, 2 x half_width wide."""
    simulating = rules.simulating
    single = simulating.single
    theta = heading(pose[2], single)
    cos, sin = rounded(math.cos(theta), single), rounded(math.sin(theta), single)
    ahead_x = rounded(pose[0] + rounded(simulating.step_distance * cos, single), single)
    ahead_y = rounded(pose[1] + rounded(simulating.step_distance * sin, single), single)
    side_x = rounded(sin * simulating.half_width, single)
    side_y = rounded(cos * simulating.half_width, single)
    # Right and left of the start, then of the end. The lowest is the last of equals, the highest the first.
    low_x = high_x = rounded(pose[0] + side_x, single)
    low_y = high_y = rounded(pose[1] - side_y, single)
    for i in range(1, 4):
        x, y = (pose[0], pose[1]) if i < 2 else (ahead_x, ahead_y)
        sign = -1.0 if i % 2 == 1 else 1.0
        x, y = rounded(x + sign * side_x, single), rounded(y - sign * side_y, single)
        if y <= low_y:
            low_x, low_y = x, y
        if y > high_y:
            high_x, high_y = x, y
    return between(theta, low_x, low_y, high_x, high_y, single)


def corner_window(rules: Rules, pose: NDArray[np.float64]) -> Window:
    """Return the authors' window of a turn: between the origin and a corner of a square around the robot."""
    single = rules.simulating.single
    x = rounded(pose[0] + rules.simulating.turn_radius, single)
    y = rounded(pose[1] + rules.simulating.turn_radius, single)
    return between(heading(pose[2], single), x, y, 0.0, 0.0, single)


def between(theta: float, low_x: float, low_y: float, high_x: float, high_y: float, single: bool) -> Window:
    """Return what lies between the lines along and across a heading through a low and a high corner."""
    cos, sin = rounded(math.cos(theta), single), rounded(math.sin(theta), single)
    # All of it is within half a diagonal of the middle; a little more for the arithmetic.
    x, y = 0.5 * (low_x + high_x), 0.5 * (low_y + high_y)
    square = (high_x - x) ** 2 + (high_y - y) ** 2 + 0.001
    if cos == 0.0 or sin == 0.0:
        left, right = min(low_x, high_x), max(low_x, high_x)
        return Window(BOX, x, y, square, left, right, min(low_y, high_y), max(low_y, high_y), 0.0, 0.0)
    along = rounded(sin / cos, single)
    across = rounded(-1.0 / along, single)
    return Window(
        BAND,
        x,
        y,
        square,
        along,
        across,
        rounded(low_y - rounded(along * low_x, single), single),
        rounded(high_y - rounded(along * high_x, single), single),
        rounded(low_y - rounded(across * low_x, single), single),
        rounded(high_y - rounded(across * high_x, single), single),
    )


def sees(window: Window, x: float, y: float, single: bool) -> bool:
    """Tell whether a point is in a window."""
    dx, dy = x - window.x, y - window.y
    if dx * dx + dy * dy > window.square:
        return False
    if window.kind == DISC:
        return True
    if window.kind == BOX:
        return window.along <= x <= window.across and window.low <= y <= window.high
    along, across = rounded(window.along * x, single), rounded(window.across * x, single)
    return rounded(along + window.low, single) <= y <= rounded(along + window.high, single) and rounded(
        across + window.low_across, single
    ) <= y <= rounded(across + window.high_across, single)


def look(world: World, rules: Rules, task: int, pose: NDArray[np.float64], count: int) -> int:
    """Write the points that a task sees into world.near after the first `count`; return how many."""
    window, single, stride = window_of(rules, task, pose), rules.simulating.single, rules.simulating.stride
    seen = 0
    for i in range(world.x.shape[0]):
        if sees(window, world.x[i], world.y[i], single):
            if seen % stride == 0:
                world.near[count] = i
                count += 1
            seen += 1
    return count
