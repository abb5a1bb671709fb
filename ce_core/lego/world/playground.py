"""The playground: white area and cardboard, and what it means to be off them (paper 1, section 2).

Plain Python that `ce_core.kernels` compiles, as everything that runs in a time step.
"""

from __future__ import annotations

import math

UNIT = 0.0949223
"""Length unit of the authors' program [m] (section 4.3): everything they drew is converted with it."""

STEP_RATE = 50
"""Time steps per second (section 4.1)."""
TIME_STEP = 1.0 / STEP_RATE

HALF_WHITE = (0.5 * 11.89 * UNIT, 0.5 * 8.41 * UNIT)
"""Half length and half width of the white area, whose centre is the origin [m]."""
HALF_CARDBOARD = (0.5 * 14.88 * UNIT, 0.5 * 11.41 * UNIT)
"""Half length and half width of the cardboard around it [m]."""

SKIN = 0.01 * UNIT
"""How far beyond its outline a polygon already touches, in the authors' physics engine [m]."""

FAR_AWAY = 42.0 * UNIT
"""How far a cube is put away when it is removed [m]."""


def to_rectangle(x: float, y: float, half_x: float, half_y: float) -> float:
    """Return the distance [m] from a point to a rectangle around the origin; 0 inside."""
    dx = max(abs(x) - half_x, 0.0)
    dy = max(abs(y) - half_y, 0.0)
    return math.sqrt(dx * dx + dy * dy)


def square_to_rectangle(
    x: float, y: float, theta: float, half_side: float, half: tuple[float, float]
) -> float:
    """Return the distance [m] from a square to a larger rectangle around the origin; 0: they overlap."""
    cos = math.cos(theta)
    sin = math.sin(theta)
    nearest = math.inf
    for i in range(4):
        across = half_side if i % 2 else -half_side
        along = half_side if i // 2 else -half_side
        corner_x = x + cos * across - sin * along
        corner_y = y + sin * across + cos * along
        nearest = min(nearest, to_rectangle(corner_x, corner_y, half[0], half[1]))
        dx = (half[0] if i % 2 else -half[0]) - x  # a corner of the rectangle, seen from the square
        dy = (half[1] if i // 2 else -half[1]) - y
        nearest = min(nearest, to_rectangle(cos * dx + sin * dy, cos * dy - sin * dx, half_side, half_side))
    return nearest
