"""Bumper: which parts of a round robot's edge touch something (lecture, Event timing: collision sensors).

A part is pressed when a short ray outwards from the edge meets something: the one ray engine serves here too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ce_core.internal_model.sensors.draws import Draws
from ce_core.internal_model.sensors.mount import Floats, OnTheEdge, fan, rays_from, ring
from ce_core.internal_model.sensors.sensor import SENSORS
from ce_core.internal_model.sensors.timing import Timing


@SENSORS.add("bumper")
@dataclass(frozen=True)
class Bumper(OnTheEdge):
    """Tactile parts of a disc's edge, one value a part: 1 pressed, 0 not."""

    angles: tuple[float, ...]
    """Where the middle of each part is [rad], counter-clockwise from straight ahead."""
    radius: float
    """Of the edge [m]."""
    width: float
    """How much of the edge belongs to a part [rad]."""
    travel: float = 0.002
    """A part is pressed by what is nearer to the edge than this [m]."""
    rays_per_part: int = 9
    timing: Timing = field(default_factory=Timing)
    name: str = "bumper"

    def __post_init__(self) -> None:
        where = f"bumper {self.name!r}"
        self.check_edge(where)
        for field_name in ("radius", "width", "travel"):
            value = getattr(self, field_name)
            if not (math.isfinite(value) and value > 0.0):
                raise ValueError(f"{where}: {field_name} = {value!r}; expected finite and > 0")
        if self.rays_per_part < 1:
            raise ValueError(f"{where}: rays_per_part = {self.rays_per_part!r}; expected at least 1")

    @cached_property
    def _rays(self) -> Floats:
        around = fan(self.width, self.rays_per_part)
        angles = [angle + float(aside) for angle in self.angles for aside in around]
        return rays_from(ring(angles, self.radius), np.zeros(1), self.travel)

    def rays(self) -> Floats:
        """Return the rays of all parts, (parts * rays_per_part, 4)."""
        return self._rays

    def reading(self, t: Floats, draws: Draws) -> Floats:
        """Return 1 for each part that is pressed, else 0."""
        nearest: Floats = t.reshape(self.n_places, -1).min(axis=1)
        return np.where(np.isfinite(nearest), 1.0, 0.0)
