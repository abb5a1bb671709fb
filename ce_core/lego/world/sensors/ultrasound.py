"""Ultrasound: the nearest cube in view; a turned cube is seen less far aside (paper 1, section 4.3.2)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.lego.world.cubes import fold
from ce_core.lego.world.robot import ULTRASOUND
from ce_core.lego.world.sensors import PRESETS

Floats = NDArray[np.float64]

NOTHING = 200
"""Reading when no cube is in view, and the largest there is."""


class UltrasoundSettings(NamedTuple):
    """What differs between the variants."""

    cutoff: tuple[float, float, float]
    """Largest view angle at which each cube is seen face on [deg]; red, green, blue."""
    narrowing: float
    """How much smaller that angle is per degree that the cube is turned."""
    cm_per_reading: float
    """Distance from the sensor to the cube's centre that adds 1 to the reading [cm]."""


AUTHORS = UltrasoundSettings((35.0, 35.0, 30.0), 13.0 / 45.0, 0.88)
PAPER = UltrasoundSettings((35.0, 35.0, 35.0), 13.0 / 45.0, 1.0)
SETTINGS = (AUTHORS, PAPER)


def field_of_view(preset: str) -> float:
    """Return the whole angle in which a cube that faces the sensor is seen [rad]."""
    return math.radians(2.0 * max(SETTINGS[PRESETS.index(preset)].cutoff))


def ultrasound(robot: Floats, cubes: Floats, preset: int) -> int:
    """Return the reading of a robot at (x, y, theta) among cubes of shape (3, 3): about cm, 0 to 200.

    Nothing hides a cube behind another, and neither edges nor walls are seen.
    """
    settings = SETTINGS[preset]
    cos = math.cos(robot[2])
    sin = math.sin(robot[2])
    sensor_x = robot[0] + cos * ULTRASOUND[0] - sin * ULTRASOUND[1]
    sensor_y = robot[1] + sin * ULTRASOUND[0] + cos * ULTRASOUND[1]
    reading = NOTHING
    for cube in range(3):
        dx = cubes[cube, 0] - sensor_x
        dy = cubes[cube, 1] - sensor_y
        view = math.degrees(abs(math.atan2(cos * dy - sin * dx, cos * dx + sin * dy)))
        turned = math.degrees(fold(robot[2] - cubes[cube, 2]))
        if view <= settings.cutoff[cube] - settings.narrowing * turned:
            distance = 100.0 * math.sqrt(dx * dx + dy * dy)
            reading = min(reading, int(distance / settings.cm_per_reading + 0.5))
    return reading
