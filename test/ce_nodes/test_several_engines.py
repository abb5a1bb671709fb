"""Several engines in one graph, one per smart robot, with the same simulation server."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")
pytest.importorskip("consequence_engine.msg", reason="the interfaces are not built; run ./ce doctor")

from consequence_engine.msg import Decision, Track, Tracks
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from visualization_msgs.msg import MarkerArray

from ce_nodes.qos import STREAM

pytestmark = [pytest.mark.ros, pytest.mark.timeout(300)]

SMART = ("epuck_0", "epuck_1")


def test_every_smart_robot_has_its_own_decisions_and_markers(
    ros_domain: int, ros_environment: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = ros_environment(ros_domain)
    for key in ("ROS_AUTOMATIC_DISCOVERY_RANGE", "FASTDDS_BUILTIN_TRANSPORTS"):
        monkeypatch.setenv(key, environment[key])
    beside = Path(sys.executable).parent
    commands = [[str(beside / "sim_server"), "--ros-args", "-r", "__node:=sim_server_0"]]
    for robot in SMART:
        settings = {
            "robot": robot,
            "robots": f"[{','.join(SMART)}]",
            "wait_for_experiment": "false",
            "rate": 5.0,
        }
        given = [word for key, value in settings.items() for word in ("-p", f"{key}:={value}")]
        commands.append([str(beside / "consequence_engine"), "--ros-args", "-r", f"__ns:=/{robot}", *given])
    running = [subprocess.Popen(command, env=environment) for command in commands]
    context = Context()
    context.init(domain_id=ros_domain)
    node, executor = Node("test", context=context), SingleThreadedExecutor(context=context)
    executor.add_node(node)
    decisions: dict[str, Decision] = {}
    drawn: set[str] = set()
    for robot in SMART:
        node.create_subscription(
            Decision, f"/{robot}/decision", partial(decisions.__setitem__, robot), STREAM
        )
        node.create_subscription(MarkerArray, f"/{robot}/markers", lambda _, r=robot: drawn.add(r), STREAM)
    tracks = node.create_publisher(Tracks, "/tracks", STREAM)

    def spin() -> None:
        with contextlib.suppress(ExternalShutdownException):
            executor.spin()

    threading.Thread(target=spin, daemon=True).start()
    try:
        deadline = time.monotonic() + 200.0
        while len(decisions) < 2 or len(drawn) < 2:
            assert time.monotonic() < deadline, (set(decisions), drawn)
            message = Tracks(
                tracks=[Track(robot="epuck_0", x=-1.0), Track(robot="epuck_1", x=-0.2, theta=3.1)]
            )
            message.header.stamp = node.get_clock().now().to_msg()
            tracks.publish(message)
            time.sleep(0.05)
    finally:
        for process in running:
            process.send_signal(signal.SIGINT)
        for process in running:
            process.wait(20.0)
        context.shutdown()
    for robot, decision in decisions.items():
        assert decision.robot == robot
        assert set(decision.attended) == set(SMART) - {robot}
        assert decision.candidates[decision.chosen].chosen
