"""The random numbers of the authors' engine, so that their random starts are ours without a list of them.

Xorshift with 128 bits of state (G. Marsaglia, Xorshift RNGs, 2003), seeded by a linear congruential one.
"""

from __future__ import annotations

_MASK = 0xFFFFFFFF
_FRACTION = 0x7FFFFF


class UnityRandom:
    """One stream of numbers."""

    def __init__(self, seed: int) -> None:
        self._state = [seed & _MASK]
        for _ in range(3):
            self._state.append((1812433253 * self._state[-1] + 1) & _MASK)

    def _next(self) -> int:
        first, *rest = self._state
        mixed = first ^ (first << 11 & _MASK)
        last = rest[-1]
        drawn = last ^ last >> 19 ^ mixed ^ mixed >> 8
        self._state = [*rest, drawn]
        return drawn

    def uniform(self) -> float:
        """Draw a number from 0 to 1, both included."""
        return (self._next() & _FRACTION) / _FRACTION

    def whole(self, low: int, high: int) -> int:
        """Draw a whole number from low to before high; 0 if there is none, as in their library."""
        return low + self._next() % (high - low) if high > low else 0
