"""Noise as a function of (seed, robot, step, channel): no hidden state, so order and threads cannot matter.

Plain Python that `ce_core.kernels` compiles. Integers stay below 2^64 and only their low 32 bits are kept, so
that Python's unbounded and the kernel's 64 bit integers agree.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from annotated_types import Ge, Unit
from typing_extensions import Doc

LOW_32 = 0xFFFFFFFF

LEFT_MOTOR = 1
RIGHT_MOTOR = 2
LEFT_BIAS = 3
RIGHT_BIAS = 4
LEFT_ODOMETRY = 5
RIGHT_ODOMETRY = 6
FIRST_SENSOR = 16
"""Channels of the infrared sensors, counted from here."""

ALWAYS = -1
"""The step of what stays the same during a run, as a motor's bias."""


@dataclass(frozen=True)
class WorldNoise:
    """How much a world differs from its model; everything off by default."""

    motor: Annotated[
        float, Unit("1"), Ge(0), Doc("standard deviation of each wheel's relative speed error in each step")
    ] = 0.0
    motor_bias: Annotated[
        float, Unit("1"), Ge(0), Doc("standard deviation of each wheel's constant relative speed error")
    ] = 0.0
    infrared: Annotated[
        float, Unit("1"), Ge(0), Doc("standard deviation sigma of infrared readings, S N(1, sigma)")
    ] = 0.0
    odometry_bias: Annotated[
        float,
        Unit("1"),
        Ge(0),
        Doc(
            "standard deviation of each wheel's constant relative error in the odometry, which makes it drift"
        ),
    ] = 0.0

    def __post_init__(self) -> None:
        for name in ("motor", "motor_bias", "infrared", "odometry_bias"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0.0):
                raise ValueError(f"noise: {name} = {value!r} must be finite and >= 0")


class NoiseLevels(NamedTuple):
    """The part of WorldNoise that acts inside a control step."""

    motor: float
    motor_bias: float
    infrared: float


def noise_levels(noise: WorldNoise) -> NoiseLevels:
    """Give the step functions what they need of a world's noise."""
    return NoiseLevels(float(noise.motor), float(noise.motor_bias), float(noise.infrared))


def seed_key(seed: int) -> int:
    """Fold a seed of 64 bits into the 32 bits that key the noise; seeds below 2^32 stay different."""
    return mix((seed >> 32) & LOW_32) ^ mix(0) ^ (seed & LOW_32)


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
