"""The nearest readings around one location, sorted into directions.

Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Records = tuple[Floats, Floats, Floats]
"""poses (N, 3), readings (N, B), angles (B,)"""


WITNESSES = 7
"""Records that are asked whether a node is floor."""
WITNESS_ANGLE = 0.05
"""How far off a beam may look past a node [rad]."""


def sample_of(bearing: float, samples: int) -> int:
    """Return the sample whose direction is nearest to a bearing [rad]."""
    return math.floor(bearing * (samples / (2.0 * math.pi)) + 0.5) % samples


def fill_directions(
    node: Floats, near: NDArray[np.int64], records: Records, width: int, value: Floats, apart: Floats
) -> int:
    """Take each direction's reading from the nearest record that has one; return how many directions have.

    near: records by their distance to the node, nearest first. width: a reading counts for this many samples
    to either side too. value (samples,) and apart (samples,), the distance to the record [m], are NaN where
    no record looked.
    """
    poses, readings, angles = records
    samples = len(value)
    value[:] = math.nan
    apart[:] = math.nan
    filled = 0
    for record in near:
        if filled == samples:
            break
        dx, dy = poses[record, 0] - node[0], poses[record, 1] - node[1]
        for turn in range(2 * width + 1):
            off = (turn + 1) // 2 if turn % 2 else -(turn // 2)  # 0, 1, -1, 2, -2, ...
            for beam in range(len(angles)):
                reading = readings[record, beam]
                sample = (sample_of(poses[record, 2] + angles[beam], samples) + off) % samples
                if not math.isnan(reading) and math.isnan(value[sample]):
                    value[sample] = reading
                    apart[sample] = math.sqrt(dx * dx + dy * dy)
                    filled += 1
    return filled


def fill_gaps(value: Floats, reach: int) -> None:
    """Give a direction without reading that of the nearest direction, at most `reach` samples away."""
    samples = len(value)
    missing = 0
    for sample in range(samples):
        if math.isnan(value[sample]):
            missing += 1
    if missing == 0 or missing == samples:
        return
    # What is filled in is kept as a negative number until the end, so that it is not passed on.
    for sample in range(samples):
        if math.isnan(value[sample]):
            for step in range(1, reach + 1):
                before, after = value[(sample - step) % samples], value[(sample + step) % samples]
                if before >= 0.0:
                    value[sample] = -1.0 - before
                    break
                if after >= 0.0:
                    value[sample] = -1.0 - after
                    break
    for sample in range(samples):
        if value[sample] < 0.0:
            value[sample] = -1.0 - value[sample]


def sees_over(node: Floats, near: NDArray[np.int64], records: Records) -> bool:
    """Tell whether most of the nearest records that looked towards the node read further: it is floor."""
    poses, readings, angles = records
    over, looked = 0, 0
    for record in near:
        dx, dy = node[0] - poses[record, 0], node[1] - poses[record, 1]
        distance = math.sqrt(dx * dx + dy * dy)
        bearing = math.atan2(dy, dx)
        best, off_best = -1, WITNESS_ANGLE
        for beam in range(len(angles)):
            off = poses[record, 2] + angles[beam] - bearing
            off = abs(math.atan2(math.sin(off), math.cos(off)))
            if off < off_best and not math.isnan(readings[record, beam]):
                best, off_best = beam, off
        if best >= 0:
            looked += 1
            if readings[record, best] > distance:
                over += 1
        if looked == WITNESSES:
            break
    return 2 * over > looked
