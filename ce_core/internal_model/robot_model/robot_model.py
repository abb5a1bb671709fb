"""What the simulators and the controllers must know of a robot."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ce_core.family import Family
from ce_core.internal_model.robot_controller.sub_action import Drive
from ce_core.internal_model.sensors.infrared import InfraredSensor


@dataclass(frozen=True)
class RobotModel:
    """A round robot with two driven wheels and a ring of infrared sensors on its edge."""

    name: str
    radius: float
    """[m]"""
    wheel_base: float
    """Distance between the wheels [m]."""
    max_speed: float
    """Top speed of a wheel over ground [m/s]."""
    max_acceleration: float
    """Greatest change of a wheel's speed [m/s^2]."""
    sensor_angles: tuple[float, ...]
    """Where each infrared sensor sits and looks [rad], counter-clockwise from straight ahead."""
    infrared: InfraredSensor
    """The law that every one of these sensors follows."""
    avoid_left: tuple[float, ...]
    """Braitenberg weight from each sensor to the left wheel, in units of the top speed."""
    avoid_right: tuple[float, ...]
    """The same for the right wheel."""

    def __post_init__(self) -> None:
        for field in ("radius", "wheel_base", "max_speed", "max_acceleration"):
            value = getattr(self, field)
            if not (math.isfinite(value) and value > 0.0):
                raise ValueError(f"robot model {self.name!r}: {field} = {value!r} must be finite and > 0")
        for field in ("sensor_angles", "avoid_left", "avoid_right"):
            values = getattr(self, field)
            if len(values) != len(self.sensor_angles) or not all(map(math.isfinite, values)):
                raise ValueError(
                    f"robot model {self.name!r}: {field} = {values!r} must be "
                    f"{len(self.sensor_angles)} finite numbers, one for each sensor"
                )

    @property
    def n_sensors(self) -> int:
        """Number of infrared sensors."""
        return len(self.sensor_angles)

    def drive(self) -> Drive:
        """Give the controllers what they must know of this robot."""
        return Drive(self.max_speed, self.wheel_base, np.array(self.avoid_left), np.array(self.avoid_right))


ROBOT_MODELS: Family[RobotModel] = Family("robot model")

DEFAULT_ROBOT_MODEL = "epuck"
"""What every robot is taken to be unless somebody says otherwise."""
