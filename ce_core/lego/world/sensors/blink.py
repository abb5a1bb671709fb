"""Blink sensor: how bright the lights in the cubes were half a second ago (paper 1, section 4.3.3)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.lego.world.cubes import fold
from ce_core.lego.world.robot import LIGHT_LEFT, LIGHT_RIGHT

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

DELAY = 25
"""Time steps from a look at the lights to the reading: 0.5 s."""
RING = 100
"""Readings that are kept."""
VIEW = 45.0
"""View angle beyond which a light is not seen [deg]."""
TURNED = 30.0
"""A cube turned by less than this does not dim its light [deg]."""
CALIBRATION = 24.0
"""Reading at 40 cm, to which the paper's factors are normalised."""


class BlinkSettings(NamedTuple):
    """What differs between the variants."""

    gain: float
    """Factor on the distance term."""
    normal: tuple[float, float, float]
    """What the view-angle term is divided by; red, green, blue."""
    signed_view: bool
    """The view-angle fits are not symmetric: use the angle with its sign (left is negative), or without."""
    turned_from_sight: bool
    """A cube's turn is measured from the line of sight; otherwise from the robot's heading."""
    own_distance: bool
    """The right sensor's dimming uses its own distance; otherwise the left sensor's."""
    linear: float
    constant: float
    """Linear and constant term of the fit of the dimming over distance."""
    longest: float
    """Beyond this distance the light is dark, whatever the fit says [cm]."""
    blinding: float
    """A reading above this is 0."""


AUTHORS = BlinkSettings(
    1.5, (24.0, 25.0, 25.0), False, False, False, 0.4817, -4.6028, longest=math.inf, blinding=200.0
)
# The printed -0.482 would brighten turned cubes, against the text and the figures: a misprint.
# The distance term ends where its fit first reaches 0; for beyond, the paper gives no constant.
PAPER = BlinkSettings(1.0, (24.0, 24.0, 24.0), True, True, True, 0.482, -4.6, longest=74.1, blinding=math.inf)
SETTINGS = (AUTHORS, PAPER)


def distance_term(d: float) -> float:
    """Return the brightness over distance [cm]: the paper's Delta."""
    return 3e-6 * d**4 - 0.0011 * d**3 + 0.144 * d**2 - 8.55 * d + 200.0


def view_term(right: bool, a: float) -> float:
    """Return the brightness at 40 cm over view angle [deg]: the paper's beta before it is normalised."""
    if right:
        return 7e-6 * a**4 + 7e-5 * a**3 - 0.0270 * a**2 - 0.0891 * a + 26.005
    return 8e-6 * a**4 + 7e-5 * a**3 - 0.0277 * a**2 - 0.1567 * a + 25.023


def turned_term(turned: float) -> float:
    """Return what a cube turned by this much [deg] loses at 40 cm: the paper's phi times 24."""
    if turned < TURNED:
        return 0.0
    return CALIBRATION - (0.0338 * turned**2 - 3.0929 * turned + 87.133)


def dimming_term(d: float, settings: BlinkSettings) -> float:
    """Return how much of that loss applies at a distance [cm]: the paper's delta."""
    return 3e-9 * d**5 - 1e-6 * d**4 + 0.0002 * d**3 - 0.0144 * d**2 + settings.linear * d + settings.constant


def brightness(robot: Floats, cube: Floats, colour: int, preset: int) -> float:
    """Return what the brighter of the two sensors sees of one cube's light, before rounding."""
    settings = SETTINGS[preset]
    cos = math.cos(robot[2])
    sin = math.sin(robot[2])
    brightest = 0.0
    left_distance = 0.0
    for right in (False, True):
        mount = LIGHT_RIGHT if right else LIGHT_LEFT
        dx = cube[0] - (robot[0] + cos * mount[0] - sin * mount[1])
        dy = cube[1] - (robot[1] + sin * mount[0] + cos * mount[1])
        distance = 100.0 * math.sqrt(dx * dx + dy * dy)
        if not right:
            left_distance = distance
        angle = math.degrees(math.atan2(sin * dx - cos * dy, cos * dx + sin * dy))  # to the right
        if abs(angle) <= VIEW and distance <= settings.longest:
            sight = math.atan2(dy, dx) if settings.turned_from_sight else robot[2]
            turned = math.degrees(fold(sight - cube[2]))
            apart = distance if settings.own_distance else left_distance
            seen = max(view_term(right, angle if settings.signed_view else abs(angle)), 0.0)
            light = settings.gain * distance_term(distance) / settings.normal[colour]
            loss = turned_term(turned) * dimming_term(apart, settings) / CALIBRATION
            brightest = max(brightest, light * seen * (1.0 - loss))
    return brightest


def blink_now(robot: Floats, cubes: Floats, lights: Integers, preset: int) -> int:
    """Return what will be read half a second later; `lights` says which cubes have one."""
    brightest = 0
    for colour in range(3):
        if lights[colour] != 0:
            brightest = max(brightest, int(brightness(robot, cubes[colour], colour, preset) + 0.5))
    return 0 if brightest > SETTINGS[preset].blinding else brightest
