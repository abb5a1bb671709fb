"""The batched rollout: requests x robots x steps in one compiled call that releases the GIL."""

from __future__ import annotations

from ce_core.internal_model.simulator.plain_simulator import simulate_batch
from ce_core.kernels.compiled import compiled

rollout = compiled(simulate_batch)
