"""The kinds of topic in the graph."""

from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile

STREAM = QoSProfile(depth=10)
"""Sensor values, tracks, commands: reliable, the newest count."""

LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
"""What stays true until it is said anew: status, requests to a controller."""


def every_one(qos: QoSProfile) -> QoSProfile:
    """Widen a profile so that nothing is dropped, as lock-step needs."""
    return QoSProfile(history=HistoryPolicy.KEEP_ALL, depth=qos.depth, durability=qos.durability)
