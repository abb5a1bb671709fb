"""GoStraight(speed): move straight ahead at this fraction of the top speed (paper 0, section 2.4.4)."""

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

GO_STRAIGHT = 1
SUB_ACTIONS.add("GoStraight")(SubActionKind(GO_STRAIGHT, ("speed",)))


def go_straight(wheels: Wheels, arguments: NDArray[np.float64], senses: Senses, drive: Drive) -> Wheels:
    """Set both wheels to `speed`, a fraction of the top speed; negative is backwards."""
    speed = arguments[0] * drive.max_speed
    return Wheels(speed, speed)
