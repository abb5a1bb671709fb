"""The simulation budget: how much of the internal simulation one decision may still use (section 2.3.4)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal, Protocol

BudgetKind = Literal["simulated_time", "wall_clock"]

SHARE = 0.5
"""Of the time that is left, so much is given away at once: a simulation may be slower than the last."""


class Budget(Protocol):
    """Asked before every batch, told after it."""

    def allowance(self) -> float:
        """Return how much simulated time [s] may be asked for now."""
        ...

    def spend(self, simulated: float) -> None:
        """Note that this much simulated time [s] has been simulated since the last allowance."""
        ...


class SimulatedTime:
    """So many simulated seconds: decisions do not depend on the machine's load."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds

    def allowance(self) -> float:
        """Return what is left [s]."""
        return self._left

    def spend(self, simulated: float) -> None:
        """Take it off."""
        self._left -= simulated


class WallClock:
    """Until a deadline: after a first simulation only what its measured speed lets end in time is begun."""

    def __init__(self, deadline: float, first: float, clock: Callable[[], float] = time.perf_counter) -> None:
        """End at `deadline`, a reading of the clock [s].

        first: so much simulated time [s] is allowed in any case; it shows the speed.
        """
        self._deadline, self._first, self._clock = deadline, first, clock
        self._asked = clock()
        self._speed: float | None = None

    def allowance(self) -> float:
        """Return what the last batch's speed allows in a share of the time that is left."""
        self._asked = self._clock()
        if self._speed is None:
            return self._first
        return max(SHARE * self._speed * (self._deadline - self._asked), 0.0)

    def spend(self, simulated: float) -> None:
        """Learn the speed, simulated seconds in a second."""
        self._speed = simulated / max(self._clock() - self._asked, 1e-9)
