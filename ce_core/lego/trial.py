"""One trial: a program, a start, and how it went."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ce_core.lego.lego_world import Conditions, LegoWorld
from ce_core.lego.program import Program, run_program
from ce_core.lego.starts import Start
from ce_core.lego.world.cubes import COLOURS
from ce_core.lego.world.playground import STEP_RATE

BONUS = 10.0
"""Seconds that a right announcement takes off, and a wrong one adds."""


@dataclass(frozen=True)
class Trial:
    """How a trial went."""

    start: Start
    removed: tuple[float | None, ...]
    """When the red, green and blue cube were removed [s]; None: not at all."""
    end: str
    """Why the trial ended, in a few words."""
    failed: str = ""
    """What was wrong with the program, if anything was."""
    simulated: float = 0.0
    """Time on the clock at the end [s]."""
    announced: float = 0.0
    """Seconds to add for announcements, wrong less right ones [s]."""
    trace: NDArray[np.float64] | None = None
    """x [m], y [m], theta [rad] of cubes and robot at every step, shape (steps, 4, 3), if it was kept."""

    @property
    def completed(self) -> bool:
        """Whether all cubes were removed by a program that was not stopped."""
        return None not in self.removed and not self.failed

    @property
    def time(self) -> float | None:
        """Task completion time [s]: the removal of the last cube; None for a failed trial."""
        return max(time for time in self.removed if time is not None) if self.completed else None

    @property
    def order(self) -> tuple[str, ...]:
        """Colours of the removed cubes, first to last."""
        removed = [
            (time, colour) for time, colour in zip(self.removed, COLOURS, strict=True) if time is not None
        ]
        return tuple(colour for _, colour in sorted(removed))


def run_trial(
    program: Program,
    start: Start,
    conditions: Conditions | None = None,
    keep_trace: bool = False,
    defied: Callable[[Trial], None] | None = None,
) -> Trial:
    """Run a program from a start until all cubes are removed, the robot falls off or the time is up.

    defied: given the trial when its program goes on although it is over.
    """
    world = LegoWorld(start, conditions, keep_trace)
    give_up = (lambda: None) if defied is None else (lambda: defied(result(world, start, "", keep_trace)))
    return result(world, start, run_program(program, world, give_up), keep_trace)


def result(world: LegoWorld, start: Start, failed: str, keep_trace: bool) -> Trial:
    """Say how the trial in this world went."""
    if failed:
        end = failed
    elif None not in world.removed:
        end = "all cubes removed"
    elif world.fell_off:
        end = "the robot fell off the cardboard"
    else:
        end = f"not done within {world.conditions.time_limit:g} s"
    wrong = sum(
        0 if said is None else -1 if said == cube else 1 for cube, said in world.announcements.items()
    )
    return Trial(
        start,
        world.removed,
        end,
        failed,
        world.step / STEP_RATE,
        BONUS * wrong,
        world.trace.copy() if keep_trace else None,
    )
