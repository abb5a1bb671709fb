"""Records topics to a rosbag2 bag, byte for byte as they were published."""

from __future__ import annotations

import signal
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from pathlib import Path

import rclpy
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.signals import SignalHandlerOptions
from rclpy.topic_endpoint_info import TopicEndpointInfo

from ce_nodes.bag_writer import BagError, BagWriter, MessageTypes, TopicFilter, offered_qos
from ce_nodes.configs import RecorderConfig
from ce_sim_server.parameters import declare
from ce_sim_server.process import Spinner, listen_for_signals

QUEUE = 1000  # messages per topic that may wait while the disk is slow
EAGER_SECONDS = 5.0  # how long topics are looked for often
FLUSH_PERIOD = 1.0  # [s]
LAST_SECONDS = 0.3  # for what has arrived when the end comes


class Recorder(Node):
    """Subscribes to what is published, as it is published, and hands the bytes on."""

    def __init__(self) -> None:
        super().__init__("recorder")
        config = declare(self, RecorderConfig)
        self._filter = TopicFilter(config.topics, config.exclude)
        self._decided: dict[str, QoSProfile | None] = {}  # None: left out
        output = config.output or f"bags/{datetime.now(UTC):%Y-%m-%dT%H-%M-%SZ}"
        self.bag = BagWriter(Path(output), MessageTypes())
        self.get_logger().info(f"recording to {output}")

    def discover(self) -> None:
        """Subscribe to the topics that are new and wanted."""
        for topic, types in self.get_topic_names_and_types():
            publishers = self.get_publishers_info_by_topic(topic)
            if topic in self._decided:
                self._check_new(topic, publishers)
            elif not self._filter.wants(topic):
                self._decided[topic] = None
            elif publishers:
                self._record(topic, types, publishers)

    def _record(self, topic: str, types: list[str], publishers: list[TopicEndpointInfo]) -> None:
        self._decided[topic] = None
        if len(types) > 1:
            return self._warn(f"{topic} is not recorded: it has several types: {', '.join(types)}")
        package, _, name = types[0].partition("/msg/")
        try:
            kind = getattr(import_module(f"{package}.msg"), name)
            digest = self.bag.add_topic(topic, types[0], [offered_qos(p.qos_profile) for p in publishers])
        except (ImportError, AttributeError, BagError) as error:
            return self._warn(f"{topic} is not recorded: {error}")
        if digest != str(publishers[0].topic_type_hash):
            self.get_logger().warning(
                f"{topic}: its publisher was built with another definition of {types[0]}"
            )
        self._decided[topic] = qos = matching_qos(publishers)
        self.create_subscription(kind, topic, partial(self._write, topic), qos, raw=True)

    def _warn(self, text: str) -> None:
        self.get_logger().warning(text)

    def _check_new(self, topic: str, publishers: list[TopicEndpointInfo]) -> None:
        """Say so, once, where a publisher that came later offers less than we asked of the first."""
        used = self._decided[topic]
        if used is None or not publishers:
            return
        weakest = matching_qos(publishers)
        if weakest.reliability != used.reliability == ReliabilityPolicy.RELIABLE or (
            weakest.durability != used.durability == DurabilityPolicy.TRANSIENT_LOCAL
        ):
            self._decided[topic] = None
            self.get_logger().warning(
                f"{topic}: a publisher with a weaker QoS came later and is not recorded"
            )

    def _write(self, topic: str, data: bytes) -> None:
        self.bag.write(topic, self.get_clock().now().nanoseconds, data)


def matching_qos(publishers: list[TopicEndpointInfo]) -> QoSProfile:
    """Ask for what all publishers offer: reliable or latched only if every one of them is."""
    profiles = [publisher.qos_profile for publisher in publishers]
    reliable = all(p.reliability == ReliabilityPolicy.RELIABLE for p in profiles)
    latched = all(p.durability == DurabilityPolicy.TRANSIENT_LOCAL for p in profiles)
    return QoSProfile(
        depth=QUEUE,
        reliability=ReliabilityPolicy.RELIABLE if reliable else ReliabilityPolicy.BEST_EFFORT,
        durability=DurabilityPolicy.TRANSIENT_LOCAL if latched else DurabilityPolicy.VOLATILE,
    )


def record(recorder: Recorder) -> None:
    """Record until told to stop or until ROS shuts down, then take what has already arrived."""
    executor = SingleThreadedExecutor()
    executor.add_node(recorder)
    started = next_discovery = next_flush = time.monotonic()
    while not Spinner.asked:
        now = time.monotonic()  # not the node's clock: simulated time may stand still
        if now >= next_discovery:
            recorder.discover()
            next_discovery = now + (0.2 if now - started < EAGER_SECONDS else 1.0)
        if now >= next_flush:
            recorder.bag.flush()
            next_flush = now + FLUSH_PERIOD
        executor.spin_once(timeout_sec=0.1)
    idle, deadline = 0, time.monotonic() + LAST_SECONDS
    while idle < 3 and time.monotonic() < deadline:
        before = recorder.bag.message_count
        executor.spin_once(timeout_sec=0.02)
        idle = idle + 1 if recorder.bag.message_count == before else 0


def main() -> None:
    """Run the node; SIGINT or SIGTERM closes the bag."""
    listen_for_signals()
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    try:
        recorder = Recorder()
        try:
            with suppress(ExternalShutdownException):
                record(recorder)
        finally:
            recorder.bag.close()
        recorder.get_logger().info(f"recorded {recorder.bag.message_count} messages to {recorder.bag.path}")
    except (ValueError, OSError) as error:
        sys.exit(f"recorder: {error}")
    finally:
        rclpy.try_shutdown()
        signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    main()
