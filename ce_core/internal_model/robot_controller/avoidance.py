"""Avoidance: Braitenberg style avoidance using the infrared sensors (paper 0, section 2.4.4)."""

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

AVOIDANCE = 2
SUB_ACTIONS.add("Avoidance")(SubActionKind(AVOIDANCE))


def avoidance(wheels: Wheels, arguments: NDArray[np.float64], senses: Senses, drive: Drive) -> Wheels:
    """Add what every infrared sensor says, weighted, to what the wheels do already.

    A robot without readings sees nothing.
    """
    left = 0.0
    right = 0.0
    for sensor in range(len(senses.ir)):
        left += drive.avoid_left[sensor] * senses.ir[sensor]
        right += drive.avoid_right[sensor] * senses.ir[sensor]
    return Wheels(wheels.left + left * drive.max_speed, wheels.right + right * drive.max_speed)
