"""TurnLeft(speed): turn left on the spot (paper 0, section 2.4.4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.robot_controller.sub_action import (
    SUB_ACTIONS,
    Drive,
    Senses,
    SubActionKind,
    Wheels,
)

TURN_LEFT = 5
SUB_ACTIONS.add("TurnLeft")(SubActionKind(TURN_LEFT, ("speed",)))


def turn_left(wheels: Wheels, arguments: NDArray[np.float64], senses: Senses, drive: Drive) -> Wheels:
    """Turn counter-clockwise; the wheels run at `speed`, a fraction of the top speed, against each other."""
    speed = arguments[0] * drive.max_speed
    return Wheels(-speed, speed)
