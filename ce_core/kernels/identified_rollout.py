"""The internal simulation in an identified world, compiled."""

from __future__ import annotations

import ce_core.kernels.closed_loop  # noqa: F401 - makes reading identified environments callable
from ce_core.identified_environment.environment_table import Beams, EnvironmentTable
from ce_core.identified_environment.grid import Floats
from ce_core.identified_environment.identified_simulator import identified_request
from ce_core.internal_model.robot_model.model_table import ModelTable
from ce_core.internal_model.simulator.batch import Batch
from ce_core.internal_model.simulator.control_step import Scratch
from ce_core.internal_model.simulator.noise import NoiseLevels
from ce_core.kernels.compiled import callable_from_kernels, compiled

callable_from_kernels(identified_request, inline=False)


@compiled
def identified_rollout(
    batch: Batch,
    table: ModelTable,
    noise: NoiseLevels,
    scratch: Scratch,
    environment: EnvironmentTable,
    sensors: Beams,
    walls: Floats,
    request: int,
) -> int:
    """Run `identified_simulator.identified_request`."""
    return identified_request(batch, table, noise, scratch, environment, sensors, walls, request)
