"""The Simulator that asks servers over ROS; the engine does not notice the difference."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from consequence_engine.srv import Simulate
from rclpy.client import Client
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.task import Future

from ce_core.internal_model.simulator.simulator import SimRequest, SimulationError, Trajectory
from ce_sim_server.conversions import request_to_message, trajectory_from_message
from ce_sim_server.process import Spinner


@dataclass
class _Share:
    """The part of a batch that one server owes."""

    server: str
    indices: list[int]
    future: Future[Any]


class RosSimulator:
    """Spreads a batch evenly over its servers; what one does not answer in time goes to the others.

    It has a node and a thread of its own, so that `simulate` may be called from any callback.
    """

    def __init__(self, servers: Sequence[str], *, timeout: float, context: Context | None = None) -> None:
        """Ask these servers (node names), each for at most `timeout` seconds."""
        self._timeout = timeout
        self._node = Node(
            "simulator_client",
            context=context,
            use_global_arguments=False,  # the process's node name is not this one's
            start_parameter_services=False,
        )
        self._clients: dict[str, Client] = {
            server: self._node.create_client(Simulate, f"{server}/simulate") for server in servers
        }
        self._executor = SingleThreadedExecutor(context=context)
        self._executor.add_node(self._node)
        self._thread = threading.Thread(target=self._spin, name="simulator_client", daemon=True)
        self._thread.start()

    def missing(self) -> list[str]:
        """Return the servers that cannot be reached now."""
        return [s for s, client in self._clients.items() if not client.service_is_ready()]

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        """Simulate every request, in order."""
        answers: dict[int, Trajectory] = {}
        servers = [name for name, client in self._clients.items() if client.service_is_ready()]
        while owed := [i for i in range(len(requests)) if i not in answers]:
            if not servers:
                raise SimulationError(
                    f"no simulation server answers; asked {', '.join(self._clients)} "
                    f"within {self._timeout:g} s"
                )
            shares = [
                self._ask(server, owed[k :: len(servers)], requests)
                for k, server in enumerate(servers)
                if owed[k :: len(servers)]
            ]
            deadline = time.monotonic() + self._timeout
            for share in shares:
                response = _wait(share.future, deadline)
                if response is None:
                    self._node.get_logger().error(
                        f"{share.server} has not answered within {self._timeout:g} s; asking the others"
                    )
                    servers.remove(share.server)
                    continue
                if response.status != Simulate.Response.OK:
                    raise SimulationError(f"{share.server}: {response.message}")
                for index, message in zip(share.indices, response.trajectories, strict=True):
                    answers[index] = trajectory_from_message(message)
        return [answers[i] for i in range(len(requests))]

    def close(self) -> None:
        """End the client's thread and node."""
        self._executor.shutdown(timeout_sec=1.0)
        self._thread.join(timeout=1.0)
        self._node.destroy_node()

    def _ask(self, server: str, indices: list[int], requests: Sequence[SimRequest]) -> _Share:
        call = Simulate.Request(requests=[request_to_message(requests[i]) for i in indices])
        return _Share(server, indices, self._clients[server].call_async(call))

    def _spin(self) -> None:
        with contextlib.suppress(ExternalShutdownException):
            self._executor.spin()


def _wait(future: Future[Any], deadline: float) -> Any:
    """Return the result of a future, or None when it does not come before the deadline."""
    arrived = threading.Event()
    future.add_done_callback(lambda _: arrived.set())
    while not future.done() and time.monotonic() < deadline:
        arrived.wait(0.05)
        Spinner.check()
    if future.done():
        return future.result()
    future.cancel()
    return None
