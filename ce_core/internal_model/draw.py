"""Random numbers as a function of (seed, scenario, robot, step, channel): no hidden state.

So neither the order of a batch nor the number of threads can matter, and reading a sensor twice gives the
same value. Plain Python that `ce_core.kernels` compiles. Integers stay below 2^64 and only their low 32 bits
are kept, so that Python's unbounded and the kernel's 64 bit integers agree.
"""

from __future__ import annotations

import math
from functools import lru_cache

LOW_32 = 0xFFFFFFFF

LEFT_MOTOR = 1
RIGHT_MOTOR = 2
LEFT_BIAS = 3
RIGHT_BIAS = 4
LEFT_ODOMETRY = 5
RIGHT_ODOMETRY = 6
TRACKED_X = 7
TRACKED_Y = 8
TRACKED_THETA = 9
FIRST_SENSOR = 16
"""Channels of the world's noise on infrared sensors, counted from here."""
FIRST_OWN_NOISE = 1024
"""Channels of the sensors' own noise, counted from here."""
FIRST_SCAN_NOISE = 1 << 20
"""Channels of the noise of scans that belong to no sensor of a model, counted from here."""

ALWAYS = -1
"""The step of what stays the same during a run, as a motor's bias."""


@lru_cache(maxsize=1024)
def seed_key(seed: int, scenario: int = 0) -> int:
    """Fold a seed of 64 bits and a scenario of 32 into the 32 bits that key the noise.

    Seeds below 2^32 stay different in each scenario, and all scenarios of a seed but for 0 as well.
    """
    key = mix((seed >> 32) & LOW_32) ^ mix(0) ^ (seed & LOW_32)
    return key if scenario == 0 else mix(mix(key) ^ scenario)


def mix(h: int) -> int:
    """Scramble 32 bits so that every input bit changes half of the output bits."""
    h = ((h ^ (h >> 16)) * 0x7FEB352D) & LOW_32
    h = ((h ^ (h >> 15)) * 0x2C1B3C6D) & LOW_32
    return h ^ (h >> 16)


def gaussian(key: int, robot: int, step: int, channel: int) -> float:
    """Draw from N(0, 1); the same four numbers always draw the same (Box-Muller)."""
    h = mix(key ^ 0x5BD1E995)
    h = mix(h ^ ((robot + 1) & LOW_32))
    h = mix(h ^ ((step + 2) & LOW_32))
    h = mix(h ^ ((channel + 3) & LOW_32))
    radius = (h + 1.0) / 4294967297.0
    angle = mix(h ^ 0x1B873593) / 4294967296.0
    return math.sqrt(-2.0 * math.log(radius)) * math.cos(2.0 * math.pi * angle)


def relative_error(level: float, key: int, robot: int, step: int, channel: int) -> float:
    """Draw a factor from N(1, level), never negative; 1 without drawing where the level is 0."""
    if level == 0.0:
        return 1.0
    return max(1.0 + level * gaussian(key, robot, step, channel), 0.0)
