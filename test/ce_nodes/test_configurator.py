"""The configurator as a process of its own: scans in, a plan and its commands out, as on a robot."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")

from geometry_msgs.msg import Twist
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from sensor_msgs.msg import LaserScan
from std_msgs.msg import String

from ce_core.planner import Planner, preset
from ce_core.planner.planner import Plan
from ce_core.planner.scan import points_of_ranges
from ce_nodes.qos import LATCHED, STREAM

pytestmark = pytest.mark.ros

SPEED, TURN_RATE = 0.98, 10.4
"""Ten times an AlphaBot's, so that a plan is driven in seconds."""
START = "from ce_nodes.executables import configurator; configurator()"


class Robot(Node):
    """Publishes a LiDAR's scans and keeps what it is told."""

    def __init__(self, context: Context) -> None:
        super().__init__("robot", context=context)
        self.told: list[Twist] = []
        self.plans: list[str] = []
        self.create_subscription(Twist, "/alphabot/cmd_vel", self.told.append, STREAM)
        self.create_subscription(String, "/alphabot/plan", lambda plan: self.plans.append(plan.data), LATCHED)
        self.laser = self.create_publisher(LaserScan, "/alphabot/scan", STREAM)
        self.executor_ = SingleThreadedExecutor(context=context)
        self.executor_.add_node(self)

    def listen(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.executor_.spin_once(timeout_sec=0.02)


@pytest.fixture
def robot(ros_domain: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Robot]:
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    context = Context()
    context.init(domain_id=ros_domain)
    made = Robot(context)
    yield made
    made.executor_.shutdown()
    made.destroy_node()
    context.shutdown()


@pytest.fixture
def configurator(ros_domain: int) -> Iterator[subprocess.Popen[str]]:
    settings = {
        "step_distance": 0.5,
        "exit_when_done": "true",
        "body.speed": SPEED,
        "body.turn_rate": TURN_RATE,
    }
    parameters = [word for name, value in settings.items() for word in ("-p", f"{name}:={value}")]
    environment = os.environ | {
        "ROS_DOMAIN_ID": str(ros_domain),
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
    }
    process = subprocess.Popen(
        [sys.executable, "-c", START, "--ros-args", *parameters],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    yield process
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def wall_ahead() -> LaserScan:
    """A wall 0.4 m ahead, wider to the left; a few beams without a number."""
    step = 2.0 * math.pi / 360.0
    ranges = np.full(360, math.inf, dtype=np.float32)
    for beam in range(140, 260):
        ranges[beam] = 0.4 / math.cos((beam - 180) * step) if abs(beam - 180) < 70 else math.inf
    ranges[[150, 200]] = math.nan
    return LaserScan(
        angle_min=float(np.float32(-math.pi)),
        angle_increment=float(np.float32(step)),
        range_max=12.0,
        ranges=ranges.tolist(),
    )


def expected_plan(scan: LaserScan) -> Plan:
    config = preset("paper", 0.5)
    body = replace(config.body, speed=SPEED, turn_rate=TURN_RATE)
    points = points_of_ranges(scan.ranges, scan.angle_min, scan.angle_increment, scan.range_min)
    return Planner(replace(config, body=body)).plan(points)


def command_of(twist: Twist) -> str:
    if twist.angular.z != 0.0:
        return "L" if twist.angular.z > 0.0 else "R"
    return "S" if twist.linear.x > 0.0 else "-"


@pytest.mark.timeout(120)
def test_the_process_waits_for_a_scan_plans_drives_the_plan_and_ends(
    robot: Robot, configurator: subprocess.Popen[str]
) -> None:
    scan = wall_ahead()
    deadline = time.monotonic() + 60.0
    while len(robot.told) < 5 and time.monotonic() < deadline:
        robot.laser.publish(LaserScan())  # a LiDAR that sees nothing yet
        robot.listen(0.1)
    assert len(robot.told) >= 5, "no cmd_vel"
    assert {command_of(twist) for twist in robot.told} == {"-"}
    assert not robot.plans

    while configurator.poll() is None and time.monotonic() < deadline:
        robot.laser.publish(scan)
        robot.listen(0.2)
    assert configurator.returncode == 0
    robot.listen(0.1)

    plan = expected_plan(scan)
    told = json.loads(robot.plans[0])
    assert len(robot.plans) == 1  # at the start, as in the paper
    assert (told["plan"], told["states"], told["objects"]) == (plan.letters, plan.states, plan.objects)
    assert plan.letters[0] in "LR"  # it does not drive into the wall
    driven = [command_of(twist) for twist in robot.told]
    expected = [task.task for task in plan.tasks for _ in range(task.ticks)]
    assert "".join(letter for letter in driven if letter != "-") == "".join(expected)
    assert [letter for letter, _ in groupby(driven)][-1] == "-"  # it stands in the end
    moving = [twist for twist in robot.told if command_of(twist) != "-"]
    assert {abs(twist.angular.z) for twist in moving} <= {0.0, TURN_RATE}
    assert {twist.linear.x for twist in moving} <= {0.0, SPEED}
