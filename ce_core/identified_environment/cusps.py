"""Where a signature is cut into segments: at cusps, from its second derivative (paper 3, section 2.2.3).

Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class CuspRule(NamedTuple):
    """How large a second difference makes a cusp."""

    jump: float = 0.05
    """|S(k-1) - 2 S(k) + S(k+1)| [m] from which the value jumps: an edge, or an outlier"""
    bend: float = 0.06
    """|S(k-h) - 2 S(k) + S(k+h)| [m] from which the derivative jumps: a corner"""
    stride: int = 6
    """h: a bend is seen only over several samples, the noise of one is larger"""


def second_difference(signature: Floats, k: int, stride: int) -> float:
    """Return S(k-h) - 2 S(k) + S(k+h) on the circle."""
    n = len(signature)
    return float(signature[(k - stride) % n] - 2.0 * signature[k] + signature[(k + stride) % n])


def find_cusps(signature: Floats, rule: CuspRule, starts: NDArray[np.int64]) -> int:
    """Write the sample at which each segment starts, rising, the first one 0; return the number of segments.

    starts (samples,). A sample starts a segment if its second difference exceeds `jump`, or if that over
    `stride` exceeds `bend`, is the greatest within `stride` samples, and no jump is that near.
    """
    n = len(signature)
    starts[0] = 0
    count = 1
    for k in range(1, n):
        if abs(second_difference(signature, k, 1)) > rule.jump or is_bend(signature, k, rule):
            starts[count] = k
            count += 1
    return count


def is_bend(signature: Floats, k: int, rule: CuspRule) -> bool:
    """Tell whether the derivative jumps at sample k, with no jump of the value near it."""
    n = len(signature)
    here = abs(second_difference(signature, k, rule.stride))
    if here <= rule.bend:
        return False
    for off in range(-rule.stride, rule.stride + 1):
        there = (k + off) % n
        if abs(second_difference(signature, there, 1)) > rule.jump:
            return False
        beside = abs(second_difference(signature, there, rule.stride))
        if beside > here or (beside == here and off < 0):
            return False
    return True
