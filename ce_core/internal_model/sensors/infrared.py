"""Infrared proximity sensors: a fuzzy reading from a few rays (lecture, Using ray readings).

    S = 1/N sum_i rho_i,   rho_i = min((c1 / d_i^2 + c2) cos kappa_i, 1), floored at 0

kappa_i is the angle between ray i and the sensor's axis. c1 and c2 are chosen so that a ray along the axis
reads 1 at the saturation distance and 0 at the end of the sensor's reach:

    c1 = 1 / (1 / saturation^2 - 1 / reach^2),   c2 = -c1 / reach^2
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np

from ce_core.internal_model.sensors.draws import Draws
from ce_core.internal_model.sensors.mount import Floats, OnTheEdge, rays_from, ring
from ce_core.internal_model.sensors.reading_noise import Exact, ReadingNoise
from ce_core.internal_model.sensors.sensor import SENSORS
from ce_core.internal_model.sensors.timing import Timing


def ray_activation(distance: float, cos_kappa: float, c1: float, c2: float) -> float:
    """Return rho of one ray that meets something after `distance` [m]."""
    if distance <= 0.0:
        return 1.0
    return max(min((c1 / (distance * distance) + c2) * cos_kappa, 1.0), 0.0)


@dataclass(frozen=True)
class InfraredSensor:
    """The law of one kind of infrared sensor."""

    reach: float
    """Nothing is seen beyond this [m]."""
    saturation: float
    """A ray along the axis reads 1 from this distance on [m]."""
    opening: float
    """Opening angle gamma: the angle between the two outermost rays [rad]."""
    rays: int
    """Number of rays N."""

    def __post_init__(self) -> None:
        if not 0.0 < self.saturation < self.reach < math.inf:
            raise ValueError(
                f"infrared sensor: saturation = {self.saturation!r} m and reach = {self.reach!r} m; "
                "expected 0 < saturation < reach"
            )
        if not 0.0 <= self.opening < math.pi:
            raise ValueError(f"infrared sensor: opening = {self.opening!r} rad; expected 0 to below pi")
        if self.rays < 1:
            raise ValueError(f"infrared sensor: rays = {self.rays!r}; expected at least 1")

    @property
    def c1(self) -> float:
        """[m^2]"""
        return 1.0 / (1.0 / self.saturation**2 - 1.0 / self.reach**2)

    @property
    def c2(self) -> float:
        """Negative, so that the reading ends at the reach."""
        return -(self.c1 / (self.reach * self.reach))

    @cached_property
    def ray_angles(self) -> tuple[float, ...]:
        """Angle kappa of each ray against the sensor's axis [rad], evenly over the opening angle."""
        if self.rays == 1:
            return (0.0,)
        half = (self.rays - 1) / 2.0
        return tuple((k - half) / half * self.opening / 2.0 for k in range(self.rays))

    def activation_from_range(self, distance: float) -> float:
        """Return S of a sensor that looks straight at a wide wall from `distance` [m]."""
        cosines = [math.cos(kappa) for kappa in self.ray_angles]
        total = sum(ray_activation(distance / c, c, self.c1, self.c2) for c in cosines)
        return total / self.rays

    def range_from_activation(self, activation: float) -> float:
        """Return the distance [m] at which a wide wall straight ahead gives this S.

        The exact inverse of `activation_from_range` from the distance where all rays read 1 to the reach;
        an S above or below gives these two ends.
        """
        if activation <= 0.0:
            return self.reach
        wanted = activation * self.rays
        # S falls with the distance, in pieces on which the same rays are neither at 1 nor at 0.
        for distance, after in pairwise(self._ends):
            middle = 0.5 * (distance + after)
            full, cubes, cosines = self._piece(middle)
            remainder = wanted - full - self.c2 * cosines
            if cubes > 0.0 and remainder > 0.0:
                found = math.sqrt(self.c1 * cubes / remainder)
                if found <= after:
                    return max(found, distance)
        return self.reach

    @cached_property
    def _ends(self) -> tuple[float, ...]:
        """Distances at which a ray leaves 1 or reaches 0, rising."""
        cosines = [math.cos(kappa) for kappa in self.ray_angles]
        leaves = [c * math.sqrt(self.c1 / (1.0 / c - self.c2)) for c in cosines]
        return tuple(sorted({*leaves, *(c * self.reach for c in cosines)}))

    def _piece(self, distance: float) -> tuple[int, float, float]:
        """Number of rays at 1, and the sums of cos^3 and cos of the rays between 0 and 1."""
        full, cubes, cosines = 0, 0.0, 0.0
        for kappa in self.ray_angles:
            c = math.cos(kappa)
            rho = ray_activation(distance / c, c, self.c1, self.c2)
            if rho >= 1.0:
                full += 1
            elif rho > 0.0:
                cubes += c**3
                cosines += c
        return full, cubes, cosines


@SENSORS.add("infrared")
@dataclass(frozen=True)
class InfraredRing(OnTheEdge):
    """Infrared sensors of one kind on the edge of a robot, looking outwards, one value S a place."""

    law: InfraredSensor
    """What every one of these sensors follows."""
    angles: tuple[float, ...]
    """Where each sensor sits and looks [rad], counter-clockwise from straight ahead."""
    radius: float
    """Distance of the sensors from the robot's centre [m]."""
    noise: ReadingNoise = field(default_factory=Exact)
    timing: Timing = field(default_factory=Timing)
    name: str = "ps"

    def __post_init__(self) -> None:
        self.check_edge(f"infrared ring {self.name!r}")

    @cached_property
    def _rays(self) -> Floats:
        return rays_from(ring(self.angles, self.radius), np.array(self.law.ray_angles), self.law.reach)

    def rays(self) -> Floats:
        """Return the rays of all sensors, (sensors * law.rays, 4)."""
        return self._rays

    def reading(self, t: Floats, draws: Draws) -> Floats:
        """Return the activation S of each sensor, 0 to 1."""
        distances = t.reshape(self.n_places, -1) * self.law.reach
        with np.errstate(divide="ignore"):
            rho = (self.law.c1 / distances**2 + self.law.c2) * np.cos(self.law.ray_angles)
        values = np.clip(rho, 0.0, 1.0).mean(axis=1)
        return np.clip(self.noise.apply(values, distances.min(axis=1), draws), 0.0, 1.0)
