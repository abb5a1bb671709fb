"""Reflection sensor that looks down: white, cardboard, or neither (paper 1, section 4.3.1)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.lego.world.playground import HALF_CARDBOARD, HALF_WHITE, SKIN, UNIT, to_rectangle
from ce_core.lego.world.robot import REFLECTION_DOWN

WHITE, CARDBOARD, BEYOND = 47, 36, 16
"""Readings over the white area, over the cardboard and beyond it."""


class ReflectionDownSettings(NamedTuple):
    """What differs between the variants."""

    reach: float
    """The sensor still sees a surface that is this far away [m]: its own size and the surface's skin."""


AUTHORS = ReflectionDownSettings(reach=0.022 * UNIT + SKIN)
PAPER = ReflectionDownSettings(reach=0.0)
SETTINGS = (AUTHORS, PAPER)


def reflection_down(robot: NDArray[np.float64], preset: int) -> int:
    """Return the reading of a robot at (x, y, theta)."""
    reach = SETTINGS[preset].reach
    cos = math.cos(robot[2])
    sin = math.sin(robot[2])
    x = robot[0] + cos * REFLECTION_DOWN[0] - sin * REFLECTION_DOWN[1]
    y = robot[1] + sin * REFLECTION_DOWN[0] + cos * REFLECTION_DOWN[1]
    if to_rectangle(x, y, HALF_WHITE[0], HALF_WHITE[1]) <= reach:
        return WHITE
    if to_rectangle(x, y, HALF_CARDBOARD[0], HALF_CARDBOARD[1]) <= reach:
        return CARDBOARD
    return BEYOND
