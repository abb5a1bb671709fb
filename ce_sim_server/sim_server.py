"""Node `sim_server`: the internal simulation as a service; start one or many."""

from __future__ import annotations

import numpy as np
from consequence_engine.srv import Simulate
from rclpy.node import Node

from ce_core.internal_model.robot_controller import Action
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.internal_model.simulator.simulator import SimRequest
from ce_sim_server.config import SimServerConfig
from ce_sim_server.parameters import declare
from ce_sim_server.process import run
from ce_sim_server.simulation_service import answer

SMALLEST_REQUEST = SimRequest(
    world="corridor",
    robots=("epuck",),
    models=("epuck",),
    poses=np.zeros((1, 3)),
    velocities=np.zeros((1, 2)),
    actions=(Action.parse("Stop"),),
    duration=0.1,
)


class SimServer(Node):  # type: ignore[misc]
    """Offers `~/simulate`."""

    def __init__(self) -> None:
        super().__init__("sim_server")
        config = declare(self, SimServerConfig)
        simulator = KernelSimulator(threads=config.threads)
        simulator.simulate([SMALLEST_REQUEST])  # compiles the kernel, or loads it from the cache
        self.create_service(
            Simulate, "~/simulate", lambda request, response: answer(simulator, request, response)
        )
        self.get_logger().info("ready")


def main() -> None:
    run(SimServer)
