"""What a killed recorder leaves is read up to where it breaks off, wherever that is."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from rosbags.highlevel import AnyReader
from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin, Writer
from rosbags.typesys import Stores, get_typestore

from ce_nodes.bag_reader import open_bag
from ce_nodes.bag_repair import repair
from ce_nodes.bag_salvage import salvage
from ce_nodes.bag_writer import BagError, BagWriter, MessageTypes

STORE = get_typestore(Stores.ROS2_JAZZY)
STRING = "std_msgs/msg/String"


def text(value: str) -> bytes:
    return bytes(STORE.serialize_cdr(STORE.types[STRING](data=value), STRING))


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A file of forty messages on two topics, flushed after every ten, that was never closed."""
    bag = BagWriter(tmp_path / "bag", MessageTypes())
    for topic in ("/a", "/b"):
        bag.add_topic(topic, STRING, [])
    for k in range(40):
        bag.write("/ab"[:1] + "ab"[k % 2], k * 1000, text(f"message {k}"))
        if k % 10 == 9:
            bag.flush()
    (file,) = (tmp_path / "bag").glob("*.mcap")
    return file


def test_everything_that_was_flushed_is_found(whole: Path) -> None:
    found = list(salvage(whole))
    assert [m.stamp for m in found] == [1000 * k for k in range(40)]
    assert {m.topic.name for m in found} == {"/a", "/b"}
    assert found[7].data == text("message 7")


def test_a_file_cut_off_anywhere_gives_what_was_whole_before(whole: Path, tmp_path: Path) -> None:
    content = whole.read_bytes()
    cut = tmp_path / "cut.mcap"
    counts = []
    for length in range(8, len(content) + 1, 7):
        cut.write_bytes(content[:length])
        stamps = [m.stamp for m in salvage(cut)]
        assert stamps == [1000 * k for k in range(len(stamps))]
        counts.append(len(stamps))
    assert counts == sorted(counts)
    assert set(counts) >= {0, 10, 20, 30}


def with_checksums(content: bytearray) -> None:
    """Give every chunk the checksum that `ros2 bag record` writes and our writer leaves out."""
    place = 8
    while place + 9 <= len(content):
        kind, length = struct.unpack_from("<BQ", content, place)
        if kind == 0x06:  # a chunk: start, end, size, checksum, name of compression, length, records
            records = content[place + 9 + 28 + 4 + 8 : place + 9 + length]
            struct.pack_into("<I", content, place + 9 + 24, zlib.crc32(records))
        place += 9 + length


def test_a_flipped_bit_in_a_chunk_with_a_checksum_ends_the_reading_before_that_chunk(whole: Path) -> None:
    content = bytearray(whole.read_bytes())
    with_checksums(content)
    whole.write_bytes(content)
    assert len(list(salvage(whole))) == 40
    content[content.find(b"message 25")] ^= 1
    whole.write_bytes(content)
    assert [m.stamp for m in salvage(whole)] == [1000 * k for k in range(20)]


def test_without_checksums_a_flipped_bit_of_a_message_is_in_that_message_alone(whole: Path) -> None:
    content = bytearray(whole.read_bytes())
    content[content.find(b"message 25")] ^= 1
    whole.write_bytes(content)
    found = list(salvage(whole))
    assert [k for k, m in enumerate(found) if m.data != text(f"message {k}")] == [25]
    assert len(found) == 40


def test_a_repaired_bag_is_whole_and_the_broken_one_stays(whole: Path) -> None:
    broken = whole.parent
    with pytest.raises(BagError, match=r"\./ce bag repair"), open_bag(broken):
        pass
    before = whole.read_bytes()
    output, count = repair(broken)
    assert (output.name, count) == ("bag_repaired", 40)
    assert whole.read_bytes() == before
    with AnyReader([output]) as reader:
        assert {c.topic: c.msgtype for c in reader.connections} == {"/a": STRING, "/b": STRING}
        words = [reader.deserialize(data, c.msgtype).data for c, _, data in reader.messages()]
    assert words == [f"message {k}" for k in range(40)]
    with pytest.raises(BagError, match="exists already"):
        repair(broken)


def test_compressed_chunks_are_read_too(tmp_path: Path) -> None:
    writer = Writer(tmp_path / "bag", version=9, storage_plugin=StoragePlugin.MCAP)
    writer.set_compression(CompressionMode.STORAGE, CompressionFormat.ZSTD)
    with writer:
        connection = writer.add_connection("/a", STRING, typestore=STORE)
        for k in range(5):
            writer.write(connection, k, text(str(k)))
    (file,) = (tmp_path / "bag").glob("*.mcap")
    assert [m.data for m in salvage(file)] == [text(str(k)) for k in range(5)]


def test_what_is_not_a_bag_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(BagError, match=r"no \.mcap file"):
        repair(tmp_path)
    (tmp_path / "x.mcap").write_bytes(b"PK\3\4 something else")
    with pytest.raises(BagError, match="an MCAP file begins with"):
        repair(tmp_path / "x.mcap")
    (tmp_path / "y.mcap").write_bytes(b"\x89MCAP0\r\n")
    with pytest.raises(BagError, match="not a single whole message"):
        repair(tmp_path / "y.mcap")
    with pytest.raises(BagError, match="no such bag"), open_bag(tmp_path / "none"):
        pass
