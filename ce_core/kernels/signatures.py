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
    angle_reach: int,
    value: plain.Floats,
    apart: plain.Floats,
) -> int:
    """Write the signature of a node; return the number of directions that had a reading of their own."""
    filled = plain.fill_directions(node, near, records, value, apart)
    plain.fill_gaps(value, angle_reach)
    return filled


@compiled
def is_floor(node: plain.Floats, near: NDArray[np.int64], records: plain.Records) -> bool:
    """Run `nearest_readings.sees_over`."""
    return plain.sees_over(node, near, records)
