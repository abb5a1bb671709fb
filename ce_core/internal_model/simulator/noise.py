"""How much a world differs from its model: motors, odometry, infrared; drawn as `draw.py` says."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from annotated_types import Ge, Lt, Unit
from typing_extensions import Doc

from ce_core.internal_model.draw import (
    ALWAYS,
    FIRST_SENSOR,
    LEFT_BIAS,
    LEFT_MOTOR,
    LEFT_ODOMETRY,
    RIGHT_BIAS,
    RIGHT_MOTOR,
    RIGHT_ODOMETRY,
    gaussian,
    mix,
    relative_error,
    seed_key,
)

__all__ = [
    "ALWAYS",
    "FIRST_SENSOR",
    "LEFT_BIAS",
    "LEFT_MOTOR",
    "LEFT_ODOMETRY",
    "RIGHT_BIAS",
    "RIGHT_MOTOR",
    "RIGHT_ODOMETRY",
    "NoiseLevels",
    "WorldNoise",
    "gaussian",
    "mix",
    "noise_levels",
    "relative_error",
    "seed_key",
]


@dataclass(frozen=True)
class WorldNoise:
    """How much a world differs from its model; everything off by default."""

    motor: Annotated[
        float, Unit("1"), Ge(0), Doc("standard deviation of each wheel's relative speed error in each step")
    ] = 0.0
    motor_bias: Annotated[
        float, Unit("1"), Ge(0), Doc("standard deviation of each wheel's constant relative speed error")
    ] = 0.0
    slip: Annotated[
        float, Unit("1"), Ge(0), Lt(1), Doc("part of each wheel's travel that is lost because it slips")
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
        if not 0.0 <= self.slip < 1.0:
            raise ValueError(f"noise: slip = {self.slip!r} must be at least 0 and below 1")


class NoiseLevels(NamedTuple):
    """The part of WorldNoise that acts inside a control step."""

    motor: float
    motor_bias: float
    infrared: float
    slip: float


def noise_levels(noise: WorldNoise) -> NoiseLevels:
    """Give the step functions what they need of a world's noise."""
    return NoiseLevels(float(noise.motor), float(noise.motor_bias), float(noise.infrared), float(noise.slip))
