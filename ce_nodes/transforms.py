"""Tracks as TF transforms, map to <robot>/base_link, where tf2_ros is installed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from builtin_interfaces.msg import Time
from geometry_msgs.msg import TransformStamped
from rclpy.node import Node

from ce_core.object_tracker import Track

Broadcast = Callable[[Time, Sequence[Track]], None]


def broadcaster(node: Node) -> Broadcast:
    """Return what broadcasts tracks; it does nothing where tf2_ros is not installed."""
    try:
        from tf2_ros import TransformBroadcaster
    except ImportError:
        return lambda stamp, tracks: None
    sender = TransformBroadcaster(node)

    def broadcast(stamp: Time, tracks: Sequence[Track]) -> None:
        sender.sendTransform([transform(stamp, track) for track in tracks])

    return broadcast


def transform(stamp: Time, track: Track) -> TransformStamped:
    """Return where a robot's base_link is in frame map."""
    message = TransformStamped(child_frame_id=f"{track.robot}/base_link")
    message.header.stamp, message.header.frame_id = stamp, "map"
    message.transform.translation.x, message.transform.translation.y = track.x, track.y
    message.transform.rotation.z = math.sin(track.theta / 2.0)
    message.transform.rotation.w = math.cos(track.theta / 2.0)
    return message
