"""The participants' vocabulary: what a program can say to the robot (paper 1, sections 2 and 4.2).

A program runs in the same thread as the simulation: time stands still while it thinks, and passes inside
`wait` and `turn`. So there is nothing to switch between, and a program does the same from the same start.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ce_core.lego.lego_world import LegoWorld
from ce_core.lego.starts import AUTHORS_SEED
from ce_core.lego.unity_random import UnityRandom
from ce_core.lego.world.playground import STEP_RATE

STEP_MS = 1000 // STEP_RATE
"""Milliseconds of a time step."""

PATIENCE = 10_000
"""Calls that a program may make without letting any time pass."""
DEFIANCE = 1_000
"""How often a program may be told that the trial is over."""

TONES = {400: 0, 800: 1, 1600: 2}
"""Frequency [Hz] that announces a cube: red, green, blue."""


class TrialOver(BaseException):
    """The trial is over; not an Exception, so that a program that catches those does not go on."""


class ProgramStopped(BaseException):
    """The program was stopped; the message says why."""


def vocabulary(
    world: LegoWorld, settings: Mapping[str, float], defied: Callable[[], None] = lambda: None
) -> dict[str, Callable[..., Any]]:
    """Return the functions of a program by name.

    settings: the user's values for `setting`. defied: called when the program goes on after the end.
    """
    calls = 0
    after_the_end = 0
    timers = [0, 0, 0, 0]
    draw = UnityRandom(AUTHORS_SEED)
    set_belts, let_pass = world.motor, world.advance
    read_ultrasound, read_blink, read_down = world.ultrasound, world.blink, world.reflection_down
    read_red, announce = world.red_reflection, world.announce

    def at_once() -> None:
        """Count a call that takes no time; the calls that programs make all the time do it themselves."""
        nonlocal calls
        calls += 1
        if calls > PATIENCE:
            raise ProgramStopped(
                f"it made {PATIENCE} calls without letting time pass: put wait({STEP_MS}) into its loop"
            )

    def time_is_up() -> None:
        nonlocal after_the_end
        after_the_end += 1
        if after_the_end > DEFIANCE:
            defied()
        raise TrialOver

    def motor(left: float, right: float) -> None:
        """Set the speeds of the two belts: -100 to 100 %."""
        nonlocal calls
        calls += 1
        if calls > PATIENCE:
            at_once()
        set_belts(int(left), int(right))

    def turn(speed: float, degrees: float) -> None:
        """Turn on the spot, clockwise for positive degrees; the program waits until it is done."""
        nonlocal calls
        at_once()
        if not (1 <= speed < math.inf and math.isfinite(degrees)):
            raise ValueError(
                f"turn({speed}, {degrees}): the speed must be 1 to 100 %; negative degrees turn to the left"
            )
        if abs(degrees) >= 1.0:
            if world.turn(speed, degrees):
                time_is_up()
            calls = 0

    def wait(milliseconds: float) -> None:
        """Let time pass: as many steps of 20 ms as fit."""
        nonlocal calls
        steps = int(milliseconds) // STEP_MS
        if steps <= 0:
            at_once()
        elif let_pass(steps):
            time_is_up()
        else:
            calls = 0

    def ultrasound() -> int:
        """Return about the distance to the nearest cube ahead [cm], 200 if there is none."""
        nonlocal calls
        calls += 1
        if calls > PATIENCE:
            at_once()
        return read_ultrasound()

    def reflection_down() -> int:
        """Return the brightness below: 47 white, 36 cardboard, 16 neither."""
        nonlocal calls
        calls += 1
        if calls > PATIENCE:
            at_once()
        return read_down()

    def reflection_red_left() -> int:
        """Return the red light that comes back to the left sensor."""
        nonlocal calls
        calls += 1
        if calls > PATIENCE:
            at_once()
        return read_red(False)

    def reflection_red_right() -> int:
        """Return the red light that comes back to the right sensor."""
        nonlocal calls
        calls += 1
        if calls > PATIENCE:
            at_once()
        return read_red(True)

    def blink() -> int:
        """Return how bright the brightest blinking light was half a second ago."""
        nonlocal calls
        calls += 1
        if calls > PATIENCE:
            at_once()
        return read_blink()

    def start_timer(number: int = 1) -> None:
        """Set a timer, 1 to 3, to zero."""
        at_once()
        timers[_timer(number)] = world.step

    def read_timer(number: int = 1) -> int:
        """Return the milliseconds since a timer was started."""
        at_once()
        return (world.step - timers[_timer(number)]) * STEP_MS

    def random(low: int, high: int) -> int:
        """Draw a whole number from low to before high."""
        at_once()
        return draw.whole(int(low), int(high))

    def play_tone(frequency: float, milliseconds: float = 0) -> None:
        """Announce the cube that will be removed next: 400 Hz red, 800 Hz green, 1600 Hz blue."""
        nonlocal calls
        calls += 1
        if calls > PATIENCE:
            at_once()
        cube = TONES.get(int(frequency))
        if cube is not None:
            announce(cube)

    def setting(name: str, default: float) -> float:
        """Return what the user gave with --set NAME=VALUE, or the default."""
        return settings.get(name, default)

    words: list[Callable[..., Any]] = [
        motor, turn, wait, ultrasound, reflection_down, reflection_red_left, reflection_red_right, blink,
        start_timer, read_timer, random, play_tone, setting,
    ]  # fmt: skip
    numbered = {f"start_timer{n}": partial(start_timer, n) for n in (1, 2, 3)} | {
        f"read_timer{n}": partial(read_timer, n) for n in (1, 2, 3)
    }
    return {word.__name__: word for word in words} | numbered


def _timer(number: int) -> int:
    if number not in (1, 2, 3):
        raise ValueError(f"timer {number!r}: there are 1, 2 and 3")
    return number
