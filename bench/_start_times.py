"""How long a new process takes to its first simulation: with an empty cache, and with a full one."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time

PROGRAM = "from ce_sim_server.ready_kernel import ready_kernel; ready_kernel()"


def start_times() -> dict[str, float]:
    """Return wall-clock and processor time [s] of a cold start and the best of three warm ones."""
    with tempfile.TemporaryDirectory() as folder:
        cold = _start(folder)
        warm = min(_start(folder) for _ in range(3))
    return {
        "simulator.cold_start_s": cold[0],
        "simulator.cold_start_processor_s": cold[1],
        "simulator.warm_start_s": warm[0],
        "simulator.warm_start_processor_s": warm[1],
    }


def _start(cache: str) -> tuple[float, float]:
    before, used = time.perf_counter(), _processor_time()
    subprocess.run([sys.executable, "-c", PROGRAM], env=os.environ | {"NUMBA_CACHE_DIR": cache}, check=True)
    return time.perf_counter() - before, _processor_time() - used


def _processor_time() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
