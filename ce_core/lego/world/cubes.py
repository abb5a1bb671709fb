"""The three cubes: red, green and blue, each with a blinking light inside (paper 1, section 2)."""

from __future__ import annotations

import math

import numpy as np

from ce_core.lego.world.playground import UNIT

COLOURS = ("red", "green", "blue")
RED, GREEN, BLUE = range(3)

HALF_SIDE = 0.72 * UNIT
"""Half the side of a cube's base plate [m]."""
CUBE_REACH = HALF_SIDE * math.sqrt(2.0) * 1.02
"""No part of a cube is farther from its centre, the tips of its walls included [m]."""

CIRCLE = 0.36 * UNIT
"""Radius of the circle that reflects light at a cube's centre [m] (section 4.3.4)."""

_STAR = (
    (0.0067, 0.0125),
    (-0.5950, 0.6012),
    (0.0182, 0.0156),
    (-0.5911, -0.5974),
    (0.0153, 0.0072),
    (0.6079, -0.5974),
    (0.0105, 0.0122),
    (0.6017, 0.6012),
)
WALLS = 1.2 * UNIT * np.column_stack((_STAR, np.roll(_STAR, -1, axis=0)))
"""The two crossed walls that reflect light, a thin star of eight edges: x1, y1, x2, y2 [m]."""

CUBE_STARTS = np.array([[3.00, -0.72, 0.0], [0.72, 2.00, 0.0], [-3.00, 0.72, 0.0]]) * [UNIT, UNIT, 1.0]
"""x [m], y [m], theta [rad] of each cube when a trial starts."""

PUT_AWAY = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
"""Where each cube goes when it is removed, in its own frame."""

MOMENT_OF_INERTIA = 0.2995 * UNIT**2
"""Of the base plate and the circle together, for a mass of 1, as the authors' engine finds it [m^2]."""


def fold(angle: float) -> float:
    """Return how far a direction is from the nearest of a cube's four face normals: 0 to pi/4 [rad]."""
    quarter = 0.5 * math.pi
    rest = angle % quarter
    return min(rest, quarter - rest)
