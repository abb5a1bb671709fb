"""The robot: outline, places of its sensors, and how its two belts move it (paper 1, section 4.2).

Body frame: x forward, y to the left, origin at the turning centre; heading from the playground's x axis.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ce_core.lego.world.playground import TIME_STEP, UNIT

_RIGHT_AND_FORWARD = (
    (0.7942, 1.0743),
    (-0.7607, 1.0792),
    (-0.7777, 1.3272),
    (-0.8655, 1.3321),
    (-0.8458, 0.9673),
    (-0.6803, 0.9602),
    (-0.6736, 0.6272),
    (-0.7531, 0.6349),
    (-0.7407, -0.5506),
    (-0.7371, -0.7879),
    (-0.6891, -1.0274),
    (-0.5521, -1.2244),
    (-0.3916, -1.3110),
    (-0.2418, -1.2478),
    (-0.1715, -1.1014),
    (0.2041, -1.1019),
    (0.3037, -1.2587),
    (0.4314, -1.3198),
    (0.5201, -1.2985),
    (0.6454, -1.1418),
    (0.7179, -0.8487),
    (0.7235, -0.5633),
    (0.7698, -0.5531),
    (0.7704, 0.6157),
    (0.6651, 0.6263),
    (0.6770, 0.9574),
    (0.8865, 0.9510),
    (0.8811, 1.3174),
    (0.8009, 1.3208),
)
"""The outline as the authors drew it, counter-clockwise: to the right, forward [units]."""


def _mounted(right: float, forward: float) -> tuple[float, float]:
    return forward * UNIT, -right * UNIT


OUTLINE = np.array([_mounted(*corner) for corner in _RIGHT_AND_FORWARD])
"""Corners of the robot, counter-clockwise [m], shape (29, 2): a fork in front, two cable loops behind."""


PIECES = (
    (28, 0, 26, 27),
    (0, 25, 26),
    (20, 21, 24, 18, 19),
    (25, 15, 16, 17, 18, 24),
    (25, 14, 15),
    (6, 9, 10, 11, 12, 13, 14, 25),
    (0, 5, 6, 25),
    (1, 4, 5, 0),
    (2, 3, 4, 1),
    (23, 24, 21, 22),
    (6, 7, 8, 9),
)
"""The outline cut into convex pieces of up to eight corners, by index; contacts are with these.

Which pieces decides how a cube slides into the fork. These are the ones that libtess2, a tesselator which
merges its triangles into larger pieces, makes of the outline."""

REACH = float(np.hypot(*OUTLINE.T).max())
"""The corner farthest from the turning centre [m]."""

REFLECTION_DOWN = _mounted(0.0, 0.9020)
ULTRASOUND = _mounted(0.0022, 0.8140)
LIGHT_LEFT = _mounted(-0.54768, 0.72742)
LIGHT_RIGHT = _mounted(0.54671, 0.75141)
"""Where the sensors are in the body frame [m]; all but the first look forward."""

MAX_SPEED = 75
"""The belts run no faster than this [%] ..."""
MAX_TURNING_SPEED = 60
"""... and on the spot no faster than this."""
MAX_CHANGE = 9
"""A belt changes by at most this in a time step [percentage points]."""
SPEED_PER_PERCENT = 0.0293 * UNIT
"""Forward speed per % of mean belt speed [m/s]."""
YAW_RATE_PER_PERCENT = math.radians(1.0)
"""Yaw rate per % of difference between right and left [rad/s]."""
WHILE_PUSHING = float(np.float32(0.95))
"""Part of its speed that a belt keeps while a cube is pushed; 32 bits, so that 56 remain of 60 %, not 57."""


def belts_for(speed: float, turn_rate: float) -> tuple[int, int]:
    """Return the commands of the left and right belt [%] for a forward speed [m/s] and turn rate [rad/s]."""
    mean = speed / SPEED_PER_PERCENT
    half_difference = 0.5 * turn_rate / YAW_RATE_PER_PERCENT
    return round(mean - half_difference), round(mean + half_difference)


def velocity_of(left: int, right: int) -> tuple[float, float]:
    """Return the forward speed [m/s] and turn rate [rad/s] that the belts [%] give."""
    return SPEED_PER_PERCENT * 0.5 * (left + right), YAW_RATE_PER_PERCENT * (right - left)


def clamp(speed: int, limit: int) -> int:
    """Return a belt speed [%] within +-limit."""
    return min(max(speed, -limit), limit)


def slow_down(speed: int, above: int) -> int:
    """Return the belt speed [%] that is left of a forward command while a cube is pushed: 95 %, truncated."""
    return int(WHILE_PUSHING * speed) if speed > above else speed


def drive(robot: NDArray[np.float64], belts: NDArray[np.int64], right_motor: NDArray[np.float64]) -> None:
    """Move the robot (x, y, theta) by one time step, in place: first along its heading, then turn.

    `belts` holds the commanded and the executed speeds [%], left and right of each. `right_motor` disturbs
    the executed right one: a factor, and an offset [percentage points] while the belt runs.
    """
    if belts[0] == -belts[1]:
        belts[0] = clamp(belts[0], MAX_TURNING_SPEED)
        belts[1] = clamp(belts[1], MAX_TURNING_SPEED)
    for side in range(2):
        belts[2 + side] += clamp(belts[side] - belts[2 + side], MAX_CHANGE)
    left = float(belts[2])
    right = belts[3] * right_motor[0]
    if belts[3] != 0:
        right += right_motor[1]
    distance = SPEED_PER_PERCENT * 0.5 * (left + right) * TIME_STEP
    robot[0] += distance * math.cos(robot[2])
    robot[1] += distance * math.sin(robot[2])
    robot[2] += YAW_RATE_PER_PERCENT * (right - left) * TIME_STEP
