"""A request is heard from everyone, once."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")
pytest.importorskip("consequence_engine.msg", reason="the interfaces are not built; run ./ce doctor")

import rclpy
from consequence_engine.msg import CtrlRequest
from rclpy.executors import SingleThreadedExecutor
from std_msgs.msg import Header

from ce_nodes.clocked_node import ClockedNode, to_stamp
from ce_nodes.qos import LATCHED, STREAM


@pytest.fixture
def node(ros_domain: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[ClockedNode]:
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    rclpy.init(domain_id=ros_domain)
    made = ClockedNode("listener")
    yield made
    made.destroy_node()
    rclpy.shutdown()


def test_who_latches_and_who_does_not_are_both_heard_once(node: ClockedNode) -> None:
    heard: list[str] = []
    node.listen_to_anyone(CtrlRequest, "request", lambda message: heard.append(message.robot))
    latched = node.create_publisher(CtrlRequest, "request", LATCHED)
    plain = node.create_publisher(CtrlRequest, "request", STREAM)
    executor = SingleThreadedExecutor()
    executor.add_node(node)

    def spin_until(done: int) -> None:
        deadline = time.monotonic() + 60.0
        while len(heard) < done and time.monotonic() < deadline:
            executor.spin_once(timeout_sec=0.1)

    deadline = time.monotonic() + 60.0
    while (latched.get_subscription_count(), plain.get_subscription_count()) != (2, 1):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    for number in range(3):
        latched.publish(CtrlRequest(header=Header(stamp=to_stamp(number + 1)), robot=f"latched {number}"))
        spin_until(2 * number + 1)
        plain.publish(CtrlRequest(robot=f"plain {number}"))
        spin_until(2 * number + 2)
    for _ in range(10):  # what would be heard a second time has arrived by now
        executor.spin_once(timeout_sec=0.05)
    executor.shutdown()
    assert heard == [f"{kind} {number}" for number in range(3) for kind in ("latched", "plain")]
