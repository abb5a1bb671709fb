"""Node `sim_server`: the internal simulation as a service; start one or many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from consequence_engine.srv import Simulate
from rclpy.node import Node
from typing_extensions import Doc

from ce_sim_server.parameters import declare
from ce_sim_server.process import run
from ce_sim_server.simulation_service import answer


@dataclass(frozen=True)
class SimServerConfig:
    """How a simulation server works."""

    threads: Annotated[int, Ge(1), Doc("Threads that share the simulations of a batch.")] = 1


class SimServer(Node):  # type: ignore[misc]
    """Offers `~/simulate`."""

    def __init__(self) -> None:
        super().__init__("sim_server")
        declare(self, SimServerConfig)
        simulator = KernelSimulator()
        simulator.warm_up()
        self.create_service(
            Simulate, "~/simulate", lambda request, response: answer(simulator, request, response)
        )
        self.get_logger().info("ready")


def main() -> None:
    run(SimServer)
