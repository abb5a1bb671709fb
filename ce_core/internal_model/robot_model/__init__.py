"""Robot Model: the robots as data, one file each (paper 0, section 2.1.2)."""

from ce_core.internal_model.robot_model.robot_model import DEFAULT_ROBOT_MODEL, ROBOT_MODELS, RobotModel

from . import epuck  # noqa: F401  (registers itself)

__all__ = ["DEFAULT_ROBOT_MODEL", "ROBOT_MODELS", "RobotModel"]
