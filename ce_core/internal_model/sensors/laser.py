"""A planar laser range finder: a vector of ranges (lecture, Using ray readings)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.sensors.rays import cast_rays

NO_READING = -1.0
"""What a beam reads that meets nothing within the range."""


def beam_angles(n_beams: int) -> NDArray[np.float64]:
    """Return the direction of each beam [rad], counter-clockwise from -pi, evenly over the full circle."""
    return np.linspace(-math.pi, math.pi, n_beams, endpoint=False)


def laser_scan(
    pose: NDArray[np.float64],
    n_beams: int,
    max_range: float,
    segments: NDArray[np.float64],
    circles: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the range [m] that each beam from the robot's centre reads, NO_READING where it meets nothing.

    pose (3,): x, y [m], theta [rad]; segments (m, 4) and circles (k, 3) as `cast_rays` takes them.
    """
    if n_beams < 1 or not 0.0 < max_range < math.inf:
        raise ValueError(
            f"laser: n_beams = {n_beams!r}, max_range = {max_range!r} m; expected at least 1 and finite, > 0"
        )
    directions = pose[2] + beam_angles(n_beams)
    rays = np.empty((n_beams, 4))
    rays[:, :2] = pose[:2]
    rays[:, 2] = max_range * np.cos(directions)
    rays[:, 3] = max_range * np.sin(directions)
    t = cast_rays(rays, segments, circles)
    return np.where(t <= 1.0, t * max_range, NO_READING)
