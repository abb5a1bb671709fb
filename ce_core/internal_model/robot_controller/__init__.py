"""Robot Controller: the duplicate of the robot's real controller (paper 0, section 2.1.2)."""

from ce_core.internal_model.robot_controller.action import Action, SubAction
from ce_core.internal_model.robot_controller.controller import (
    CONTROL_PERIOD,
    MAX_SUB_ACTIONS,
    control,
    encode,
    to_twist,
)
from ce_core.internal_model.robot_controller.sub_action import (
    MAX_ARGUMENTS,
    SUB_ACTIONS,
    Drive,
    Senses,
    Wheels,
)

__all__ = [
    "CONTROL_PERIOD",
    "MAX_ARGUMENTS",
    "MAX_SUB_ACTIONS",
    "SUB_ACTIONS",
    "Action",
    "Drive",
    "Senses",
    "SubAction",
    "Wheels",
    "control",
    "encode",
    "to_twist",
]
