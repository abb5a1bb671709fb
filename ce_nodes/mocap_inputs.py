"""Where motion capture poses come from: topics as the common drivers publish them, or UDP frames."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from functools import partial

from builtin_interfaces.msg import Time
from geometry_msgs.msg import Pose, PoseArray, PoseStamped
from rclpy.qos import qos_profile_sensor_data

from ce_core.object_tracker.mocap_frame import FrameError, FrameOrder, MocapFrame, SenderClock, decode
from ce_core.settings import SettingsError
from ce_nodes.clocked_node import ClockedNode, to_seconds
from ce_nodes.configs import ObjectTrackerConfig
from ce_nodes.conversions import pose_from_message

OTHER_CLOCK = 0.5
"""[s] A stamp that is farther off than this comes from another machine's clock."""

Take = Callable[[str, float, float, float, float], None]
"""Takes a robot's name, time [s], x [m], y [m] and theta [rad] in the tracker's frame."""


class MocapTopics:
    """One PoseArray for all robots in order, and one PoseStamped or PoseArray topic for each."""

    def __init__(self, node: ClockedNode, config: ObjectTrackerConfig, take: Take) -> None:
        self._node, self._config, self._take = node, config, take
        self._clocks: dict[str, SenderClock] = {}
        node.listen(PoseArray, "mocap", self._on_frame)
        if node.lockstep:
            return  # the simulated robots' frames come in one message
        kind, callback = {
            "PoseStamped": (PoseStamped, self._on_stamped),
            "PoseArray": (PoseArray, self._on_array),
        }[config.mocap_type]
        for robot, topic in config.topic_of_robot().items():
            # What a driver sends best-effort is heard, and what it sends reliably as well.
            node.listen(kind, topic, partial(callback, robot), qos_profile_sensor_data)

    def _on_frame(self, frame: PoseArray) -> None:
        robots = self._config.robots
        if len(frame.poses) != len(robots):
            self._node.get_logger().error(
                f"mocap has {len(frame.poses)} poses, robots has {len(robots)} names; "
                "they must be in the same order",
                throttle_duration_sec=5.0,
            )
            return
        time = self._time("", frame.header.stamp)
        for robot, pose in zip(robots, frame.poses, strict=True):
            self._take(robot, time, *pose_from_message(pose))

    def _on_stamped(self, robot: str, message: PoseStamped) -> None:
        self._give(robot, message.header.stamp, message.pose)

    def _on_array(self, robot: str, message: PoseArray) -> None:
        if message.poses:  # none: not seen
            self._give(robot, message.header.stamp, message.poses[0])

    def _give(self, robot: str, stamp: Time, pose: Pose) -> None:
        self._take(robot, self._time(robot, stamp), *pose_from_message(pose))

    def _time(self, source: str, stamp: Time) -> float:
        sent, now = to_seconds(stamp), self._node.seconds()
        if self._node.lockstep or abs(now - sent) < OTHER_CLOCK:
            return sent
        return self._clocks.setdefault(source, SenderClock()).here(sent, now)


class MocapSocket:
    """Receives UDP frames in a thread of its own, so that their times of arrival are true."""

    def __init__(self, address: str, port: int, now: Callable[[], float]) -> None:
        """Listen there; `now` gives the node's time [s]."""
        self.wrong = 0
        """Datagrams that were not frames."""
        self.last_error = ""
        self.order = FrameOrder()
        self._now, self._clock = now, SenderClock()
        self._frames: list[tuple[float, MocapFrame]] = []
        self._lock = threading.Lock()
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.bind((address, port))
        except OSError as error:
            self._socket.close()
            raise SettingsError(f"udp_address = {address!r}, udp_port = {port}: {error.strerror}") from None
        threading.Thread(target=self._receive, name="mocap_socket", daemon=True).start()

    def take(self) -> list[tuple[float, MocapFrame]]:
        """Return the frames that are new since the last call, with their times on the node's clock [s]."""
        with self._lock:
            frames, self._frames = self._frames, []
        return frames

    def close(self) -> None:
        """Stop listening."""
        self._socket.close()

    def _receive(self) -> None:
        while True:
            try:
                datagram = self._socket.recv(65536)
            except OSError:
                return  # closed
            arrived = self._now()
            try:
                frame = decode(datagram)
            except FrameError as error:
                self.wrong, self.last_error = self.wrong + 1, str(error)
                continue
            if self.order.is_new(frame.number):
                with self._lock:
                    self._frames.append((self._clock.here(frame.time, arrived), frame))
                    del self._frames[:-1000]  # nobody takes them
