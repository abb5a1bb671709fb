"""What every sensor is: rays on a robot, and what their lengths mean (lecture, Ray-based sensors)."""

from __future__ import annotations

import math
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ce_core.family import Family
from ce_core.internal_model.sensors.draws import Draws
from ce_core.internal_model.sensors.rays import cast_rays
from ce_core.internal_model.sensors.timing import Timing

Floats = NDArray[np.float64]


class Sensor(Protocol):
    """A description of one kind of sensor on a robot: data, with what its rays mean."""

    @property
    def name(self) -> str:
        """What the robot calls it, unique on the robot."""
        ...

    @property
    def timing(self) -> Timing:
        """How often it is read."""
        ...

    @property
    def n_places(self) -> int:
        """How many places are read, each at its own time where they are read in turn."""
        ...

    @property
    def n_values(self) -> int:
        """How many numbers a reading has."""
        ...

    def rays(self) -> Floats:
        """Return the rays (n, 4) in the robot's frame: x, y, dx, dy [m]."""
        ...

    def reading(self, t: Floats, draws: Draws) -> Floats:
        """Return the values (n_values,) from t (n,), the part of its reach at which each ray ends."""
        ...


SENSORS: Family[type] = Family("sensor")
"""The kinds of sensors: infrared, sonar, laser, bumper."""


class View(NamedTuple):
    """What a robot's rays can meet: walls and everybody else."""

    segments: Floats
    """(m, 4) x1, y1, x2, y2 [m], frame map"""
    circles: Floats
    """(k, 3) x, y, radius [m], frame map"""


def read(sensor: Sensor, pose: Floats, view: View, draws: Draws) -> Floats:
    """Return what a sensor reads on a robot at pose (3,): x, y [m], theta [rad], frame map."""
    t = cast_rays(rays_at(sensor.rays(), pose), view.segments, view.circles)
    return sensor.reading(t, draws)


def rays_at(rays: Floats, pose: Floats) -> Floats:
    """Move rays (n, 4) from the robot's frame to frame map."""
    x, y, theta = pose.tolist()
    cos, sin = math.cos(theta), math.sin(theta)
    moved = np.empty_like(rays)
    moved[:, 0] = x + cos * rays[:, 0] - sin * rays[:, 1]
    moved[:, 1] = y + sin * rays[:, 0] + cos * rays[:, 1]
    moved[:, 2] = cos * rays[:, 2] - sin * rays[:, 3]
    moved[:, 3] = sin * rays[:, 2] + cos * rays[:, 3]
    return moved
