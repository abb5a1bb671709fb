"""CalibrateIR: calibrate the infrared sensors, a command to the hardware (paper 0, section 2.4.4)."""

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

CALIBRATE_IR = 7
SUB_ACTIONS.add("CalibrateIR")(SubActionKind(CALIBRATE_IR))


def calibrate_ir(wheels: Wheels, arguments: NDArray[np.float64], senses: Senses, drive: Drive) -> Wheels:
    """Hold both wheels: the sensors take what they see now as nothing."""
    return Wheels(0.0, 0.0)
