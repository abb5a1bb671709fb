"""Stop: do nothing (paper 0, section 2.4.4)."""

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

STOP = 4
SUB_ACTIONS.add("Stop")(SubActionKind(STOP))


def stop(wheels: Wheels, arguments: NDArray[np.float64], senses: Senses, drive: Drive) -> Wheels:
    """Hold both wheels."""
    return Wheels(0.0, 0.0)
