"""MoveTo(x, y): move to a coordinate using the global position (paper 0, section 2.4.4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.angles import cos_sin, direction, wrapped
from ce_core.internal_model.robot_controller.sub_action import (
    SUB_ACTIONS,
    Drive,
    Senses,
    SubActionKind,
    Wheels,
)

MOVE_TO = 3
SUB_ACTIONS.add("MoveTo")(SubActionKind(MOVE_TO, ("x", "y")))

TOLERANCE = 0.03
"""The robot has arrived within this distance of the coordinate [m]."""

TURN_GAIN = 0.5
"""Wheel speed against each other for one radian of heading error, in units of the top speed.

A robot that learns its pose 0.2 s late still settles without swinging.
"""


def move_to(wheels: Wheels, arguments: NDArray[np.float64], senses: Senses, drive: Drive) -> Wheels:
    """Steer towards (x, y) [m], frame map: full speed when it lies ahead, turn on the spot when behind."""
    dx = arguments[0] - senses.x
    dy = arguments[1] - senses.y
    if dx * dx + dy * dy <= TOLERANCE * TOLERANCE:
        return Wheels(0.0, 0.0)
    error = wrapped(direction(dx, dy) - senses.theta)
    forward = drive.max_speed * max(cos_sin(error)[0], 0.0)
    turn = drive.max_speed * min(max(TURN_GAIN * error, -1.0), 1.0)
    return Wheels(forward - turn, forward + turn)
