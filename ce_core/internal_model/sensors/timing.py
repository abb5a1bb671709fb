"""When a sensor is read: what is instant in a simulation takes time in hardware (lecture, Event timing).

A readability state decides in which steps a value is read; otherwise the last one stands. A time step that is
shorter than what the hardware has to do in it is reported, because its results would not transfer to a robot.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ce_core.internal_model.sensors.sensor import Sensor

ROUNDING = 1e-9
"""Times that differ by less are the same [s]."""

MAX_STEPS = 10_000
"""Steps in which `timing_problems` looks for the busiest one."""


@dataclass(frozen=True)
class Timing:
    """How often the hardware reads a sensor and how long that takes."""

    period: float = 0.0
    """From one reading of a place to its next [s]; 0 is in every step."""
    duration: float = 0.0
    """How long the robot is busy with one reading [s]."""
    in_turn: bool = False
    """The places are read one after the other, each for `duration`, not all at once."""

    def __post_init__(self) -> None:
        for field in ("period", "duration"):
            value = getattr(self, field)
            if not (math.isfinite(value) and value >= 0.0):
                raise ValueError(f"timing: {field} = {value!r} s; expected finite and >= 0")

    def readable(self, place: int, step: int, time_step: float) -> bool:
        """Tell whether a place is read in this step, which begins at step * time_step [s].

        Place k is read at k * duration (in turn) or at 0, and again after every period.
        """
        if self.period <= 0.0:
            return True
        phase = place * self.duration if self.in_turn else 0.0
        begin = step * time_step
        turn = max(math.ceil((begin - phase - ROUNDING) / self.period), 0)
        return begin - ROUNDING <= phase + turn * self.period < begin + time_step - ROUNDING

    def reads_every_step(self, places: int, time_step: float) -> bool:
        """Tell whether all places are read in each step: then readings need not be kept."""
        waits = (places - 1) * self.duration if self.in_turn else 0.0
        return self.period <= 0.0 or (self.period <= time_step + ROUNDING and waits < time_step - ROUNDING)

    def busy(self, places: int, step: int, time_step: float) -> float:
        """Return how long the hardware is busy with this sensor in a step [s]."""
        read = sum(self.readable(place, step, time_step) for place in range(places))
        if self.in_turn:
            return read * self.duration
        return self.duration if read else 0.0


def timing_problems(sensors: Iterable[Sensor], time_step: float) -> list[str]:
    """Say which sensors need more time in a step than it has; empty when the hardware can follow.

    The lecture's rule (Figure 3.2): a step must be longer than all events that take place within it.
    """
    sensors = list(sensors)
    steps = range(_steps_to_check(sensors, time_step))
    busy = [[sensor.timing.busy(sensor.n_places, step, time_step) for step in steps] for sensor in sensors]
    problems = [
        f"sensor {sensor.name!r} needs {1e3 * max(needed):g} ms in a step of {1e3 * time_step:g} ms; "
        "expected a longer step or a longer period"
        for sensor, needed in zip(sensors, busy, strict=True)
        if max(needed) > time_step + ROUNDING
    ]
    together = max((sum(needed) for needed in zip(*busy, strict=True)), default=0.0)
    if not problems and together > time_step + ROUNDING:
        names = ", ".join(sensor.name for sensor in sensors)
        problems.append(
            f"sensors {names} together need {1e3 * together:g} ms in a step of {1e3 * time_step:g} ms; "
            "expected a longer step or longer periods"
        )
    return problems


def _steps_to_check(sensors: list[Sensor], time_step: float) -> int:
    """Two of the longest periods, and what reading in turn takes."""
    longest = max((s.timing.period + s.n_places * s.timing.duration for s in sensors), default=0.0)
    return min(max(math.ceil(2.0 * longest / time_step), 1), MAX_STEPS)
