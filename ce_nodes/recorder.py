"""Node `recorder`: topics to a rosbag2 bag, byte for byte as they were published."""

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
from rclpy.lifecycle import LifecycleNode, LifecycleState, TransitionCallbackReturn
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.signals import SignalHandlerOptions
from rclpy.subscription import Subscription
from rclpy.topic_endpoint_info import TopicEndpointInfo

from ce_nodes.bag_writer import BagError, BagWriter, MessageTypes, offered_qos
from ce_nodes.configs import RecorderConfig
from ce_nodes.lockstep_witness import LockstepWitness
from ce_nodes.topic_filter import TopicFilter
from ce_sim_server.parameters import declare
from ce_sim_server.process import Spinner, listen_for_signals

QUEUE = 1000  # messages per topic that may wait while the disk is slow
EAGER_SECONDS = 5.0  # how long topics are looked for often
FLUSH_PERIOD = 1.0  # [s]
LAST_SECONDS = 1.0  # for what has arrived when the end comes
SILENCE = 0.06  # [s] after which nothing more is expected then


class Recorder(LifecycleNode):  # type: ignore[misc]
    """Subscribes to what is published, as it is published, and hands the bytes on.

    A managed node: while it is active it writes a bag, and every activation begins a new one.
    """

    def __init__(self) -> None:
        super().__init__("recorder")
        self._config = config = declare(self, RecorderConfig)
        self._filter = TopicFilter(config.topics, config.exclude)
        self._decided: dict[str, QoSProfile | None] = {}  # None: left out
        self._heard: list[Subscription] = []
        self._bags = 0
        self.autostart = config.autostart
        in_lockstep = self.get_parameter("use_sim_time").value
        self._witness = LockstepWitness(self, self._filter.wants) if in_lockstep else None
        self.bag: BagWriter | None = None
        self.active_since = 0.0
        """[s, monotonic]"""

    def begin(self) -> None:
        """Configure and activate, as at the start of a launch; an error has one sentence."""
        self.trigger_configure()
        if self.trigger_activate() != TransitionCallbackReturn.SUCCESS:
            raise self._refusal

    def on_activate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Open a bag; topics are looked for from now on."""
        output = self._config.output or f"bags/{datetime.now(UTC):%Y-%m-%dT%H-%M-%SZ}"
        if self._bags and self._config.output:
            output += f"_{self._bags + 1}"
        try:
            self.bag = BagWriter(Path(output), MessageTypes())
        except BagError as error:
            self._refusal = error
            self._warn(str(error))
            return TransitionCallbackReturn.FAILURE
        self._bags += 1
        self.active_since = time.monotonic()
        self.get_logger().info(f"recording to {output}")
        return super().on_activate(state)

    def on_deactivate(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Close the bag."""
        self.finish()
        return super().on_deactivate(state)

    def on_shutdown(self, state: LifecycleState) -> TransitionCallbackReturn:
        """Close the bag, if there is one."""
        self.finish()
        return super().on_shutdown(state)

    def finish(self) -> None:
        """Write the index of the bag and forget the topics."""
        if self.bag is None:
            return
        bag, self.bag = self.bag, None
        if self._witness is not None:
            self._witness.stop()
        bag.close()
        self.get_logger().info(f"recorded {bag.message_count} messages to {bag.path}")
        for subscription in self._heard:
            self.destroy_subscription(subscription)
        self._heard.clear()
        self._decided.clear()

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
            assert self.bag is not None  # topics are looked for while it is active
            digest = self.bag.add_topic(topic, types[0], [offered_qos(p.qos_profile) for p in publishers])
        except (ImportError, AttributeError, BagError) as error:
            return self._warn(f"{topic} is not recorded: {error}")
        if digest != str(publishers[0].topic_type_hash):
            self.get_logger().warning(
                f"{topic}: its publisher was built with another definition of {types[0]}"
            )
        self._decided[topic] = qos = matching_qos(publishers)
        self._heard.append(self.create_subscription(kind, topic, partial(self._write, topic), qos, raw=True))

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
        if self.bag is not None:
            self.bag.write(topic, self.get_clock().now().nanoseconds, data)
            if self._witness is not None:
                self._witness.heard(topic)


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
    next_discovery = next_flush = 0.0
    while Spinner.code is None:
        now = time.monotonic()  # not the node's clock: simulated time may stand still
        if recorder.bag is not None and now >= next_discovery:
            recorder.discover()
            next_discovery = now + (0.2 if now - recorder.active_since < EAGER_SECONDS else 1.0)
        if recorder.bag is not None and now >= next_flush:
            recorder.bag.flush()
            next_flush = now + FLUSH_PERIOD
        executor.spin_once(timeout_sec=0.1)
    begin = news = time.monotonic()
    while recorder.bag is not None and (now := time.monotonic()) < min(news + SILENCE, begin + LAST_SECONDS):
        before = recorder.bag.message_count
        executor.spin_once(timeout_sec=0.02)
        if recorder.bag is not None and recorder.bag.message_count > before:
            news = now


def main() -> None:
    """Run the node; SIGINT or SIGTERM closes the bag."""
    listen_for_signals()
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    try:
        recorder = Recorder()
        if recorder.autostart:
            recorder.begin()
        try:
            with suppress(ExternalShutdownException):
                record(recorder)
        finally:
            recorder.finish()
    except (ValueError, OSError) as error:
        sys.exit(f"recorder: {error}")
    finally:
        rclpy.try_shutdown()
        signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    main()
