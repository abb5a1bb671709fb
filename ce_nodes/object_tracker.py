"""Node `object_tracker`: the Object Tracker-Localizer, from motion capture or from a LiDAR."""

from __future__ import annotations

from functools import partial

import numpy as np
from consequence_engine.msg import Tracks
from geometry_msgs.msg import PoseArray, PoseStamped
from nav_msgs.msg import Odometry
from sensor_msgs.msg import LaserScan
from std_msgs.msg import Header

from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.world_model import load_arena
from ce_core.object_tracker import PoseTracker
from ce_core.object_tracker.lidar_tracker import LidarTracker
from ce_core.object_tracker.odometry_anchor import OdometryAnchor
from ce_nodes.clocked_node import ClockedNode, to_seconds
from ce_nodes.configs import ObjectTrackerConfig
from ce_nodes.conversions import pose_from_message, track_to_message
from ce_sim_server.parameters import declare
from ce_sim_server.process import run


class ObjectTracker(ClockedNode):
    """Publishes `tracks`."""

    def __init__(self) -> None:
        super().__init__("object_tracker")
        self.config = config = declare(self, ObjectTrackerConfig)
        self._publish = self.advertise(Tracks, "tracks")
        if config.source == "vicon":
            self._watch_mocap()
        else:
            self._watch_lidar()
        self.every(1.0 / config.rate, self._report)
        self.start()

    def _watch_mocap(self) -> None:
        self._tracker = PoseTracker(self.config.poses)
        self._anchor = OdometryAnchor({robot: self.config.start_pose(robot) for robot in self.config.robots})
        self._last_mocap = self.seconds()
        self.listen(PoseArray, "mocap", self._on_mocap)
        for robot in self.config.robots:
            if not self.lockstep:  # the simulated robots' frames come in one message
                self.listen(PoseStamped, f"{robot}/mocap", partial(self._on_pose, robot))
                self.listen(Odometry, f"{robot}/odom", partial(self._on_odometry, robot))

    def _watch_lidar(self) -> None:
        config = self.config
        self._tracker = LidarTracker(
            config.lidar,
            config.poses,
            config.lidar_robot,
            ROBOT_MODELS[config.robot_model].radius,
            load_arena(config.world).segments,
            config.start_pose(config.lidar_robot),
        )
        self.listen(Odometry, f"{config.lidar_robot}/odom", self._on_lidar_odometry)
        self.listen(LaserScan, f"{config.lidar_robot}/scan", self._on_scan)

    def _on_mocap(self, frame: PoseArray) -> None:
        self._last_mocap = self.seconds()
        if len(frame.poses) != len(self.config.robots):
            self.get_logger().error(
                f"mocap has {len(frame.poses)} poses, robots has {len(self.config.robots)} names; "
                "they must be in the same order",
                throttle_duration_sec=5.0,
            )
            return
        for robot, pose in zip(self.config.robots, frame.poses, strict=True):
            self._tracker.update(robot, to_seconds(frame.header.stamp), *pose_from_message(pose))

    def _on_pose(self, robot: str, message: PoseStamped) -> None:
        self._last_mocap = self.seconds()
        time = to_seconds(message.header.stamp)
        self._tracker.update(robot, time, *pose_from_message(message.pose))

    def _on_odometry(self, robot: str, message: Odometry) -> None:
        """Track by odometry while there is no motion capture."""
        pose = self._anchor.in_map(robot, *pose_from_message(message.pose.pose))
        if self.seconds() - self._last_mocap > self.config.mocap_patience:
            self.get_logger().warning(
                "no motion capture: tracking by odometry, which drifts, from the start poses",
                throttle_duration_sec=30.0,
            )
            self._tracker.update(robot, to_seconds(message.header.stamp), *pose)

    def _on_lidar_odometry(self, message: Odometry) -> None:
        self._tracker.odometry(*pose_from_message(message.pose.pose))

    def _on_scan(self, scan: LaserScan) -> None:
        ranges = np.asarray(scan.ranges, dtype=np.float64)
        angles = scan.angle_min + scan.angle_increment * np.arange(len(ranges))
        self._tracker.scan(to_seconds(scan.header.stamp), ranges, angles)

    def _report(self) -> None:
        tracks = self._tracker.tracks(self.seconds())
        self._publish(
            Tracks(
                header=Header(stamp=self.now(), frame_id="map"),
                tracks=[track_to_message(track) for track in tracks],
            )
        )


def main() -> None:
    run(ObjectTracker)
