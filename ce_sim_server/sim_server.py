"""Node `sim_server`: the internal simulation as a service; start one or many."""

from __future__ import annotations

from consequence_engine.srv import Simulate
from rclpy.node import Node

from ce_sim_server.config import SimServerConfig
from ce_sim_server.parameters import declare
from ce_sim_server.process import run
from ce_sim_server.ready_kernel import ready_kernel
from ce_sim_server.simulation_service import answer


class SimServer(Node):  # type: ignore[misc]
    """Offers `~/simulate`."""

    def __init__(self) -> None:
        super().__init__("sim_server")
        config = declare(self, SimServerConfig)
        simulator = ready_kernel(config.threads)
        self.create_service(
            Simulate, "~/simulate", lambda request, response: answer(simulator, request, response)
        )
        self.get_logger().info("ready")


def main() -> None:
    run(SimServer)
