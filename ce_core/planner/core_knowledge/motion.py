"""How far a task moves the robot when nothing is in its way: the flow, until the invariant fails."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ce_core.planner.core_knowledge.single import heading, length, rounded
from ce_core.planner.explorer.rules import Rules
from ce_core.planner.explorer.states import GOAL, HORIZON, OPEN

QUARTER = math.pi / 2.0


def place_of(rules: Rules, x: float, y: float) -> int:
    """Tell whether a position is at the target (GOAL), at the horizon (HORIZON) or neither (OPEN)."""
    single, searching = rules.simulating.single, rules.searching
    near = searching.goal_tolerance + 0.01
    if searching.has_target and within(searching.target_x - x, searching.target_y - y, near):
        left = length(searching.target_x - x, searching.target_y - y, single)
        if searching.authors_cost:
            left = to_digits(left, 1000.0, single)
        if left <= searching.goal_tolerance:
            return GOAL
    if within(x, y, 0.98 * rules.simulating.horizon):  # most are; no root for them
        return OPEN
    away = length(x, y, single)
    if searching.round_horizon:
        away = to_digits(away, 100.0, single)
    return HORIZON if away >= rules.simulating.horizon else OPEN


def within(x: float, y: float, radius: float) -> bool:
    """Tell whether a vector is shorter than a radius."""
    return x * x + y * y < radius * radius


def to_digits(value: float, scale: float, single: bool) -> float:
    """Round a positive number to 1 / scale, halves up."""
    return rounded(math.floor(rounded(value * scale, single) + 0.5) / scale, single)


def most_steps(rules: Rules, task: int, start_y: float) -> int:
    """Return an upper bound of the time steps of a task."""
    simulating, tasks = rules.simulating, rules.tasks
    speed = float(tasks.speed[tasks.default])
    if simulating.time_limit:
        left = simulating.horizon / speed
        if task == tasks.default:
            left = rounded(rounded(simulating.horizon - abs(start_y), simulating.single) / speed, True)
            if left < 0.01:
                left = 0.0
        return math.ceil(left / simulating.step_time)
    if tasks.by_angle[task]:
        return math.ceil(QUARTER / abs(float(tasks.turn_rate[task])) / simulating.step_time) + 1
    return math.ceil(simulating.step_distance / abs(float(tasks.speed[task])) / simulating.step_time) + 1


def has_turned(start: float, theta: float, wrapped: bool, single: bool) -> bool:
    """Tell whether a turn from `start` to `theta` [rad] has reached a right angle."""
    if not wrapped:
        return abs(theta - start) >= QUARTER
    if abs(theta - start) < QUARTER - 0.01 and abs(theta) < math.pi - 0.01:
        return False  # far from both ends: no need to be exact
    angle = heading(theta, single)
    return angle >= rounded(start + QUARTER, single) or angle <= rounded(start - QUARTER, single)


def move(rules: Rules, task: int, start: NDArray[np.float64], end: NDArray[np.float64]) -> int:
    """Follow the flow of a task from pose `start`, write pose `end`, and return the number of time steps."""
    simulating, tasks = rules.simulating, rules.tasks
    single, step = simulating.single, simulating.step_time
    x, y, theta = start[0], start[1], heading(start[2], single)
    first = theta
    speed, turn = tasks.speed[task], tasks.turn_rate[task]
    dx, dy = stride(speed, theta, step, single)
    steps, most = 0, most_steps(rules, task, start[1])
    while steps < most:
        if tasks.by_angle[task]:
            if has_turned(first, theta, simulating.wrapped, single):
                break
        elif length(start[0] - x, start[1] - y, single) >= simulating.step_distance:
            break
        if speed != 0.0 and place_of(rules, x, y) != OPEN:
            break
        count = 1
        if turn == 0.0:
            walked = steps * math.sqrt(dx * dx + dy * dy)
            count = clear_strides(rules, x, y, dx, dy, simulating.step_distance - walked)
        elif speed == 0.0 and tasks.by_angle[task]:
            count = clear_turns(first, theta, turn * step, simulating.wrapped)
        count = min(count, most - steps)
        if speed != 0.0:
            x, y = repeated(x, dx, count, single), repeated(y, dy, count, single)
        if turn != 0.0:
            for _ in range(count):
                theta = rounded(theta + turn * step, single)
            dx, dy = stride(speed, theta, step, single)
        steps += count
    end[0], end[1], end[2] = x, y, heading(theta, single)
    return steps


def clear_strides(rules: Rules, x: float, y: float, dx: float, dy: float, left: float) -> int:
    """Return after how many strides (dx, dy) [m] a straight has to look where it is: at least one.

    Until then it has neither gone the distance `left` [m] nor come near the target or the horizon. Two
    strides are kept in hand for the arithmetic of 32 bits.
    """
    searching = rules.searching
    square = dx * dx + dy * dy
    if square == 0.0:
        return 1
    soonest = left / math.sqrt(square)
    inside = rules.simulating.horizon - 0.006  # distances may be rounded to a centimetre
    ahead, beyond = x * dx + y * dy, x * x + y * y - inside * inside
    if inside <= 0.0 or beyond >= 0.0:
        return 1
    soonest = min(soonest, (math.sqrt(ahead * ahead - square * beyond) - ahead) / square)
    if searching.has_target:
        near = searching.goal_tolerance + 0.01
        tx, ty = x - searching.target_x, y - searching.target_y
        ahead, apart = tx * dx + ty * dy, tx * tx + ty * ty - near * near
        root = ahead * ahead - square * apart
        if apart <= 0.0:
            return 1
        if ahead < 0.0 and root >= 0.0:
            soonest = min(soonest, (-ahead - math.sqrt(root)) / square)
    return max(1, math.floor(soonest) - 2)


def clear_turns(first: float, theta: float, turn: float, wrapped: bool) -> int:
    """Return after how many steps of `turn` [rad] a turn on the spot has to look at its heading: one or more.

    Until then it is short of a right angle and, where headings wrap, of ±pi.
    """
    left = QUARTER - abs(theta - first)
    if wrapped:
        if abs(theta) >= math.pi - 0.01:
            return 1
        left = min(left, math.pi - math.copysign(1.0, turn) * theta)
    return max(1, math.floor((left - 0.01) / abs(turn)) - 1)


def repeated(value: float, step: float, count: int, single: bool) -> float:
    """Add a step to a value again and again; in 32 bits if `single`, which both have then."""
    if single:
        small, little = np.float32(value), np.float32(step)
        for _ in range(count):
            small += little
        return np.float64(small)
    for _ in range(count):
        value += step
    return value


def stride(speed: float, theta: float, step: float, single: bool) -> tuple[float, float]:
    """Return by how much a time step moves the robot along x and y [m]."""
    if speed == 0.0:
        return 0.0, 0.0
    small = rounded(step, single)
    vx = rounded(speed * rounded(math.cos(theta), single), single)
    vy = rounded(speed * rounded(math.sin(theta), single), single)
    return rounded(small * vx, single), rounded(small * vy, single)
