"""Node `object_tracker`: the Object Tracker-Localizer, from motion capture or from a LiDAR."""

from __future__ import annotations

from functools import partial

import numpy as np
from consequence_engine.msg import Tracks
from nav_msgs.msg import Odometry
from sensor_msgs.msg import LaserScan
from std_msgs.msg import Header

from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.world_model import load_arena
from ce_core.object_tracker import PoseTracker
from ce_core.object_tracker.background import Background
from ce_core.object_tracker.lidar_tracker import LidarTracker
from ce_core.object_tracker.odometry_anchor import OdometryAnchor
from ce_nodes.clocked_node import ClockedNode, to_seconds
from ce_nodes.configs import ObjectTrackerConfig
from ce_nodes.conversions import pose_from_message, track_to_message
from ce_nodes.health import Health, Intervals, report_health
from ce_nodes.mocap_inputs import MocapSocket, MocapTopics
from ce_nodes.transforms import broadcaster
from ce_sim_server.parameters import declare
from ce_sim_server.process import run


class ObjectTracker(ClockedNode):
    """Publishes `tracks`."""

    def __init__(self) -> None:
        super().__init__("object_tracker")
        self.config = config = declare(self, ObjectTrackerConfig)
        self._publish = self.advertise(Tracks, "tracks")
        self._broadcast = broadcaster(self)
        self._socket: MocapSocket | None = None
        self._measured = self.seconds()
        self._lost: list[str] = []
        self._count = 0
        self._intervals = Intervals(1.0 / config.rate)
        if config.source == "vicon":
            self._watch_mocap()
        else:
            self._watch_lidar()
        self.every(1.0 / config.rate, self._report)
        report_health(self, self._examine)
        self.start()

    def _watch_mocap(self) -> None:
        config = self.config
        self._tracker = PoseTracker(config.poses)
        self._anchor = OdometryAnchor({robot: config.start_pose(robot) for robot in config.robots})
        if config.udp_port and not self.lockstep:
            self._socket = MocapSocket(config.udp_address, config.udp_port, self.seconds)
        else:
            self._topics = MocapTopics(self, config, self._on_pose)
        if self.lockstep:
            return
        for robot in config.robots:
            self.listen(Odometry, f"{robot}/odom", partial(self._on_odometry, robot))

    def _watch_lidar(self) -> None:
        config = self.config
        self._tracker = LidarTracker(
            config.lidar,
            config.poses,
            config.lidar_robot,
            ROBOT_MODELS[config.robot_model].radius,
            Background(load_arena(config.world)) if config.walls_known else None,
            config.start_pose(config.lidar_robot),
        )
        self.listen(Odometry, f"{config.lidar_robot}/odom", self._on_lidar_odometry)
        self.listen(LaserScan, f"{config.lidar_robot}/scan", self._on_scan)

    def _on_pose(self, robot: str, time: float, x: float, y: float, theta: float) -> None:
        self._measured = self.seconds()
        self._tracker.update(robot, time, *self.config.calibration.apply(x, y, theta))

    def _on_odometry(self, robot: str, message: Odometry) -> None:
        """Track by odometry while there is no motion capture."""
        pose = self._anchor.in_map(robot, *pose_from_message(message.pose.pose))
        if self.seconds() - self._measured > self.config.mocap_patience:
            self.get_logger().warning(
                "no motion capture: tracking by odometry, which drifts, from the start poses",
                throttle_duration_sec=30.0,
            )
            self._tracker.update(robot, to_seconds(message.header.stamp), *pose)

    def _on_lidar_odometry(self, message: Odometry) -> None:
        self._tracker.odometry(*pose_from_message(message.pose.pose))

    def _on_scan(self, scan: LaserScan) -> None:
        self._measured = self.seconds()
        ranges = np.asarray(scan.ranges, dtype=np.float64)
        angles = scan.angle_min + scan.angle_increment * np.arange(len(ranges))
        self._tracker.scan(to_seconds(scan.header.stamp), ranges, angles)

    def _read_socket(self) -> None:
        assert self._socket is not None
        for time, frame in self._socket.take():
            for body in frame.bodies:
                if body.name in self.config.robots:
                    self._on_pose(body.name, time, body.x, body.y, body.theta)

    def _report(self) -> None:
        if self._socket is not None:
            self._read_socket()
        now = self.seconds()
        self._intervals.note(now)
        tracks = self._tracker.tracks(now)
        lost = self._tracker.lost(now)
        for robot in sorted(set(lost) - set(self._lost)):
            self.get_logger().warning(f"lost {robot}")
        self._count, self._lost = len(tracks), lost
        stamp = self.now()
        self._publish(
            Tracks(
                header=Header(stamp=stamp, frame_id="map"),
                tracks=[track_to_message(track) for track in tracks],
                lost=lost,
            )
        )
        self._broadcast(stamp, tracks)

    def _examine(self, health: Health) -> None:
        silent = self.seconds() - self._measured
        health.values.update(
            source=self.config.source, tracks=self._count, lost=", ".join(self._lost), silent_s=silent
        )
        if not self.lockstep:
            health.values.update(self._intervals.jitter())
        if self._socket is not None:
            health.values.update(
                frames_lost=self._socket.order.lost,
                datagrams_wrong=self._socket.wrong,
                datagrams_last_error=self._socket.last_error,
            )
        if self._lost:
            health.warn(f"lost {', '.join(self._lost)}")
        if silent > self.config.mocap_patience:
            health.error(f"no measurement for {silent:.1f} s")

    def close(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            self._socket.close()


def main() -> None:
    run(ObjectTracker)
