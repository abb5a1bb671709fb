"""What the simulated sensors read, and how fast the robot is, where the physical ones were measured."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ce_core.lego.lego_world import SLOW_DOWN_ABOVE
from ce_core.lego.world.cubes import BLUE, GREEN, RED
from ce_core.lego.world.playground import HALF_WHITE
from ce_core.lego.world.robot import (
    LIGHT_LEFT,
    LIGHT_RIGHT,
    MAX_SPEED,
    MAX_TURNING_SPEED,
    REFLECTION_DOWN,
    ULTRASOUND,
    clamp,
    slow_down,
    velocity_of,
)
from ce_core.lego.world.sensors import PRESETS, blink, red_reflection, reflection_down, ultrasound

Floats = NDArray[np.float64]

_AWAY = 1e6
"""Where cubes are that are not there [m]."""
_ORIGIN = np.zeros(3)


def ultrasound_reading(
    distance: float, view: float = 0.0, turned: float = 0.0, preset: str = "authors"
) -> int:
    """Read the ultrasound with a red cube at a distance [cm] and view angle [deg], turned [deg]."""
    cubes = _alone(RED, ULTRASOUND, distance, view, turned)
    return ultrasound.ultrasound(_ORIGIN, cubes, PRESETS.index(preset))


def blink_reading(distance: float, turned: float = 0.0, preset: str = "authors") -> int:
    """Read blink with a light in a green cube straight ahead of the left sensor; the brighter one counts."""
    cubes = _alone(GREEN, LIGHT_LEFT, distance, 0.0, turned)
    return blink.blink_now(_ORIGIN, cubes, np.array([0, 1, 0]), PRESETS.index(preset))


def blink_over_view(view: float, right: bool, preset: str = "authors") -> float:
    """Return one sensor's factor over view angle [deg], negative to the left, in readings at 40 cm."""
    settings = blink.SETTINGS[PRESETS.index(preset)]
    if abs(view) > blink.VIEW:
        return 0.0
    return max(blink.view_term(right, view if settings.signed_view else abs(view)), 0.0)


def red_reading(distance: float, colour: int, right: bool, preset: str = "authors") -> int:
    """Read the red reflection of a cube whose centre is straight ahead of a sensor at a distance [cm]."""
    cubes = _alone(colour, LIGHT_RIGHT if right else LIGHT_LEFT, distance, 0.0, 0.0)
    return red_reflection.red_reflection(_ORIGIN, cubes, right, PRESETS.index(preset))


def down_reading(beyond: float, preset: str = "authors") -> int:
    """Read the sensor that looks down, so far beyond the edge of the white area [cm]."""
    x = HALF_WHITE[0] + 0.01 * beyond - REFLECTION_DOWN[0]
    return reflection_down.reflection_down(np.array([x, 0.0, 0.0]), PRESETS.index(preset))


def speed_response(percent: float, preset: str = "authors", pushing: bool = False) -> float:
    """Return the forward speed [mm/s] that comes of a command [%]."""
    executed = clamp(int(percent), MAX_SPEED)
    if pushing:
        executed = slow_down(executed, SLOW_DOWN_ABOVE[PRESETS.index(preset)])
    return 1000.0 * velocity_of(executed, executed)[0]


def yaw_rate_response(percent: float, preset: str = "authors") -> float:
    """Return the yaw rate on the spot [deg/s] that comes of a command [%]; the same in all presets."""
    executed = clamp(int(percent), MAX_TURNING_SPEED)
    return math.degrees(velocity_of(-executed, executed)[1])


def _alone(colour: int, mount: tuple[float, float], distance: float, view: float, turned: float) -> Floats:
    """Place one cube before a sensor of a robot at the origin; the others are far behind."""
    cubes = np.array([[-_AWAY, 0.0, 0.0]] * (BLUE + 1))
    angle = math.radians(-view)
    ahead = 0.01 * distance
    cubes[colour] = (
        mount[0] + ahead * math.cos(angle),
        mount[1] + ahead * math.sin(angle),
        math.radians(turned),
    )
    return cubes
