"""The internal simulation as one compiled call over all requests, robots and steps."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

from ce_core.internal_model.simulator.batch import build_batch, n_poses, trajectories
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
        poses = np.empty((n_poses(batch), 3))
        if self._pool is None:
            self._rollout(batch, table, self._noise, 0, len(requests), poses)
        else:
            shares = np.linspace(0, len(requests), self._threads + 1).astype(int).tolist()
            calls = [
                self._pool.submit(self._rollout, batch, table, self._noise, first, end, poses)
                for first, end in pairwise(shares)
                if first < end
            ]
            for call in calls:
                call.result()
        return trajectories(requests, batch, poses)
