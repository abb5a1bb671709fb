"""What every sub-action is: a pure function from wheel speeds and senses to wheel speeds.

The functions are plain Python on scalars and small arrays. The low-level controller calls them as they
are; the internal simulation compiles the same functions (`ce_core.kernels`). There is no second copy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.family import Family

MAX_ARGUMENTS = 2
"""Arguments of the longest sub-action, MoveTo(x, y)."""


class Wheels(NamedTuple):
    """Speeds of the two wheels over ground [m/s]."""

    left: float
    right: float


class Senses(NamedTuple):
    """What a robot knows in one control step: its infrared sensors and its tracked pose."""

    ir: NDArray[np.float64]
    """Infrared activation of each sensor, 0 (nothing) to 1 (touching)."""
    x: float
    """[m], frame map"""
    y: float
    """[m], frame map"""
    theta: float
    """[rad]"""


class Drive(NamedTuple):
    """What a controller must know of the robot it drives."""

    max_speed: float
    """Top speed of a wheel over ground [m/s]."""
    wheel_base: float
    """Distance between the wheels [m]."""
    avoid_left: NDArray[np.float64]
    """Braitenberg weight from each infrared sensor to the left wheel, in units of the top speed."""
    avoid_right: NDArray[np.float64]
    """The same for the right wheel."""


Step = Callable[[Wheels, NDArray[np.float64], Senses, Drive], Wheels]


@dataclass(frozen=True)
class SubActionKind:
    """A member of the family: the integer the kernels dispatch on, and the names of its arguments."""

    kind: int
    arguments: tuple[str, ...] = ()


SUB_ACTIONS: Family[SubActionKind] = Family("sub-action")
