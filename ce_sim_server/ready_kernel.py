"""A simulator whose kernel is compiled: by one process, while the others wait to load what it compiled."""

from __future__ import annotations

import fcntl

import numpy as np

from ce_core.internal_model.robot_controller import Action
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.internal_model.simulator.simulator import SimRequest

SMALLEST_REQUEST = SimRequest(
    world="corridor",
    robots=("epuck",),
    models=("epuck",),
    poses=np.zeros((1, 3)),
    velocities=np.zeros((1, 2)),
    actions=(Action.parse("Stop"),),
    duration=0.1,
)


def ready_kernel(threads: int = 1) -> KernelSimulator:
    """Make a simulator that answers its first request as fast as all later ones."""
    from ce_core.kernels.cache_folder import cache_folder

    with (cache_folder() / "compiling").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        simulator = KernelSimulator(threads=threads)
        simulator.simulate([SMALLEST_REQUEST])
    return simulator
