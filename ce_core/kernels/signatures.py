"""The approximated signature of one location, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ce_core.identified_environment import nearest_readings as plain
from ce_core.kernels.compiled import callable_from_kernels, compiled

callable_from_kernels(plain.sample_of, plain.fill_directions, plain.fill_gaps, plain.sees_over, inline=False)


@compiled
def fill_signature(
    node: plain.Floats,
    near: NDArray[np.int64],
    records: plain.Records,
    angles: tuple[int, int],
    value: plain.Floats,
    apart: plain.Floats,
) -> int:
    """Write the signature of a node; return the number of directions that had a reading of their own.

    angles: for how many samples to either side a reading counts, and over how many gaps are filled.
    """
    filled = plain.fill_directions(node, near, records, angles[0], value, apart)
    plain.fill_gaps(value, angles[1])
    return filled


@compiled
def is_floor(node: plain.Floats, near: NDArray[np.int64], records: plain.Records) -> bool:
    """Run `nearest_readings.sees_over`."""
    return plain.sees_over(node, near, records)
