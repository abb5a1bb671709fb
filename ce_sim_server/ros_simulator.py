"""The Simulator that asks servers over ROS; the engine does not notice the difference."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Sequence
from typing import Any

from consequence_engine.srv import Simulate
from rclpy.client import Client
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.task import Future

from ce_core.internal_model.simulator.simulator import SimRequest, SimulationError, Simulator, Trajectory
from ce_sim_server.balancer import Balancer, BalancerConfig, Call
from ce_sim_server.conversions import request_to_message, trajectory_from_message
from ce_sim_server.process import Spinner


class _RosCall:
    """One call of a server's service."""

    def __init__(self, client: Client, requests: Sequence[SimRequest], wake: Callable[[], None]) -> None:
        self._client = client
        messages = [request_to_message(request) for request in requests]
        self._future: Future[Any] = client.call_async(Simulate.Request(requests=messages))
        self._future.add_done_callback(lambda _: wake())

    def answer(self) -> list[Trajectory] | None:
        if not self._future.done():
            return None
        response = self._future.result()
        if response.status == Simulate.Response.OTHER_VERSION:
            raise ConnectionError(response.message)
        if response.status != Simulate.Response.OK:
            raise SimulationError(response.message)
        return [trajectory_from_message(message) for message in response.trajectories]

    def forget(self) -> None:
        self._client.remove_pending_request(self._future)


class _RosServer:
    """One server, by the name of its node."""

    def __init__(self, node: Node, name: str) -> None:
        self._client: Client = node.create_client(Simulate, f"{name}/simulate")

    def ready(self) -> bool:
        return bool(self._client.service_is_ready())

    def ask(self, requests: Sequence[SimRequest], wake: Callable[[], None]) -> Call:
        return _RosCall(self._client, requests, wake)


class RosSimulator:
    """Spreads a batch over its servers, and simulates in process what none of them gives in time.

    It has a node and a thread of its own, so that `simulate` may be called from any callback.
    """

    def __init__(
        self, servers: Sequence[str], config: BalancerConfig | None = None, context: Context | None = None
    ) -> None:
        """Ask these servers (node names)."""
        self._node = Node(
            f"simulator_client_{os.getpid()}",
            context=context,
            use_global_arguments=False,  # the process's node name is not this one's
            start_parameter_services=False,
            enable_rosout=False,
        )
        logger = self._node.get_logger()
        self.balancer = Balancer(
            {name: _RosServer(self._node, name) for name in servers},
            config,
            in_process=_kernel_simulator,
            report=lambda text: logger.warning(text, throttle_duration_sec=1.0),
            check=Spinner.check,
        )
        self._executor = SingleThreadedExecutor(context=context)
        self._executor.add_node(self._node)
        self._thread = threading.Thread(target=self._spin, name="simulator_client", daemon=True)
        self._thread.start()

    def missing(self) -> list[str]:
        """Return the servers that cannot be reached now."""
        return self.balancer.missing()

    def prepare(self) -> None:
        """Make the simulator in process ready beside whatever else is done."""
        threading.Thread(target=self.balancer.prepare, name="in_process_simulator", daemon=True).start()

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        """Simulate every request, in order."""
        return self.balancer.simulate(requests)

    def close(self) -> None:
        """End the client's thread and node."""
        self._executor.shutdown(timeout_sec=1.0)
        self._thread.join(timeout=1.0)
        self._node.destroy_node()

    def _spin(self) -> None:
        with contextlib.suppress(ExternalShutdownException):
            self._executor.spin()


def _kernel_simulator() -> Simulator:
    from ce_sim_server.ready_kernel import ready_kernel  # imports numba

    return ready_kernel()
