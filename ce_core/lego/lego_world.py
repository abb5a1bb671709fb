"""The world of one trial behind plain methods, for programs in lock-step and for the ROS node."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from ce_core.family import unknown_name
from ce_core.lego.starts import Start
from ce_core.lego.world import time_step as plain
from ce_core.lego.world.cubes import COLOURS
from ce_core.lego.world.playground import STEP_RATE, TIME_STEP
from ce_core.lego.world.robot import MAX_SPEED, MAX_TURNING_SPEED, slow_down
from ce_core.lego.world.sensors import PRESETS
from ce_core.lego.world.sensors.blink import RING

TIME_LIMIT = 400.0
"""A trial ends after this long [s]; the authors' longest took 399.3 s."""

SLOW_DOWN_ABOVE = (35, 20)
"""Belt speed above which pushing slows the robot down [%]: authors' program, paper (section 4.2)."""


_STEP = plain.FIRST_STATUS + plain.STEP
_PUSHING = plain.FIRST_STATUS + plain.PUSHING
_DOWN = plain.FIRST_STATUS + plain.DOWN
_HEARD = plain.FIRST_STATUS + plain.HEARD
_RED_LEFT = plain.FIRST_STATUS + plain.RED_LEFT
_RED_AT = plain.FIRST_STATUS + plain.RED_AT
_RED_ASKED = plain.FIRST_STATUS + plain.RED_ASKED
_ANNOUNCED = plain.FIRST_STATUS + plain.ANNOUNCED
_BLINKS = plain.FIRST_BLINK
"""Where these are in the flat array of integers."""


class RightMotor(NamedTuple):
    """What is wrong with the right motor (Table 5)."""

    factor: float = 1.0
    offset: float = 0.0
    """[percentage points], while the belt runs."""


@dataclass(frozen=True)
class Conditions:
    """What a trial is run under, besides its start."""

    preset: str = PRESETS[0]
    """Sensors and slow-down as in the `authors`' program or in the `paper`."""
    time_limit: float = TIME_LIMIT
    """[s]"""
    lights: tuple[str, ...] = COLOURS
    """Cubes with a blinking light."""
    right_motor: RightMotor = field(default_factory=RightMotor)

    def __post_init__(self) -> None:
        if self.preset not in PRESETS:
            raise unknown_name("preset", self.preset, list(PRESETS))
        if not TIME_STEP <= self.time_limit <= 1e6:
            raise ValueError(f"time limit {self.time_limit!r} s: must be from {TIME_STEP} to 1000000")
        for colour in self.lights:
            if colour not in COLOURS:
                raise unknown_name("cube", colour, list(COLOURS))


class LegoWorld:
    """Playground, cubes and robot; the first one made in a process loads or compiles the kernels."""

    def __init__(self, start: Start, conditions: Conditions | None = None, keep_trace: bool = False) -> None:
        from ce_core.kernels import lego as kernels  # here, so that only its users import numba

        kernels.make_ready()
        self._floats = np.zeros(plain.FLOATS)
        self._integers = np.zeros(plain.INTEGERS, np.int64)
        # One number of it is read several times as fast as one of an array.
        self._now = cast("MutableSequence[int]", memoryview(self._integers.data))
        self.views = plain.views(self._floats, self._integers)
        self.conditions = conditions = conditions or Conditions()
        preset = PRESETS.index(conditions.preset)
        last_step = round(conditions.time_limit * STEP_RATE)
        self._slow_down_above = SLOW_DOWN_ABOVE[preset]
        self._trace = np.zeros((last_step + 1 if keep_trace else 0, plain.TRACE))
        # Called directly, as a method of this class would be, but without the price of one.
        self.advance: Callable[[int], bool] = partial(
            kernels.advance, self._floats, self._integers, self._trace
        )
        """Let so many time steps pass; return whether the trial is over."""
        self._turn = partial(kernels.turn, self._floats, self._integers, self._trace)
        self._look_for_red = partial(kernels.look_for_red, self._floats, self._integers)
        self.views.right_motor[:] = conditions.right_motor
        self.views.lights[:] = [colour in conditions.lights for colour in COLOURS]
        self.views.status[plain.PRESET] = preset
        self.views.status[plain.LAST_STEP] = last_step
        plain.reset(self.views, start.x, start.y, start.theta)
        self.views.status[plain.STEP] = -plain.SETTLING
        self.advance(plain.SETTLING + plain.DEAD_TIME)

    # ---- time ----

    def turn(self, speed: float, degrees: float) -> bool:
        """Turn on the spot by degrees, clockwise if positive; return whether the trial is over."""
        speed = float(min(int(speed), MAX_TURNING_SPEED))
        return self._turn(speed, float(degrees))

    # ---- motors and sensors: they take no time ----

    def motor(self, left: int, right: int) -> None:
        """Set the speeds of the belts [%]; they follow from the next step on."""
        now = self._now
        left = MAX_SPEED if left > MAX_SPEED else -MAX_SPEED if left < -MAX_SPEED else left
        right = MAX_SPEED if right > MAX_SPEED else -MAX_SPEED if right < -MAX_SPEED else right
        if now[_PUSHING]:
            left, right = slow_down(left, self._slow_down_above), slow_down(right, self._slow_down_above)
        now[0] = left
        now[1] = right

    def ultrasound(self) -> int:
        """Return the ultrasound reading."""
        return self._now[_HEARD]

    def red_reflection(self, right: bool) -> int:
        """Return the reading of the left or right light sensor."""
        now = self._now
        now[_RED_ASKED] = 1
        if now[_RED_AT] != now[_STEP]:
            self._look_for_red()
        return now[_RED_LEFT + right]

    def reflection_down(self) -> int:
        """Return the reading of the sensor that looks down."""
        return self._now[_DOWN]

    def blink(self) -> int:
        """Return the blink reading."""
        return self._now[_BLINKS + self._now[_STEP] % RING]

    def announce(self, cube: int | None) -> None:
        """Say which cube will be removed next; it holds until something else is said."""
        self._now[_ANNOUNCED] = plain.NOBODY if cube is None else cube

    # ---- what happened ----

    @property
    def step(self) -> int:
        """Time steps on the clock."""
        return self._now[_STEP]

    @property
    def removed(self) -> tuple[float | None, ...]:
        """Time at which each cube was removed [s]."""
        return tuple(step / STEP_RATE if step else None for step in self.views.removed.tolist())

    @property
    def announcements(self) -> dict[int, int | None]:
        """For each removed cube the one that was announced at that time."""
        told = zip(self.views.removed.tolist(), self.views.announced.tolist(), strict=True)
        return {
            cube: None if announced == plain.NOBODY else announced
            for cube, (step, announced) in enumerate(told)
            if step
        }

    @property
    def fell_off(self) -> bool:
        """Whether the robot is off the cardboard."""
        return bool(self.views.status[plain.FELL])

    @property
    def poses(self) -> NDArray[np.float64]:
        """x [m], y [m], theta [rad] of the red, green and blue cube and of the robot, shape (4, 3)."""
        return self.views.bodies.copy()

    @property
    def trace(self) -> NDArray[np.float64]:
        """The poses at every step so far, shape (steps, 4, 3); empty unless it was to be kept."""
        return self._trace[: self.step + 1].reshape(-1, 4, 3)
