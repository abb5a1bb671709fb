"""How the world differs from the internal model: not at all (`sim`), or as real robots do (`gap`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import radians
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Le, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.family import Family
from ce_core.internal_model.robot_controller import CONTROL_PERIOD
from ce_core.internal_model.sensors.tracker import TrackerConfig
from ce_core.internal_model.simulator.noise import WorldNoise


@dataclass(frozen=True)
class Condition:
    """The world of a trial, beside the internal model that the engine has of it."""

    summary: str
    time_step: Annotated[
        float, Unit("s"), Gt(0.0), Le(CONTROL_PERIOD), Doc("Step of the world; the model's is 0.1 s.")
    ] = CONTROL_PERIOD
    noise: WorldNoise = field(default_factory=WorldNoise)
    tracker: TrackerConfig | None = None
    """What robots and engine know of poses; None: where everybody is, exactly and at once."""
    engine_delay: Annotated[
        float, Unit("s"), Ge(0.0), Doc("From the snapshot to the moment its action is carried out.")
    ] = 0.0

    def __post_init__(self) -> None:
        if not np.isclose(self.steps_per_control * self.time_step, CONTROL_PERIOD):
            raise ValueError(
                f"time_step {self.time_step} s must fit a whole number of times into the control period, "
                f"{CONTROL_PERIOD} s"
            )

    @property
    def steps_per_control(self) -> int:
        """Steps of the world in one control period."""
        return max(round(CONTROL_PERIOD / self.time_step), 1)

    def in_arena(self, poses: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return where poses (n, 3), given in the tracker's frame, are in the arena's."""
        if self.tracker is None:
            return poses
        cos, sin = np.cos(self.tracker.rotation), np.sin(self.tracker.rotation)
        x, y = poses[:, 0] - self.tracker.offset_x, poses[:, 1] - self.tracker.offset_y
        return np.column_stack((cos * x + sin * y, cos * y - sin * x, poses[:, 2] - self.tracker.rotation))


CONDITIONS: Family[Condition] = Family("condition")

SIM = CONDITIONS.add("sim")(Condition("the internal model equals the world (paper 0: pure simulation)"))

GAP = CONDITIONS.add("gap")(
    Condition(
        "the world differs from the internal model, in place of the paper's real robots",
        time_step=0.02,
        noise=WorldNoise(motor=0.1, motor_bias=0.065, infrared=0.1),
        tracker=TrackerConfig(
            rate=15.0,
            latency=0.05,
            position_sd=0.001,
            heading_sd=radians(0.5),
            rotation=radians(3.0),
            offset_x=0.01,
            offset_y=0.01,
        ),
        engine_delay=0.5,
    )
)
