"""A running world's steps, compiled."""

from __future__ import annotations

from ce_core.internal_model.robot_model.model_table import Floats
from ce_core.internal_model.simulator import world_step
from ce_core.internal_model.simulator.world_step import Running
from ce_core.kernels.compiled import compiled


@compiled
def sense_world(world: Running, step: int) -> None:
    """Write what all infrared sensors read now into world.ir."""
    world_step.sense_world(world, step)


@compiled
def step_world(world: Running, commands: Floats, step: int) -> int:
    """Advance by one time step and return the number of contacts."""
    return world_step.step_world(world, commands, step)
