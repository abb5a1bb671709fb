"""Node `mocap_sender`: the reference sender of UDP frames; sends what the topic `mocap` says.

With a rotation and an offset it plays a motion capture system whose frame is not the arena's.
"""

from __future__ import annotations

import socket

from geometry_msgs.msg import PoseArray
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data

from ce_core.object_tracker.mocap_frame import Body, MocapFrame, encode
from ce_nodes.clocked_node import to_seconds
from ce_nodes.configs import MocapSenderConfig
from ce_nodes.conversions import pose_from_message
from ce_sim_server.parameters import declare
from ce_sim_server.process import run


class MocapSender(Node):  # type: ignore[misc]
    """Hears `mocap`; says nothing on ROS."""

    def __init__(self) -> None:
        super().__init__("mocap_sender")
        self.config = declare(self, MocapSenderConfig)
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        self._number = 0
        self.create_subscription(PoseArray, "mocap", self._send, qos_profile_sensor_data)
        self.get_logger().info(f"sending to {self.config.address}:{self.config.port}")

    def _send(self, frame: PoseArray) -> None:
        poses = [self.config.frame.apply(*pose_from_message(pose)) for pose in frame.poses]
        bodies = tuple(Body(name, *pose) for name, pose in zip(self.config.robots, poses, strict=False))
        self._number += 1
        datagram = encode(MocapFrame(self._number, to_seconds(frame.header.stamp), bodies))
        try:
            self._socket.sendto(datagram, (self.config.address, self.config.port))
        except OSError as error:
            self.get_logger().error(f"not sent: {error.strerror}", throttle_duration_sec=5.0)

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()


def main() -> None:
    run(MocapSender)
