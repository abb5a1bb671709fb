"""An identified environment as arrays, and what a sensor reads in it.

Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.identified_environment.grid import Floats, Grid, nearest_node

DEGREE = 180.0 / math.pi


class EnvironmentTable(NamedTuple):
    """L locations; either a look-up table of samples, or S segments with T terms of M monomials in all."""

    grid: Grid
    location_of_node: NDArray[np.int32]
    """(nodes,) -1 where nothing is known"""
    max_reading: float
    """predictions are kept within 0 and this"""
    values: Floats
    """(L, samples) of a look-up table; (0, 0) otherwise"""
    first_segment: NDArray[np.int32]
    """(L + 1,) segments of location l are first_segment[l] to before first_segment[l + 1]"""
    start: NDArray[np.int16]
    """(S,) sample at which each segment starts"""
    first_term: NDArray[np.int32]
    """(S + 1,)"""
    term: NDArray[np.uint8]
    """(T,) row in `exponents`"""
    parameter: Floats
    """(T,)"""
    exponents: NDArray[np.uint8]
    """(M, 2) powers of sin(phi) and cos(phi)"""


class Beams(NamedTuple):
    """Where the beams of a sensor look, against straight ahead."""

    degree: Floats
    """(B,) from -180 to 180 [degree]"""
    cos: Floats
    """(B,)"""
    sin: Floats
    """(B,)"""


def beams(angles: Floats) -> Beams:
    """Prepare beams at these angles [rad]."""
    degrees = np.rad2deg(angles)
    return Beams(degrees - 360.0 * np.floor(degrees / 360.0 + 0.5), np.cos(angles), np.sin(angles))


def read_scan(table: EnvironmentTable, x: float, y: float, theta: float, beams: Beams, scan: Floats) -> bool:
    """Write what each beam reads at this pose (B,); False, and NaN everywhere, where nothing is known.

    Perception is that of the grid location nearest to the robot (paper 3, section 2.2.1).
    """
    node = nearest_node(table.grid, x, y)
    location = -1
    if node >= 0:
        location = table.location_of_node[node]
    if location < 0:
        for beam in range(len(scan)):
            scan[beam] = math.nan
        return False
    if table.values.shape[1] > 0:
        look_up(table, location, theta, beams, scan)
    else:
        evaluate_polynomials(table, location, theta, beams, scan)
    return True


def look_up(table: EnvironmentTable, location: int, theta: float, beams: Beams, scan: Floats) -> None:
    """Read the nearest sample of a signature for each beam."""
    samples = table.values.shape[1]
    per_degree = samples / 360.0
    heading = theta * DEGREE * per_degree + 0.5
    for beam in range(len(scan)):
        sample = math.floor(heading + beams.degree[beam] * per_degree) % samples
        scan[beam] = table.values[location, sample]


def evaluate_polynomials(
    table: EnvironmentTable, location: int, theta: float, beams: Beams, scan: Floats
) -> None:
    """Evaluate for each beam the polynomial of the segment that its direction falls into (paper 3, eq. 6).

    Beams side by side mostly fall into the same segment: they are evaluated together.
    """
    first, end = table.first_segment[location], table.first_segment[location + 1]
    heading = theta * DEGREE
    heading -= 360.0 * math.floor(heading / 360.0)
    segment, run_start = first, 0
    for beam in range(len(scan)):
        direction = heading + beams.degree[beam]
        if direction >= 360.0:
            direction -= 360.0
        elif direction < 0.0:
            direction += 360.0
        sample = int(direction)
        found = segment
        if sample < table.start[found]:
            found = first  # past 360 degrees, or an angle before the last one
        while found + 1 < end and table.start[found + 1] <= sample:
            found += 1
        if found != segment:
            evaluate_segment(table, segment, theta, beams, scan, run_start, beam)
            segment, run_start = found, beam
    evaluate_segment(table, segment, theta, beams, scan, run_start, len(scan))


def evaluate_segment(
    table: EnvironmentTable, segment: int, theta: float, beams: Beams, scan: Floats, first: int, end: int
) -> None:
    """Evaluate one polynomial for the beams from `first` to before `end`."""
    cos_theta, sin_theta = math.cos(theta), math.sin(theta)
    for beam in range(first, end):
        scan[beam] = 0.0
    for t in range(table.first_term[segment], table.first_term[segment + 1]):
        parameter = table.parameter[t]
        sines, cosines = table.exponents[table.term[t], 0], table.exponents[table.term[t], 1]
        for beam in range(first, end):
            product = parameter
            sin = sin_theta * beams.cos[beam] + cos_theta * beams.sin[beam]
            cos = cos_theta * beams.cos[beam] - sin_theta * beams.sin[beam]
            for _ in range(sines):
                product *= sin
            for _ in range(cosines):
                product *= cos
            scan[beam] += product
    for beam in range(first, end):
        scan[beam] = min(max(scan[beam], 0.0), table.max_reading)
