"""Robot Model: the robots as data, one file each (paper 0, section 2.1.2)."""

from ce_core.internal_model.robot_model.dynamics import Dynamics
from ce_core.internal_model.robot_model.footprint import Rectangle
from ce_core.internal_model.robot_model.robot_model import DEFAULT_ROBOT_MODEL, ROBOT_MODELS, RobotModel

from . import alphabot, epuck, epuck_stalling, khepera, magellan_pro, pedestrian  # noqa: F401  (register themselves)

__all__ = ["DEFAULT_ROBOT_MODEL", "ROBOT_MODELS", "Dynamics", "Rectangle", "RobotModel"]
