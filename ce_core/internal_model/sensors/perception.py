"""A sensor whose view of the walls is learned: what it reads where comes from a model, not from rays.

Other robots are no part of a learned environment: they are seen by rays as ever, in front of it.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from ce_core.internal_model.sensors.draws import Draws
from ce_core.internal_model.sensors.infrared import InfraredRing
from ce_core.internal_model.sensors.laser import LaserRangeFinder
from ce_core.internal_model.sensors.mount import Floats
from ce_core.internal_model.sensors.sensor import Sensor, View, read


class Perception(Protocol):
    """A model of what a sensor reads where, for example an identified environment."""

    def scan(self, poses: Floats, angles: Floats) -> Floats:
        """Return what is read in these directions (B,) [rad] at poses (n, 3): (n, B), NaN if unknown."""
        ...


class UnknownPlaceError(ValueError):
    """A robot is where its model of the environment knows nothing."""


def perceive(model: Perception, sensor: Sensor, pose: Floats, others: View, draws: Draws) -> Floats:
    """Return what a sensor reads at pose (3,): of the walls what the model says, of the others what is there.

    A range is that of the nearer one; an infrared activation that of the stronger one.
    """
    seen = read(sensor, pose, others, draws)
    if isinstance(sensor, InfraredRing):
        return np.maximum(seen, _known(model, np.array(sensor.angles), pose, sensor.name))
    if isinstance(sensor, LaserRangeFinder):
        ranges = _known(model, sensor.angles, pose, sensor.name)
        return np.where((seen < 0.0) | (ranges < seen), ranges, seen)
    raise ValueError(f"sensor {sensor.name!r}: only a laser or an infrared ring can perceive in a model")


def _known(model: Perception, angles: Floats, pose: Floats, name: str) -> Floats:
    values: Floats = model.scan(pose[None], angles)[0]
    if np.isnan(values).any():
        raise UnknownPlaceError(
            f"sensor {name!r}: its model knows nothing of ({pose[0]:.3f}, {pose[1]:.3f}) m; "
            "the log that it was identified from has no record near there"
        )
    return values
