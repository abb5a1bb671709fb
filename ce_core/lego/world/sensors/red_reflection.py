"""Red reflection, left and right: red light sent out in 21 rays, what comes back (paper 1, section 4.3.4)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.lego.world.cubes import CIRCLE, CUBE_REACH, RED, WALLS
from ce_core.lego.world.playground import UNIT
from ce_core.lego.world.robot import LIGHT_LEFT, LIGHT_RIGHT

Floats = NDArray[np.float64]

RAYS = 21
NOTHING = math.inf
REACH = 10.0 * UNIT
"""How far forward a ray goes [m]."""
SEEN = 0.354 + CUBE_REACH
"""A cube whose centre is farther away sends nothing back and hides nothing that does [m]."""
ADDED = 5.0
"""Added to the length of a ray, to be a distance to a cube's centre [cm]."""


class RedReflectionSettings(NamedTuple):
    """What differs between the variants."""

    in_angle: bool
    """The rays are equally spaced in angle; otherwise in its tangent."""
    divided_by: float
    """The mean is the sum over the rays divided by this."""
    left: tuple[float, float, float, float]
    right: tuple[float, float, float, float]
    """Red light from a red cube over distance [cm], cubic to constant term, for each sensor."""


AUTHORS = RedReflectionSettings(
    False, 20.0, (-0.0114, 0.8174, -19.525, 158.94), (-0.0177, 1.244, -28.979, 229.03)
)
PAPER = RedReflectionSettings(
    True, 21.0, (-0.0114, 0.8174, -19.52, 158.94), (-0.0177, 1.244, -28.979, 229.03)
)
SETTINGS = (AUTHORS, PAPER)


def red_reflection(robot: Floats, cubes: Floats, right: bool, preset: int) -> int:
    """Return the reading of the left or right sensor of a robot at (x, y, theta)."""
    settings = SETTINGS[preset]
    cos = math.cos(robot[2])
    sin = math.sin(robot[2])
    mount = LIGHT_RIGHT if right else LIGHT_LEFT
    x = robot[0] + cos * mount[0] - sin * mount[1]
    y = robot[1] + sin * mount[0] + cos * mount[1]
    near = (is_near(x, y, cubes[0]), is_near(x, y, cubes[1]), is_near(x, y, cubes[2]))
    if not (near[0] or near[1] or near[2]):
        return 0
    turned = (cos_and_sin(cubes[0, 2]), cos_and_sin(cubes[1, 2]), cos_and_sin(cubes[2, 2]))
    total = 0.0
    for ray in range(RAYS):
        slope = tangent(ray, settings.in_angle)
        length = REACH * math.sqrt(1.0 + slope * slope)
        ux = (cos + sin * slope) * REACH / length
        uy = (sin - cos * slope) * REACH / length
        nearest = length
        colour = -1
        for cube in range(3):
            if near[cube]:
                hit = to_cube(x, y, ux, uy, cubes[cube], turned[cube])
                if hit < nearest:
                    nearest = hit
                    colour = cube
        if colour >= 0:
            total += reflected(100.0 * nearest, colour, settings.right if right else settings.left)
    return int(total / settings.divided_by + 0.5)


def is_near(x: float, y: float, cube: Floats) -> bool:
    """Tell whether a cube may send light back to a sensor at (x, y)."""
    return bool((cube[0] - x) ** 2 + (cube[1] - y) ** 2 <= SEEN * SEEN)


def tangent(ray: int, in_angle: bool) -> float:
    """Return the tangent of a ray's angle to the right of forward: -0.5 to 0.5."""
    share = (ray - 10) / 20.0
    return math.tan(2.0 * share * math.atan(0.5)) if in_angle else share


def reflected(length: float, colour: int, red: tuple[float, float, float, float]) -> float:
    """Return the red light that a cube sends back over this length [cm]."""
    d = length + ADDED
    if colour == RED:
        back = ((red[0] * d + red[1]) * d + red[2]) * d + red[3]
    else:
        back = 5.5442 - 0.1572 * (d - ADDED)
    return max(back, 0.0)


def cos_and_sin(angle: float) -> tuple[float, float]:
    """Return cosine and sine of an angle [rad]."""
    return math.cos(angle), math.sin(angle)


def to_cube(x: float, y: float, ux: float, uy: float, cube: Floats, turned: tuple[float, float]) -> float:
    """Return how far a ray from (x, y) along the unit vector (ux, uy) goes to a cube's walls or circle."""
    dx = x - cube[0]
    dy = y - cube[1]
    along = -(dx * ux + dy * uy)
    aside = dx * uy - dy * ux
    if abs(aside) > CUBE_REACH or along < -CUBE_REACH:
        return NOTHING
    hit = NOTHING
    if abs(aside) <= CIRCLE:
        entry = along - math.sqrt(CIRCLE * CIRCLE - aside * aside)
        if entry >= 0.0:
            hit = entry
    cos, sin = turned
    start_x = cos * dx + sin * dy
    start_y = cos * dy - sin * dx
    vx = cos * ux + sin * uy
    vy = cos * uy - sin * ux
    for wall in range(len(WALLS)):
        hit = min(hit, to_wall(start_x, start_y, vx, vy, WALLS[wall]))
    return hit


def to_wall(x: float, y: float, ux: float, uy: float, wall: Floats) -> float:
    """Return how far a ray goes to a wall x1, y1, x2, y2 [m]."""
    wx = wall[2] - wall[0]
    wy = wall[3] - wall[1]
    turn = ux * wy - uy * wx
    dx = wall[0] - x
    dy = wall[1] - y
    along = dx * wy - dy * wx
    part = dx * uy - dy * ux
    if turn < 0.0:
        turn, along, part = -turn, -along, -part
    if turn == 0.0 or along < 0.0 or part < 0.0 or part > turn:
        return NOTHING
    return float(along / turn)
