"""PrintProximityValues: print what the infrared sensors measure (paper 0, section 2.4.4)."""

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

PRINT_PROXIMITY_VALUES = 9
SUB_ACTIONS.add("PrintProximityValues")(SubActionKind(PRINT_PROXIMITY_VALUES))


def print_proximity_values(
    wheels: Wheels, arguments: NDArray[np.float64], senses: Senses, drive: Drive
) -> Wheels:
    """Leave the wheels as they are; who runs the controller prints."""
    return wheels
