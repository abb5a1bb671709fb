"""Sonar: the nearest thing within a cone, or now and then nothing (lecture, Using ray readings).

With probability p the reading is min_i d_i, otherwise D_max (no echo); never less than D_min.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ce_core.internal_model.sensors.draws import Draws
from ce_core.internal_model.sensors.mount import Floats, Mount, check_mounts, fan, rays_from
from ce_core.internal_model.sensors.reading_noise import Exact, ReadingNoise
from ce_core.internal_model.sensors.sensor import SENSORS
from ce_core.internal_model.sensors.timing import Timing


@SENSORS.add("sonar")
@dataclass(frozen=True)
class Sonar:
    """Sonar sensors of one kind, one value [m] a place."""

    mounts: tuple[Mount, ...]
    max_range: float
    """D_max, what a sonar reads that hears no echo [m]."""
    min_range: float
    """D_min [m]."""
    opening: float
    """Opening angle of the cone [rad]."""
    rays_per_mount: int = 5
    echo_probability: float = 1.0
    """p, close to 1."""
    noise: ReadingNoise = field(default_factory=Exact)
    timing: Timing = field(default_factory=Timing)
    name: str = "sonar"

    def __post_init__(self) -> None:
        where = f"sonar {self.name!r}"
        check_mounts(self.mounts, where)
        if not 0.0 <= self.min_range < self.max_range < math.inf:
            raise ValueError(
                f"{where}: min_range = {self.min_range!r} m, max_range = {self.max_range!r} m; "
                "expected 0 <= min_range < max_range"
            )
        if not 0.0 <= self.opening < math.pi or self.rays_per_mount < 1:
            raise ValueError(
                f"{where}: opening = {self.opening!r} rad, rays_per_mount = {self.rays_per_mount!r}; "
                "expected 0 to below pi, and at least 1"
            )
        if not 0.0 <= self.echo_probability <= 1.0:
            raise ValueError(f"{where}: echo_probability = {self.echo_probability!r}; expected 0 to 1")

    @property
    def n_places(self) -> int:
        """Number of sonars."""
        return len(self.mounts)

    @property
    def n_values(self) -> int:
        """One distance each."""
        return len(self.mounts)

    @cached_property
    def _rays(self) -> Floats:
        return rays_from(self.mounts, fan(self.opening, self.rays_per_mount), self.max_range)

    def rays(self) -> Floats:
        """Return the rays of all cones, (sonars * rays_per_mount, 4)."""
        return self._rays

    def reading(self, t: Floats, draws: Draws) -> Floats:
        """Return the distance [m] that each sonar reads."""
        nearest = t.reshape(self.n_places, -1).min(axis=1) * self.max_range
        heard = np.isfinite(nearest) & (draws.uniform(self.n_values, 3) < self.echo_probability)
        values = self.noise.apply(np.where(heard, nearest, self.max_range), nearest, draws)
        return np.clip(np.where(heard, values, self.max_range), self.min_range, self.max_range)
