"""Reads bags without ROS: recorded here or by `ros2 bag record`, MCAP or SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rosbags.highlevel import AnyReader, AnyReaderError

from ce_nodes.bag_writer import OWN_PACKAGE, BagError, MessageTypes


class Bag:
    """An open bag."""

    def __init__(self, path: Path, reader: AnyReader) -> None:
        self.path, self._reader = path, reader
        self.topics: dict[str, str] = {c.topic: c.msgtype for c in reader.connections}
        """Topic -> type."""

    def messages(self, *topics: str) -> Iterator[tuple[str, int, Any]]:
        """Yield topic, time of recording [ns] and message, in the order of the recording."""
        wanted = [c for c in self._reader.connections if c.topic in topics]
        for connection, stamp, data in self._reader.messages(wanted) if wanted else ():
            yield connection.topic, stamp, self._reader.deserialize(data, connection.msgtype)

    def topics_of(self, type_name: str) -> list[str]:
        """Return the topics of a type of this package, in order."""
        full = f"{OWN_PACKAGE}/msg/{type_name}"
        return sorted(topic for topic, known in self.topics.items() if known == full)


@contextmanager
def open_bag(path: Path) -> Iterator[Bag]:
    """Open a bag; say what is wrong with one that cannot be read, and how to mend it."""
    if not path.exists():
        raise BagError(f"{path}: there is no such bag")
    types = MessageTypes()
    types.need_our_own()  # a bag in SQLite does not explain itself
    try:
        reader = AnyReader([path], default_typestore=types.store)
        reader.open()
    except (AnyReaderError, OSError, ValueError, AssertionError) as error:
        why = str(error).rstrip(".")
        raise BagError(
            f"{path} cannot be read: {why}. If its recorder was killed: ./ce bag repair {path}"
        ) from None
    try:
        yield Bag(path, reader)
    finally:
        reader.close()


def stamp_of(message: Any) -> float:
    """Return the time in a message's header [s]."""
    return seconds(message.header.stamp)


def seconds(stamp: Any) -> float:
    """Return a time [s]."""
    return float((int(stamp.sec) * 1_000_000_000 + int(stamp.nanosec)) / 1_000_000_000)
