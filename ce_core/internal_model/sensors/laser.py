"""A planar laser range finder: a vector of ranges (lecture, Using ray readings)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ce_core.internal_model.sensors.draws import Draws
from ce_core.internal_model.sensors.mount import Floats, Mount, check_mounts, fan, rays_from
from ce_core.internal_model.sensors.rays import cast_rays
from ce_core.internal_model.sensors.reading_noise import Exact, ReadingNoise
from ce_core.internal_model.sensors.sensor import SENSORS
from ce_core.internal_model.sensors.timing import Timing

NO_READING = -1.0
"""What a beam reads that meets nothing within the range."""


def beam_angles(n_beams: int) -> Floats:
    """Return the direction of each beam [rad], counter-clockwise from -pi, evenly over the full circle."""
    return np.linspace(-math.pi, math.pi, n_beams, endpoint=False)


def laser_scan(
    pose: Floats,
    n_beams: int,
    max_range: float,
    segments: Floats,
    circles: Floats,
) -> Floats:
    """Return the range [m] that each beam from the robot's centre reads, NO_READING where it meets nothing.

    pose (3,): x, y [m], theta [rad]; segments (m, 4) and circles (k, 3) as `cast_rays` takes them.
    """
    _check_laser(n_beams, max_range, "laser")
    directions = pose[2] + beam_angles(n_beams)
    rays = np.empty((n_beams, 4))
    rays[:, :2] = pose[:2]
    rays[:, 2] = max_range * np.cos(directions)
    rays[:, 3] = max_range * np.sin(directions)
    t = cast_rays(rays, segments, circles)
    return np.where(t <= 1.0, t * max_range, NO_READING)


@SENSORS.add("laser")
@dataclass(frozen=True)
class LaserRangeFinder:
    """A laser range finder anywhere on a robot, one value [m] a beam, NO_READING where it meets nothing."""

    n_beams: int
    field_of_view: float
    """Angle between the first and the last beam [rad]; 2 pi is all around, without a beam twice."""
    max_range: float
    """D: farther than this there is no reading [m]."""
    mount: Mount = field(default_factory=Mount)
    dropout: float = 0.0
    """Probability that a beam gives no reading although it meets something."""
    noise: ReadingNoise = field(default_factory=Exact)
    timing: Timing = field(default_factory=Timing)
    name: str = "laser"

    def __post_init__(self) -> None:
        where = f"laser {self.name!r}"
        check_mounts((self.mount,), where)
        _check_laser(self.n_beams, self.max_range, where)
        if not 0.0 <= self.field_of_view <= math.tau:
            raise ValueError(f"{where}: field_of_view = {self.field_of_view!r} rad; expected 0 to 2 pi")
        if not 0.0 <= self.dropout <= 1.0:
            raise ValueError(f"{where}: dropout = {self.dropout!r}; expected 0 to 1")

    @property
    def n_places(self) -> int:
        """One head reads all beams."""
        return 1

    @property
    def n_values(self) -> int:
        """One range a beam."""
        return self.n_beams

    @cached_property
    def angles(self) -> Floats:
        """Direction of each beam against the mount's [rad], counter-clockwise, (n_beams,)."""
        if self.field_of_view >= math.tau - 1e-9:
            return beam_angles(self.n_beams)
        return fan(self.field_of_view, self.n_beams)

    @cached_property
    def _rays(self) -> Floats:
        return rays_from((self.mount,), self.angles, self.max_range)

    def rays(self) -> Floats:
        """Return the beams, (n_beams, 4)."""
        return self._rays

    def reading(self, t: Floats, draws: Draws) -> Floats:
        """Return the range [m] of each beam, NO_READING where there is none."""
        distances = t * self.max_range
        values = self.noise.apply(np.where(np.isfinite(t), distances, 0.0), distances, draws)
        seen = np.isfinite(t) & (values <= self.max_range)
        if self.dropout > 0.0:
            seen &= draws.uniform(self.n_beams, 3) >= self.dropout
        return np.where(seen, np.maximum(values, 0.0), NO_READING)


def _check_laser(n_beams: int, max_range: float, where: str) -> None:
    if n_beams < 1 or not 0.0 < max_range < math.inf:
        raise ValueError(
            f"{where}: n_beams = {n_beams!r}, max_range = {max_range!r} m; "
            "expected at least 1 and finite, > 0"
        )
