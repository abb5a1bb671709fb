"""Writes raw messages to a rosbag2 bag (MCAP) that `ros2 bag`, Foxglove and PlotJuggler open."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rosbags.interfaces import (
    Connection,
    Nodetype,
    Qos,
    QosDurability,
    QosHistory,
    QosLiveliness,
    QosReliability,
    QosTime,
)
from rosbags.rosbag2 import StoragePlugin, Writer, WriterError
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

OWN_PACKAGE = "consequence_engine"
OWN_MESSAGES = Path(__file__).resolve().parents[1] / "msg"
BAG_VERSION = 9  # metadata of ROS 2 Jazzy and later


class BagError(ValueError):
    """The bag cannot be written as asked."""


class MessageTypes:
    """Definitions of message types: from ROS 2 Jazzy, then from installed packages, then our source."""

    def __init__(self) -> None:
        self.store = get_typestore(Stores.ROS2_JAZZY)
        sourced = filter(None, os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep))
        self._prefixes = [*map(Path, sourced), Path(sys.prefix)]

    def need(self, name: str) -> None:
        """Make a type, such as std_msgs/msg/Header, and every type inside it known."""
        if name in self.store.fielddefs:
            return
        parsed = get_types_from_msg(self._definition(name), name)
        for _, fields in parsed.values():
            for inner in _inner_types(fields):
                self.need(inner)
        self.store.register(parsed)

    def need_our_own(self) -> None:
        """Make all messages of this package known, from the sources or from where they are installed."""
        installed = [prefix / "share" / OWN_PACKAGE / "msg" for prefix in self._prefixes]
        names = {file.stem for folder in (*installed, OWN_MESSAGES) for file in folder.glob("*.msg")}
        for name in sorted(names):
            self.need(f"{OWN_PACKAGE}/msg/{name}")

    def _definition(self, name: str) -> str:
        package, _, message = name.partition("/msg/")
        files = [prefix / "share" / package / "msg" / f"{message}.msg" for prefix in self._prefixes]
        if package == OWN_PACKAGE:
            files.append(OWN_MESSAGES / f"{message}.msg")
        for file in files:
            if message and file.is_file():
                return file.read_text(encoding="utf-8")
        raise BagError(
            f"no definition of {name}: not a type of ROS 2 Jazzy, and none of these exist: "
            + ", ".join(map(str, files))
        )


class BagWriter:
    """One open bag. Never overwrites; `close` writes the index and metadata.yaml."""

    def __init__(self, path: Path, types: MessageTypes) -> None:
        self.path = path
        self.types = types
        self.message_count = 0
        self._topics: dict[str, Connection] = {}
        try:
            self._writer = Writer(path, version=BAG_VERSION, storage_plugin=StoragePlugin.MCAP)
            self._writer.open()
        except (WriterError, FileExistsError):
            raise BagError(f"{path} exists already and is not overwritten; choose another output") from None
        except OSError as error:
            raise BagError(f"cannot write a bag to {path}: {error.strerror}") from None

    def add_topic(self, topic: str, type_name: str, offered: Sequence[Qos]) -> str:
        """Announce a topic; return the hash (RIHS01) of the type's definition that the bag will hold."""
        self.types.need(type_name)
        connection = self._writer.add_connection(
            topic, type_name, typestore=self.types.store, offered_qos_profiles=offered
        )
        self._topics[topic] = connection
        return connection.digest

    def write(self, topic: str, stamp: int, data: bytes) -> None:
        """Append one message: CDR bytes, stamp in nanoseconds."""
        self._writer.write(self._topics[topic], stamp, data)
        self.message_count += 1

    def flush(self) -> None:
        """Hand everything to the operating system, so that a killed process loses nothing written before.

        What was flushed can be read again with `mcap recover`.
        """
        storage: Any = self._writer.storage
        if storage.chunk.msgs:
            storage.close_chunk()
        storage.bio.flush()

    def close(self) -> None:
        """Write index and metadata.yaml."""
        storage: Any = self._writer.storage
        if not storage.chunk.msgs:
            storage.chunk.message_start_time = 0  # what the MCAP format wants of a chunk without messages
        self._writer.close()


def offered_qos(profile: Any) -> Qos:
    """Convert a QoS profile of rclpy, whose policies are numbered as here."""
    return Qos(
        QosHistory(int(profile.history)),
        profile.depth,
        QosReliability(int(profile.reliability)),
        QosDurability(int(profile.durability)),
        _time(profile.deadline),
        _time(profile.lifespan),
        QosLiveliness(int(profile.liveliness)),
        _time(profile.liveliness_lease_duration),
        profile.avoid_ros_namespace_conventions,
    )


def _time(duration: Any) -> QosTime:
    return QosTime(*divmod(duration.nanoseconds, 1_000_000_000))


def _inner_types(fields: Iterable[Any]) -> Iterator[str]:
    for _, (kind, detail) in fields:
        while kind in (Nodetype.ARRAY, Nodetype.SEQUENCE):
            kind, detail = detail[0]
        if kind == Nodetype.NAME:
            yield detail
