"""Perception logs as rosbag2: scans, and where the robot was, as any ROS 2 robot records them.

A scan topic of sensor_msgs/LaserScan, and a topic of nav_msgs/Odometry, geometry_msgs/PoseStamped or
geometry_msgs/PoseWithCovarianceStamped with the robot's pose in the map. The two are aligned by their stamps
(paper 3, section 2.1).
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ce_core.identified_environment.perception_log import Floats, LogError, PerceptionLog

if TYPE_CHECKING:
    from rosbags.highlevel import AnyReader

SCAN = "sensor_msgs/msg/LaserScan"
POSES = (
    "nav_msgs/msg/Odometry",
    "geometry_msgs/msg/PoseStamped",
    "geometry_msgs/msg/PoseWithCovarianceStamped",
)
GAP = 0.5
"""A pose is not interpolated between two that are further apart than this [s]: it is missing."""


def write_bag(log: PerceptionLog, path: Path) -> None:
    """Write a log as an MCAP bag with the topics /scan and /odom; an existing bag is not overwritten."""
    from rosbags.rosbag2 import StoragePlugin, Writer
    from rosbags.typesys import Stores, get_typestore

    if path.exists():
        raise LogError(f"{path} exists already and is not overwritten")
    store = get_typestore(Stores.ROS2_JAZZY)
    with Writer(path, version=9, storage_plugin=StoragePlugin.MCAP) as writer:
        scans = writer.add_connection("/scan", SCAN, typestore=store)
        odometry = writer.add_connection("/odom", POSES[0], typestore=store)
        for record in range(len(log)):
            stamp = round(float(log.time[record]) * 1e9)
            message = _odometry(store, log, record, stamp)
            if message is not None:
                writer.write(odometry, stamp, store.serialize_cdr(message, POSES[0]))
            writer.write(scans, stamp, store.serialize_cdr(_scan(store, log, record, stamp), SCAN))


def read_bag(path: Path, scan_topic: str | None = None, pose_topic: str | None = None) -> PerceptionLog:
    """Read the scans of a bag, each with the pose at its stamp, interpolated between the two around it.

    Without names, the only topic of a fitting type is taken.
    """
    from rosbags.highlevel import AnyReader, AnyReaderError
    from rosbags.typesys import Stores, get_typestore

    try:
        with AnyReader([path], default_typestore=get_typestore(Stores.ROS2_JAZZY)) as reader:
            scan_topic = _topic(reader, (SCAN,), scan_topic, path)
            pose_topic = _topic(reader, POSES, pose_topic, path)
            return _align(reader, scan_topic, pose_topic, path)
    except LogError:
        raise
    except (AnyReaderError, OSError, ValueError, AssertionError) as error:
        raise LogError(f"{path}: is not a bag that can be read: {error}") from None


def _topic(reader: AnyReader, types: tuple[str, ...], wanted: str | None, path: Path) -> str:
    topics = sorted({c.topic for c in reader.connections if c.msgtype in types})
    if wanted is not None and wanted in topics:
        return wanted
    if wanted is None and len(topics) == 1:
        return topics[0]
    kinds = " or ".join(types)
    if wanted is not None:
        raise LogError(f"{path}: no topic {wanted!r} of {kinds}; there are: {', '.join(topics) or 'none'}")
    if topics:
        raise LogError(f"{path}: several topics of {kinds}: {', '.join(topics)}; name one of them")
    raise LogError(f"{path}: no topic of {kinds}")


def _align(reader: AnyReader, scan_topic: str, pose_topic: str, path: Path) -> PerceptionLog:
    pose_times, poses, speeds = [], [], []
    scan_times, readings = [], []
    angles: Floats | None = None
    wanted = [c for c in reader.connections if c.topic in (scan_topic, pose_topic)]
    for connection, _, raw in reader.messages(connections=wanted):
        message: Any = reader.deserialize(raw, connection.msgtype)
        stamp = message.header.stamp.sec + message.header.stamp.nanosec * 1e-9
        if connection.topic == pose_topic:
            pose_times.append(stamp)
            poses.append(_pose(message, connection.msgtype))
            speeds.append(_speed(message, connection.msgtype))
            continue
        seen = message.angle_min + message.angle_increment * np.arange(len(message.ranges))
        if angles is None:
            angles = np.asarray(seen, dtype=np.float64)
        if len(seen) != len(angles) or not np.allclose(seen, angles, atol=1e-4):
            raise LogError(f"{path}: at {stamp:.3f} s {scan_topic} has other beams than before")
        scan_times.append(stamp)
        readings.append(_ranges(message))
    if angles is None or not pose_times:
        raise LogError(f"{path}: {scan_topic} has {len(scan_times)} messages and {pose_topic} {len(poses)}")
    time = np.array(scan_times)
    first = np.concatenate(([True], np.diff(time) > 0.0))
    time = time[first]
    at = _interpolate(time, np.array(pose_times), np.column_stack((poses, speeds)))
    return PerceptionLog("laser", time - time[0], at[:, :3], at[:, 3:], angles, np.array(readings)[first])


def _interpolate(time: Floats, known: Floats, values: Floats) -> Floats:
    """Return values at these times, NaN where the two known ones around it are too far apart."""
    order = np.argsort(known, kind="stable")
    known, values = known[order], values[order].copy()
    values[:, 2] = np.unwrap(values[:, 2])
    after = np.clip(np.searchsorted(known, time), 0, len(known) - 1)
    before = np.clip(np.searchsorted(known, time, side="right") - 1, 0, len(known) - 1)
    found = np.column_stack([np.interp(time, known, column) for column in values.T])
    inside = (time >= known[0] - 1e-6) & (time <= known[-1] + 1e-6)
    found[~inside | (known[after] - known[before] > GAP)] = math.nan
    return found


def _ranges(message: Any) -> Floats:
    """Return readings as a log has them: NaN below the least range, inf beyond the greatest."""
    ranges = np.asarray(message.ranges, dtype=np.float64)
    with np.errstate(invalid="ignore"):
        ranges = np.where(ranges < message.range_min, math.nan, ranges)
        return np.where(ranges > message.range_max, math.inf, ranges)


def _pose(message: Any, kind: str) -> tuple[float, float, float]:
    pose = message.pose if kind == POSES[1] else message.pose.pose
    q = pose.orientation
    theta = math.atan2(2.0 * (q.w * q.z + q.x * q.y), 1.0 - 2.0 * (q.y * q.y + q.z * q.z))
    return pose.position.x, pose.position.y, theta


def _speed(message: Any, kind: str) -> tuple[float, float]:
    if kind != POSES[0]:
        return math.nan, math.nan
    return message.twist.twist.linear.x, message.twist.twist.angular.z


def _header(store: Any, stamp: int, frame: str) -> Any:
    time = store.types["builtin_interfaces/msg/Time"](stamp // 1_000_000_000, stamp % 1_000_000_000)
    return store.types["std_msgs/msg/Header"](time, frame)


def _scan(store: Any, log: PerceptionLog, record: int, stamp: int) -> Any:
    step = float(log.angles[1] - log.angles[0]) if len(log.angles) > 1 else 0.0
    return store.types[SCAN](
        header=_header(store, stamp, "laser"),
        angle_min=float(log.angles[0]),
        angle_max=float(log.angles[-1]),
        angle_increment=step,
        time_increment=0.0,
        scan_time=0.0,
        range_min=0.0,
        range_max=1e6,
        ranges=log.readings[record].astype(np.float32),
        intensities=np.zeros(0, dtype=np.float32),
    )


def _odometry(store: Any, log: PerceptionLog, record: int, stamp: int) -> Any:
    """Return the message of a record, None where its pose is missing."""
    if not np.isfinite(log.poses[record]).all():
        return None
    x, y, theta = (float(value) for value in log.poses[record])
    v, omega = (float(value) for value in np.nan_to_num(log.speeds[record]))
    t = store.types
    vector, no_covariance = t["geometry_msgs/msg/Vector3"], np.zeros(36)
    turn = t["geometry_msgs/msg/Quaternion"](0.0, 0.0, math.sin(0.5 * theta), math.cos(0.5 * theta))
    pose = t["geometry_msgs/msg/Pose"](t["geometry_msgs/msg/Point"](x, y, 0.0), turn)
    twist = t["geometry_msgs/msg/Twist"](vector(v, 0.0, 0.0), vector(0.0, 0.0, omega))
    return t[POSES[0]](
        header=_header(store, stamp, "map"),
        child_frame_id="base_link",
        pose=t["geometry_msgs/msg/PoseWithCovariance"](pose, no_covariance),
        twist=t["geometry_msgs/msg/TwistWithCovariance"](twist, no_covariance),
    )
