"""The batched rollout: requests x robots x steps in one compiled call."""

from __future__ import annotations

from ce_core.internal_model.robot_model.model_table import ModelTable
from ce_core.internal_model.simulator.batch import Batch
from ce_core.internal_model.simulator.control_step import Scratch
from ce_core.internal_model.simulator.noise import NoiseLevels
from ce_core.internal_model.simulator.plain_simulator import simulate_request
from ce_core.kernels.compiled import compiled


@compiled
def rollout(
    batch: Batch, table: ModelTable, noise: NoiseLevels, scratch: Scratch, first: int, end: int
) -> None:
    """Simulate requests `first` to before `end` and write batch.poses; releases the GIL."""
    for request in range(first, end):
        simulate_request(batch, table, noise, scratch, request)
