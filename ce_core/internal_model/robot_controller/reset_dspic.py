"""ResetDSPIC: reset the basic robot microcontroller board (paper 0, section 2.4.4)."""

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

RESET_DSPIC = 8
SUB_ACTIONS.add("ResetDSPIC")(SubActionKind(RESET_DSPIC))


def reset_dspic(wheels: Wheels, arguments: NDArray[np.float64], senses: Senses, drive: Drive) -> Wheels:
    """Hold both wheels while the board starts again."""
    return Wheels(0.0, 0.0)
