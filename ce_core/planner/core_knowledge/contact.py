"""When a moving rectangle touches small squares: exactly, with Box2D's contact skin.

Box2D reports a contact of two polygons when no face of either is farther than the skin from the other: the
test of separating axes, for the robot's faces and the square's, which stays upright.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ce_core.planner.core_knowledge.world import World
from ce_core.planner.explorer.rules import Body, Rules

NEVER = 2**62


def touches(body: Body, dx: float, dy: float, cos: float, sin: float) -> bool:
    """Tell whether a robot with this heading touches a square at (dx, dy) [m] from its origin."""
    ahead, aside = cos * dx + sin * dy - body.centre, cos * dy - sin * dx
    square = body.half_obstacle * (abs(cos) + abs(sin)) + body.reach
    if abs(ahead) > body.half_length + square or abs(aside) > body.half_width + square:
        return False
    across = body.half_obstacle + body.reach
    wide = abs(cos) * body.half_length + abs(sin) * body.half_width + across
    high = abs(sin) * body.half_length + abs(cos) * body.half_width + across
    return abs(dx - cos * body.centre) <= wide and abs(dy - sin * body.centre) <= high


def slab(first: float, last: float, at: float, rate: float, half: float) -> tuple[float, float]:
    """Narrow the times [first, last] to those at which |at - rate t| <= half."""
    if rate == 0.0:
        return (first, last) if abs(at) <= half else (1.0, 0.0)
    one, other = (at - half) / rate, (at + half) / rate
    return max(first, min(one, other)), min(last, max(one, other))


def first_touch_straight(
    body: Body, dx: float, dy: float, heading: tuple[float, float], stride: float
) -> int:
    """Return the first time step at which a robot that moves `stride` [m] a step touches a square, or NEVER.

    (dx, dy) [m] is the square from the robot's origin at the start; `heading` its cosine and sine.
    """
    cos, sin = heading
    square = body.half_obstacle * (abs(cos) + abs(sin)) + body.reach
    aside = cos * dy - sin * dx
    if abs(aside) > body.half_width + square:
        return NEVER
    first, last = slab(0.0, 1e9, cos * dx + sin * dy - body.centre, stride, body.half_length + square)
    across = body.half_obstacle + body.reach
    wide = abs(cos) * body.half_length + abs(sin) * body.half_width + across
    high = abs(sin) * body.half_length + abs(cos) * body.half_width + across
    first, last = slab(first, last, dx - cos * body.centre, stride * cos, wide)
    first, last = slab(first, last, dy - sin * body.centre, stride * sin, high)
    step = math.ceil(first - 1e-9)
    return step if step <= last else NEVER


def first_touch_curve(
    body: Body, dx: float, dy: float, heading: tuple[float, float], motion: tuple[float, float], steps: int
) -> int:
    """Return the first of `steps` time steps at which a turning robot touches a square, or NEVER.

    (dx, dy) [m] is the square from the robot's origin at the start; `heading` its cosine and sine; `motion`
    how far the robot drives [m] and turns [rad] in a step. The heading is rotated step by step.
    """
    forward, turn = motion
    farthest = math.hypot(body.half_length + abs(body.centre), body.half_width)
    farthest += 2.0 * (body.reach + body.half_obstacle) + abs(forward) * steps
    if dx * dx + dy * dy > farthest * farthest:
        return NEVER
    (cos, sin), turn_cos, turn_sin = heading, math.cos(turn), math.sin(turn)
    for step in range(steps):
        if touches(body, dx, dy, cos, sin):
            return step
        dx, dy = dx - forward * cos, dy - forward * sin
        cos, sin = cos * turn_cos - sin * turn_sin, sin * turn_cos + cos * turn_sin
    return NEVER


def first_contact(
    world: World, rules: Rules, task: int, start: NDArray[np.float64], steps: int, count: int
) -> tuple[int, int]:
    """Return the first time step with a contact, and the index of the point; NEVER and -1 without one.

    Only the first `count` points of world.near are there. Contacts are looked for in time steps 0 to before
    `steps`. Of several points in the same step the first or the middle one counts, as the rules say.
    """
    simulating, body = rules.simulating, rules.body
    stride = rules.tasks.speed[task] * simulating.step_time
    turn = rules.tasks.turn_rate[task] * simulating.step_time
    heading = (math.cos(start[2]), math.sin(start[2]))
    earliest, touched = steps, 0
    for k in range(count):
        i = world.near[k]
        dx, dy = world.x[i] - start[0], world.y[i] - start[1]
        if turn == 0.0:
            step = first_touch_straight(body, dx, dy, heading, stride)
        else:
            until = min(steps, earliest + 1)  # what comes later does not count
            step = first_touch_curve(body, dx, dy, heading, (stride, turn), until)
        if step < earliest:
            earliest, touched = step, 0
        if step == earliest and step < steps:
            world.touched[touched] = i
            touched += 1
    if touched == 0:
        return NEVER, -1
    return earliest, world.touched[touched // 2 if simulating.middle_contact else 0]
