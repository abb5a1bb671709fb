"""A LaserScan from a recorded bag, without ROS."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ce_core.planner.scan import ScanError, points_of_ranges

LASER_SCAN = "sensor_msgs/msg/LaserScan"


def is_bag(path: Path) -> bool:
    """Tell whether a path looks like a bag: a folder with metadata, or an MCAP, SQLite or ROS 1 file."""
    return path.is_dir() or path.suffix in (".mcap", ".db3", ".bag")


def read_bag_scan(path: Path, topic: str = "", index: int = 0) -> NDArray[np.float64]:
    """Return scan number `index` of a topic, or of the first LaserScan topic, as points (n, 2) [m]."""
    from rosbags.highlevel import AnyReader, AnyReaderError
    from rosbags.typesys import Stores, get_typestore

    if path.is_dir() and not (path / "metadata.yaml").exists():
        raise ScanError(f"{path}: is a folder without metadata.yaml, so not a bag; a scan is a file or a bag")
    try:
        with AnyReader([path], default_typestore=get_typestore(Stores.ROS2_JAZZY)) as reader:
            message = _message(reader, path, topic, index)
    except ScanError:
        raise
    except (AnyReaderError, OSError, ValueError, AssertionError) as error:
        raise ScanError(f"{path}: cannot be read as a bag: {error}") from None
    return points_of_ranges(message.ranges, message.angle_min, message.angle_increment, message.range_min)


def _message(reader: Any, path: Path, topic: str, index: int) -> Any:
    scans = sorted({c.topic for c in reader.connections if c.msgtype == LASER_SCAN})
    if not scans:
        raise ScanError(f"{path}: has no {LASER_SCAN}")
    if topic and topic not in scans:
        raise ScanError(f"{path}: has no LaserScan on {topic!r}, but on {', '.join(scans)}")
    chosen = [c for c in reader.connections if c.topic == (topic or scans[0]) and c.msgtype == LASER_SCAN]
    number = -1
    for number, (connection, _, raw) in enumerate(reader.messages(connections=chosen)):
        if number == index:
            return reader.deserialize(raw, connection.msgtype)
    raise ScanError(f"{path}: {topic or scans[0]} has {number + 1} scans; there is no number {index}")
