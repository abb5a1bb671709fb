"""Node `configurator`: plans on a LiDAR scan and drives the plan; `scan` in, `cmd_vel` out (paper 2)."""

from __future__ import annotations

import json
import math

from geometry_msgs.msg import Twist
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import LaserScan
from std_msgs.msg import String

from ce_core.planner.configurator import Configurator
from ce_core.planner.planner import REASONS
from ce_core.planner.reactive import Reactive
from ce_core.planner.scan import ScanError, points_of_ranges
from ce_nodes.clocked_node import ClockedNode
from ce_nodes.configs import ConfiguratorConfig
from ce_nodes.health import Health, report_health
from ce_nodes.qos import LATCHED, STREAM
from ce_sim_server.parameters import declare
from ce_sim_server.process import Spinner, run

NEVER = float("-inf")


class ConfiguratorNode(ClockedNode):
    """Hears `scan`; says `cmd_vel` and, for whoever wants to know, `plan` as JSON."""

    def __init__(self) -> None:
        super().__init__("configurator")
        self.config = config = declare(self, ConfiguratorConfig)
        target = (config.target_x, config.target_y) if config.has_target else None
        self.driver: Configurator | Reactive
        if config.controller == "planner":
            self.driver = Configurator(config.planner, target, config.replan)
        else:
            self.driver = Reactive(config.planner, target, signed=config.controller == "reactive")
        self._seen, self._begun, self._plans = NEVER, NEVER, 0
        self._command = self.advertise(Twist, f"/{config.robot}/cmd_vel")
        self._plan = self.advertise(String, f"/{config.robot}/plan", LATCHED)
        # In real time a LiDAR driver may be best effort; in lock-step nothing may be lost.
        quality = STREAM if self.lockstep else qos_profile_sensor_data
        self.listen(LaserScan, f"/{config.robot}/scan", self._on_scan, quality)
        self.every(config.planner.motor_period, self._drive)
        report_health(self, self._examine)
        self.start()

    def _on_scan(self, scan: LaserScan) -> None:
        if not scan.ranges:
            self.get_logger().warning("an empty scan: the robot waits", throttle_duration_sec=5.0)
            return
        try:
            points = points_of_ranges(
                scan.ranges, scan.angle_min + self.config.laser_yaw, scan.angle_increment, scan.range_min
            )
        except ScanError as error:
            self.get_logger().error(f"the robot waits: {error}", throttle_duration_sec=5.0)
            return
        self._seen = self.seconds()
        if self._begun == NEVER:
            self._begun = self._seen
        self.driver.see(points)
        self._tell_plans()

    def _tell_plans(self) -> None:
        if not isinstance(self.driver, Configurator) or len(self.driver.plans) == self._plans:
            return
        self._plans = len(self.driver.plans)
        plan = self.driver.plans[-1]
        self._plan(String(data=json.dumps(plan.to_dict())))
        self.get_logger().info(
            f"plan {' '.join(plan.letters) or '(stay)'} leads to {REASONS[plan.reason]}; "
            f"{plan.states} states, {plan.objects} objects, {1e3 * plan.time:.2f} ms"
        )

    def _drive(self) -> None:
        twist = Twist()
        if self.seconds() - self._seen <= self.config.patience and not self._is_over():
            twist.linear.x, twist.angular.z = map(float, self.driver.command())
        self._command(twist)
        if self._is_over() and self.config.exit_when_done:
            self.get_logger().info(f"done after {self.seconds() - self._begun:.1f} s")
            Spinner.finish()

    def _is_over(self) -> bool:
        return self.driver.is_done or (
            self._begun != NEVER and self.seconds() - self._begun > self.config.time_limit
        )

    def _examine(self, health: Health) -> None:
        health.values.update(controller=self.config.controller, plans=self._plans)
        if math.isinf(self._seen):
            health.warn("no scan yet")

    def close(self) -> None:
        """Leave the robot standing."""
        self._command(Twist())


def main() -> None:
    run(ConfiguratorNode)
