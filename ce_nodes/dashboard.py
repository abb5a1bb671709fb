"""Watches the graph and shows it live in a browser on this machine; never influences the run."""

from __future__ import annotations

import asyncio
import signal
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any

import rclpy
from consequence_engine.msg import Decision, ExperimentStatus, Tracks
from rclpy.clock import Clock, ClockType
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.world_model import load_arena
from ce_nodes.configs import DASHBOARD_PORT, DashboardConfig
from ce_nodes.dashboard_stream import JsonObject, arena_object, message_object
from ce_nodes.qos import LATCHED, STREAM
from ce_sim_server.parameters import declare

DECISION_TYPE = "consequence_engine/msg/Decision"
ARENA = ("arena", "")


class Dashboard(Node):
    """Keeps the newest message of each kind, and converts it only when somebody looks."""

    def __init__(self) -> None:
        super().__init__("dashboard")
        self.config = declare(self, DashboardConfig)
        self._messages: dict[tuple[str, str], Any] = {}
        self._changed: set[tuple[str, str]] = set()
        self._decision_topics: set[str] = set()
        self._arena = self._load_arena(self.config.arena)
        self.create_subscription(Tracks, "tracks", partial(self._keep, "tracks"), STREAM)
        self.create_subscription(ExperimentStatus, "experiment/status", self._on_status, LATCHED)
        for robot in filter(None, self.config.robots):
            self._watch_decisions(f"{robot}/decision")
        steady = Clock(clock_type=ClockType.STEADY_TIME)  # also before simulated time runs
        self.create_timer(1.0, self._discover, clock=steady)

    def latest(self) -> dict[tuple[str, str], JsonObject]:
        """Give the newest object of every kind."""
        return {ARENA: self._arena} | self._convert(list(self._messages))

    def changes(self) -> dict[tuple[str, str], JsonObject]:
        """Give what is new since the last call."""
        changed = [self._changed.pop() for _ in range(len(self._changed))]  # the ROS thread may add meanwhile
        arena = {ARENA: self._arena} if ARENA in changed else {}
        return arena | self._convert([key for key in changed if key != ARENA])

    def _convert(self, keys: list[tuple[str, str]]) -> dict[tuple[str, str], JsonObject]:
        objects = {}
        for key in keys:
            try:
                objects[key] = message_object(key[0], self._messages[key])
            except ValueError as error:
                self.get_logger().warning(f"{key[0]} not shown: {error}", throttle_duration_sec=5.0)
        return objects

    def _keep(self, kind: str, message: Any) -> None:
        key = (kind, message.robot if kind == "decision" else "")
        self._messages[key] = message
        self._changed.add(key)

    def _on_status(self, status: ExperimentStatus) -> None:
        self._keep("status", status)
        if status.smart_robot:
            self._watch_decisions(f"{status.smart_robot}/decision")
        if status.arena and status.arena != self._arena["name"]:
            try:
                self._arena = self._load_arena(status.arena)
                self._changed.add(ARENA)
            except (ValueError, OSError) as error:
                self.get_logger().warning(f"arena not shown: {error}", throttle_duration_sec=60.0)

    def _load_arena(self, name: str) -> JsonObject:
        return arena_object(load_arena(name), ROBOT_MODELS["epuck"].radius, self.config.safety_distance)

    def _discover(self) -> None:
        for topic, types in self.get_topic_names_and_types():
            if DECISION_TYPE in types:
                self._watch_decisions(topic)

    def _watch_decisions(self, topic: str) -> None:
        topic = self.resolve_topic_name(topic)
        if topic not in self._decision_topics:
            self._decision_topics.add(topic)
            self.create_subscription(Decision, topic, partial(self._keep, "decision"), STREAM)


async def serve(node: Dashboard, spinning: Future[None]) -> None:
    """Serve the page until a signal arrives or the node no longer spins."""
    from ce_nodes.dashboard_server import ADDRESS, DashboardServer, listen  # aiohttp: after the node is up

    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    spinning.add_done_callback(lambda _: loop.is_closed() or loop.call_soon_threadsafe(stop.set))
    wanted = node.config.port
    listener = listen(wanted, or_next=wanted == DASHBOARD_PORT)
    port = listener.getsockname()[1]
    if wanted not in (0, port):
        node.get_logger().info(f"port {wanted} is taken, using {port}")
    server = DashboardServer(node.latest, node.changes, node.config.update_rate)
    # On standard output, easy to click and to parse: the address is what this node gives to people.
    address = f"dashboard: http://{ADDRESS}:{port}"
    await server.run(listener, stop, lambda: print(address, flush=True))  # noqa: T201


def spin(node: Dashboard) -> None:
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    with suppress(ExternalShutdownException):
        executor.spin()


def main() -> None:
    """Run the node; a wrong parameter or a taken port ends it with one sentence."""
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    try:
        node = Dashboard()
        with ThreadPoolExecutor(max_workers=1) as thread:
            spinning = thread.submit(spin, node)
            try:
                asyncio.run(serve(node, spinning))
            finally:
                rclpy.try_shutdown()
            spinning.result()
    except (ValueError, OSError) as error:
        sys.exit(f"dashboard: {error}")
    except KeyboardInterrupt:
        pass
    finally:
        rclpy.try_shutdown()
        signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    main()
