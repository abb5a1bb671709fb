"""The internal simulation as one compiled call over all requests, robots and steps."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate

from ce_core.internal_model.simulator.batch import build_batch, check_size, trajectories
from ce_core.internal_model.simulator.noise import WorldNoise, noise_levels
from ce_core.internal_model.simulator.request_checks import check_requests
from ce_core.internal_model.simulator.simulator import SimRequest, Trajectory

TOGETHER = 256
"""Robots that are advanced side by side: as many as stay in the fastest cache."""


class KernelSimulator:
    """Simulates a batch at once; the first one made in a process loads or compiles the kernel."""

    def __init__(self, noise: WorldNoise | None = None, threads: int = 1) -> None:
        if threads < 1:
            raise ValueError(f"threads = {threads!r}; expected at least 1")
        from ce_core.kernels.rollout import rollout  # here, so that only its users import numba

        self._rollout = rollout
        self._noise = noise_levels(noise or WorldNoise())
        self._threads = threads
        self._map = ThreadPoolExecutor(threads).map if threads > 1 else map

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        """Simulate every request, in order; raise SimulationError for a request that is wrong."""
        check_size(requests)
        chunks = _chunks(requests, self._threads)
        firsts = accumulate(map(len, chunks), initial=0)
        found: list[list[Trajectory]] = list(self._map(self._simulate_chunk, chunks, firsts))
        return [trajectory for chunk in found for trajectory in chunk]

    def _simulate_chunk(self, requests: Sequence[SimRequest], first: int) -> list[Trajectory]:
        check_requests(requests, first)  # here, so that one thread checks while another simulates
        batch = build_batch(requests, self._noise)
        self._rollout(batch)
        return trajectories(requests, batch)


def _chunks(requests: Sequence[SimRequest], threads: int) -> list[Sequence[SimRequest]]:
    """Cut requests into pieces that stay in the fastest cache, and into at least one a thread."""
    robots = sum(len(request.robots) for request in requests)
    most = min(TOGETHER, -(-robots // threads))
    chunks: list[Sequence[SimRequest]] = []
    first = count = 0
    for index, request in enumerate(requests):
        if count and count + len(request.robots) > most:
            chunks.append(requests[first:index])
            first, count = index, 0
        count += len(request.robots)
    return [*chunks, requests[first:]] if requests else []
