"""What the simulators and the controllers must know of a robot."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ce_core.family import Family, unknown_name
from ce_core.internal_model.robot_controller.controller import CONTROL_PERIOD
from ce_core.internal_model.robot_controller.sub_action import Drive
from ce_core.internal_model.robot_model.dynamics import Dynamics
from ce_core.internal_model.robot_model.footprint import Rectangle
from ce_core.internal_model.sensors.infrared import InfraredRing, InfraredSensor
from ce_core.internal_model.sensors.sensor import Sensor


@dataclass(frozen=True)
class RobotModel:
    """A robot as data: its body, how it drives, what it senses, how it avoids."""

    name: str
    radius: float
    """Of the disc around its centre that touches walls and other robots [m]."""
    wheel_base: float
    """Distance between the wheels [m]; of a holonomic robot, its width."""
    max_speed: float
    """Top speed of a wheel over ground [m/s]; of a holonomic robot, in any direction."""
    max_acceleration: float
    """Greatest change of a wheel's speed [m/s^2]; of a holonomic robot, of its velocity."""
    sensors: tuple[Sensor, ...] = ()
    """What it carries; at most one infrared ring, which is what `Avoidance` listens to."""
    avoid_left: tuple[float, ...] = ()
    """Braitenberg weight from each infrared sensor to the left wheel, in units of the top speed."""
    avoid_right: tuple[float, ...] = ()
    """The same for the right wheel."""
    holonomic: bool = False
    """It moves in any direction at once, as a pedestrian does; its heading is where it moves."""
    dynamics: Dynamics | None = None
    """Torques move its mass; without, its wheels follow at once, within max_acceleration."""
    stalls: bool = False
    """A move that would touch something is not made at all, as in Stage; otherwise it slides along."""
    footprint: Rectangle | None = None
    """Its outline, if it is not round; `radius` is then of the disc that stands for it among many."""

    def __post_init__(self) -> None:
        where = f"robot model {self.name!r}"
        for field in ("radius", "wheel_base", "max_speed", "max_acceleration"):
            value = getattr(self, field)
            if not (math.isfinite(value) and value > 0.0):
                raise ValueError(f"{where}: {field} = {value!r} must be finite and > 0")
        names = [sensor.name for sensor in self.sensors]
        if len(set(names)) != len(names):
            raise ValueError(f"{where}: sensors {names!r} must have different names")
        if sum(isinstance(sensor, InfraredRing) for sensor in self.sensors) > 1:
            raise ValueError(f"{where}: sensors {names!r} must have at most one infrared ring")
        for field in ("avoid_left", "avoid_right"):
            values = getattr(self, field)
            if len(values) != self.n_sensors or not all(map(math.isfinite, values)):
                raise ValueError(
                    f"{where}: {field} = {values!r} must be {self.n_sensors} finite numbers, "
                    "one for each infrared sensor"
                )
        if self.holonomic and self.dynamics is not None:
            raise ValueError(f"{where}: dynamics are those of two wheels; a holonomic robot has none")
        if self.dynamics is not None and self.dynamics.longest_step(self.wheel_base) <= CONTROL_PERIOD:
            raise ValueError(
                f"{where}: dynamics = {self.dynamics} swing in steps of {CONTROL_PERIOD} s; "
                f"they settle only in steps below {self.dynamics.longest_step(self.wheel_base):.3g} s; "
                "expected a smaller torque_gain or a greater mass and inertia"
            )

    @property
    def infrared_ring(self) -> InfraredRing | None:
        """The infrared sensors, if it has any."""
        return next((sensor for sensor in self.sensors if isinstance(sensor, InfraredRing)), None)

    @property
    def infrared(self) -> InfraredSensor | None:
        """The law that every infrared sensor follows, if it has any."""
        ring = self.infrared_ring
        return ring.law if ring is not None else None

    @property
    def sensor_angles(self) -> tuple[float, ...]:
        """Where each infrared sensor sits and looks [rad], counter-clockwise from straight ahead."""
        ring = self.infrared_ring
        return ring.angles if ring is not None else ()

    @property
    def n_sensors(self) -> int:
        """Number of infrared sensors."""
        return len(self.sensor_angles)

    def sensor(self, name: str) -> Sensor:
        """Return the sensor of this name; an unknown name is an error that lists the known ones."""
        for sensor in self.sensors:
            if sensor.name == name:
                return sensor
        raise unknown_name(f"sensor of {self.name!r}", name, [sensor.name for sensor in self.sensors])

    def drive(self) -> Drive:
        """Give the controllers what they must know of this robot."""
        return Drive(self.max_speed, self.wheel_base, np.array(self.avoid_left), np.array(self.avoid_right))


ROBOT_MODELS: Family[RobotModel] = Family("robot model")

DEFAULT_ROBOT_MODEL = "epuck"
"""What every robot is taken to be unless somebody says otherwise."""
