"""Plays the e-puck2 drivers of real robots: `cmd_vel` in, `ps0`..`ps7` and `odom` out, nothing else.

A plain rclpy node with a wall clock timer of the driver's 64 ms; odometry starts at zero, as on a robot.
"""

from __future__ import annotations

import contextlib
import sys
from functools import partial

import numpy as np
import rclpy
from geometry_msgs.msg import Twist
from nav_msgs.msg import Odometry
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from sensor_msgs.msg import Range

from ce_core.experiments.scenario import draw
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator.running_world import RunningWorld
from ce_core.internal_model.world_model import load_arena

PERIOD = 0.064


class EpuckDoubles(Node):
    def __init__(self, robots: list[str], seed: int) -> None:
        super().__init__("epuck_doubles")
        model = ROBOT_MODELS["epuck"]
        self._infrared = model.infrared
        poses = draw(seed, robots).poses
        self._world = RunningWorld(
            load_arena("corridor"), [model] * len(robots), poses, time_step=PERIOD, seed=seed
        )
        self._commands = np.zeros((len(robots), 2))
        self._ps = [[self.create_publisher(Range, f"{r}/ps{k}", 1) for k in range(8)] for r in robots]
        self._odom = [self.create_publisher(Odometry, f"{r}/odom", 1) for r in robots]
        for i, robot in enumerate(robots):
            self.create_subscription(Twist, f"{robot}/cmd_vel", partial(self._command, i), 1)
        self.create_timer(PERIOD, self._update)

    def _command(self, robot: int, twist: Twist) -> None:
        self._commands[robot] = twist.linear.x, twist.angular.z

    def _update(self) -> None:
        self._world.step(self._commands)
        stamp = self.get_clock().now().to_msg()
        for i, (activations, pose) in enumerate(
            zip(self._world.infrared(), self._world.odometry, strict=True)
        ):
            for k, activation in enumerate(activations.tolist()):
                message = Range(range=self._infrared.range_from_activation(activation))
                message.header.stamp = stamp
                self._ps[i][k].publish(message)
            odometry = Odometry()
            odometry.header.stamp = stamp
            odometry.pose.pose.position.x, odometry.pose.pose.position.y = pose[:2].tolist()
            odometry.pose.pose.orientation.z = float(np.sin(pose[2] / 2))
            odometry.pose.pose.orientation.w = float(np.cos(pose[2] / 2))
            self._odom[i].publish(odometry)


def main() -> None:
    rclpy.init()
    with contextlib.suppress(KeyboardInterrupt, ExternalShutdownException):
        rclpy.spin(EpuckDoubles([f"epuck_{i}" for i in range(int(sys.argv[1]))], int(sys.argv[2])))


if __name__ == "__main__":
    main()
