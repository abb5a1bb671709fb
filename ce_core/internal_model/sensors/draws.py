"""The random numbers of one reading, many at once; a function of who reads, when and what (see `draw.py`)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.draw import LOW_32, mix

Floats = NDArray[np.float64]
_Bits = NDArray[np.uint64]

CHANNELS_PER_VALUE = 4
"""A sensor may draw this many independent numbers for each of its values."""


class Draws(NamedTuple):
    """Whose reading it is; the same reading always draws the same numbers."""

    key: int
    """From `seed_key`."""
    robot: int
    step: int
    first_channel: int

    def gaussian(self, n: int, which: int = 0) -> Floats:
        """Draw n numbers from N(0, 1); `which` of the independent sets of this reading, 0 to 3."""
        h = self._bits(n, which)
        radius = (h.astype(np.float64) + 1.0) / 4294967297.0
        angle = _mix(h ^ np.uint64(0x1B873593)).astype(np.float64) / 4294967296.0
        return np.sqrt(-2.0 * np.log(radius)) * np.cos(2.0 * math.pi * angle)

    def uniform(self, n: int, which: int = 0) -> Floats:
        """Draw n numbers from [0, 1)."""
        return self._bits(n, which).astype(np.float64) / 4294967296.0

    def _bits(self, n: int, which: int) -> _Bits:
        """Hash (key, robot, step, channel) for the n channels of a set."""
        h = mix(self.key ^ 0x5BD1E995)
        h = mix(h ^ ((self.robot + 1) & LOW_32))
        h = mix(h ^ ((self.step + 2) & LOW_32))
        first = self.first_channel + which * n + 3
        channels = np.arange(first, first + n, dtype=np.uint64)
        return _mix(np.uint64(h) ^ channels)


def _mix(h: _Bits) -> _Bits:
    """Scramble 32 bits each, as `draw.mix` does."""
    low = np.uint64(LOW_32)
    h = ((h ^ (h >> np.uint64(16))) * np.uint64(0x7FEB352D)) & low
    h = ((h ^ (h >> np.uint64(15))) * np.uint64(0x2C1B3C6D)) & low
    return h ^ (h >> np.uint64(16))
