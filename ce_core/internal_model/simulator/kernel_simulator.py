"""The internal simulation as one compiled call over all requests, robots and steps."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

from ce_core.internal_model.robot_model.model_table import ModelTable
from ce_core.internal_model.simulator.batch import Batch, build_batch, trajectories
from ce_core.internal_model.simulator.control_step import scratch_space
from ce_core.internal_model.simulator.noise import WorldNoise, noise_levels
from ce_core.internal_model.simulator.simulator import SimRequest, Trajectory


class KernelSimulator:
    """Simulates a batch at once; the first one made in a process loads or compiles the kernel."""

    def __init__(self, noise: WorldNoise | None = None, threads: int = 1) -> None:
        if threads < 1:
            raise ValueError(f"threads = {threads!r}; expected at least 1")
        from ce_core.kernels.rollout import rollout  # here, so that only its users import numba

        self._rollout = rollout
        self._noise = noise_levels(noise or WorldNoise())
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._threads = threads

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        """Simulate every request, in order; raise SimulationError for a request that is wrong."""
        if not requests:
            return []
        batch, table = build_batch(requests)
        if self._pool is None:
            self._run(batch, table, 0, len(requests))
        else:
            shares = [len(requests) * share // self._threads for share in range(self._threads + 1)]
            calls = [self._pool.submit(self._run, batch, table, *share) for share in pairwise(shares)]
            for call in calls:
                call.result()
        return trajectories(requests, batch)

    def _run(self, batch: Batch, table: ModelTable, first: int, end: int) -> None:
        scratch = scratch_space(table, int(np.diff(batch.first_robot).max()))
        self._rollout(batch, table, self._noise, scratch, first, end)
