"""Arithmetic in 32 bits, for a planner that counts as its authors' program does."""

from __future__ import annotations

import math

import numpy as np


def rounded(value: float, single: bool) -> float:
    """Round to 32 bits if `single`. A sum, product or root rounded so is what 32 bits would have given."""
    if single:
        return np.float64(np.float32(value))
    return value


def heading(theta: float, single: bool) -> float:
    """Return an angle [rad] as a rotation matrix of 32 bits would give it back, within ±pi."""
    if not single:
        return theta
    return rounded(math.atan2(rounded(math.sin(theta), True), rounded(math.cos(theta), True)), True)


def length(x: float, y: float, single: bool) -> float:
    """Return the length of a vector."""
    square = rounded(rounded(x * x, single) + rounded(y * y, single), single)
    return rounded(math.sqrt(square), single)
