"""Reads what is left of an MCAP file whose writer was killed: record by record, up to where it breaks off.

The format: https://mcap.dev/spec. Only what our recorder and `ros2 bag record` write is read.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MAGIC = b"\x89MCAP0\r\n"
SCHEMA, CHANNEL, MESSAGE, CHUNK = 0x03, 0x04, 0x05, 0x06

_RECORD = struct.Struct("<BQ")
_MESSAGE = struct.Struct("<HIQQ")
_CHUNK = struct.Struct("<QQQI")


class SalvageError(ValueError):
    """There is nothing to be read; says why."""


@dataclass(frozen=True)
class Topic:
    """A topic of the file."""

    name: str
    type_name: str
    definition: str
    """As in a .msg file, followed by those of the types inside it."""
    qos: str
    """What publishers offered, as YAML."""


@dataclass(frozen=True)
class Message:
    """A message of the file."""

    topic: Topic
    stamp: int
    """[ns]"""
    data: bytes


def salvage(path: Path) -> Iterator[Message]:
    """Yield every message that is whole, in the order of the file."""
    content = path.read_bytes()
    if content[: len(MAGIC)] != MAGIC:
        raise SalvageError(f"{path}: begins with {content[:8]!r}; an MCAP file begins with {MAGIC!r}")
    schemas: dict[int, tuple[str, str]] = {}
    topics: dict[int, Topic] = {}
    for kind, record in _all_records(content[len(MAGIC) :]):
        if kind == SCHEMA:
            (number,), fields = struct.unpack_from("<H", record), _Fields(record, 2)
            name, _ = fields.text(), fields.text()
            schemas[number] = name, fields.text()
        elif kind == CHANNEL:
            (number, schema), fields = struct.unpack_from("<HH", record), _Fields(record, 4)
            topic, _, metadata = fields.text(), fields.text(), fields.texts()
            type_name, definition = schemas.get(schema, ("", ""))
            topics[number] = Topic(topic, type_name, definition, metadata.get("offered_qos_profiles", ""))
        elif kind == MESSAGE:
            number, _, stamp, _ = _MESSAGE.unpack_from(record)
            if number in topics:
                yield Message(topics[number], stamp, bytes(record[_MESSAGE.size :]))


def _all_records(content: bytes) -> Iterator[tuple[int, memoryview]]:
    """Yield the records, those inside chunks as well; end where the file breaks off."""
    for kind, record in _records(memoryview(content)):
        if kind == CHUNK:
            _, _, _, check = _CHUNK.unpack_from(record)
            fields = _Fields(record, _CHUNK.size)
            compression = fields.text()
            inner = _decompressed(compression, fields.rest(8))
            if check and zlib.crc32(inner) != check:
                return
            yield from _records(memoryview(inner))
        else:
            yield kind, record


def _records(content: memoryview) -> Iterator[tuple[int, memoryview]]:
    place = 0
    while place + _RECORD.size <= len(content):
        kind, length = _RECORD.unpack_from(content, place)
        place += _RECORD.size
        if place + length > len(content):
            return  # this one was being written
        yield kind, content[place : place + length]
        place += length


def _decompressed(compression: str, data: memoryview) -> bytes:
    if compression == "":
        return bytes(data)
    from rosbags.rosbag2.storage_mcap import DECOMPRESSORS

    if compression not in DECOMPRESSORS:
        raise SalvageError(f"chunk compressed with {compression!r}; known: {', '.join(DECOMPRESSORS)}")
    return bytes(DECOMPRESSORS[compression](bytes(data), 0))


class _Fields:
    """The strings of a record, one after the other."""

    def __init__(self, record: memoryview, place: int) -> None:
        self._record, self._place = record, place

    def text(self) -> str:
        (length,) = struct.unpack_from("<I", self._record, self._place)
        begin = self._place + 4
        self._place = begin + length
        return bytes(self._record[begin : self._place]).decode()

    def texts(self) -> dict[str, str]:
        (length,) = struct.unpack_from("<I", self._record, self._place)
        self._place += 4
        end, found = self._place + length, {}
        while self._place < end:
            key = self.text()
            found[key] = self.text()
        return found

    def rest(self, length_bytes: int) -> memoryview:
        return self._record[self._place + length_bytes :]
