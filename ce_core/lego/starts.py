"""Where the robot starts: the twenty places of the paper, and random ones (paper 1, section 5.4.2)."""

from __future__ import annotations

import math
from typing import NamedTuple

from ce_core.lego.unity_random import UnityRandom
from ce_core.lego.world.cubes import CUBE_STARTS
from ce_core.lego.world.playground import UNIT

AUTHORS_SEED = 42
"""Seed of the 99 random starts of the paper; a longer list begins with them."""

_TWENTY = (
    (1.34, -3.33, 90),
    (-0.87, 1.34, 180),
    (-0.87, -1.34, 0),
    (4.61, 0.87, 270),
    (1.34, -2.32, 90),
    (-4.58, 3.29, 90),
    (-4.33, 3.29, 270),
    (-0.93, 2.83, 0),
    (4.58, 3.29, 270),
    (-5.00, 0.70, 0),
    (4.37, 0.87, 90),
    (-4.61, -0.87, 90),
    (-5.00, -1.34, 0),
    (-4.32, -1.95, 270),
    (-0.87, -0.70, 180),
    (0.87, -0.70, 180),
    (4.58, -3.29, 270),
    (1.62, -3.29, 270),
    (-0.87, -3.31, 0),
    (-3.00, -3.31, 0),
)
"""x, y [units], and degrees counter-clockwise from facing +y."""

_CLEARANCE = (1.2926 + 0.849) * 1.2 * UNIT
"""A random start is at least this far from every cube's centre [m]."""


class Start(NamedTuple):
    """One start of the robot, numbered from 1 in its list."""

    number: int
    x: float
    """[m]"""
    y: float
    """[m]"""
    theta: float
    """Heading from the x axis, counter-clockwise [rad]."""

    def turned(self, degrees: float) -> Start:
        """Return this start with the robot turned counter-clockwise."""
        return self._replace(theta=self.theta + math.radians(degrees))


def twenty_starts() -> list[Start]:
    """Return the twenty starts that the physical robot was put to as well."""
    return [_start(i, *place) for i, place in enumerate(_TWENTY, 1)]


def random_starts(count: int, seed: int = AUTHORS_SEED) -> list[Start]:
    """Draw random starts as the authors' program does: anywhere on the white area that is not at a cube."""
    draw = UnityRandom(seed)
    starts: list[Start] = []
    while len(starts) <= count:
        x, y, angle = 9.6 * draw.uniform() - 4.8, 6.2 * draw.uniform() - 3.1, 360.0 * draw.uniform()
        start = _start(len(starts), x, y, angle)
        if all(math.hypot(start.x - cx, start.y - cy) >= _CLEARANCE for cx, cy, _ in CUBE_STARTS.tolist()):
            starts.append(start)
    return starts[1:]  # the authors draw one more and leave out the first


def starts_named(text: str) -> list[Start]:
    """Return the starts that `20`, `random:N` or `random:N:SEED` names."""
    kind, *numbers = text.split(":")
    if text == "20":
        return twenty_starts()
    if kind == "random" and 1 <= len(numbers) <= 2 and all(n.isdecimal() for n in numbers):
        count, *seed = map(int, numbers)
        if 1 <= count <= 100_000 and all(s < 2**32 for s in seed):
            return random_starts(count, *seed)
    raise ValueError(
        f"starts {text!r}: write 20 for the paper's twenty, or random:N with N from 1 to 100000, "
        "or random:N:SEED"
    )


def _start(number: int, x: float, y: float, angle: float) -> Start:
    return Start(number, x * UNIT, y * UNIT, math.radians(angle + 90.0))
