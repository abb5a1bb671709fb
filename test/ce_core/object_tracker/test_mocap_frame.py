"""UDP frames: what is sent is read, and nothing else is."""

from __future__ import annotations

import math
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ce_core.object_tracker.mocap_frame import (
    Body,
    FrameError,
    FrameOrder,
    MocapFrame,
    SenderClock,
    decode,
    encode,
)

FRAME = MocapFrame(7, 12.5, (Body("epuck_0", 0.1, -0.2, 3.0), Body("epuck_1", 1.0, 0.25, -1.5)))


def test_the_bytes_are_as_documented() -> None:
    data = encode(FRAME)
    assert len(data) == 20 + 2 * 40 + 4
    assert data[:20] == b"CEMF" + struct.pack("<HHId", 1, 2, 7, 12.5)
    assert data[20:60] == b"epuck_0".ljust(16, b"\0") + struct.pack("<ddd", 0.1, -0.2, 3.0)
    assert data[-4:] == struct.pack("<I", zlib.crc32(data[:-4]))


@given(
    st.integers(0, 2**32 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.lists(st.tuples(st.text("abc_0é", min_size=1, max_size=8), *[st.floats(allow_nan=False)] * 3)),
)
def test_what_is_written_is_read(
    number: int, time: float, bodies: list[tuple[str, float, float, float]]
) -> None:
    frame = MocapFrame(number, time, tuple(Body(*body) for body in bodies))
    assert decode(encode(frame)) == frame


def test_a_body_that_is_not_seen_is_not_a_number() -> None:
    frame = MocapFrame(1, 0.0, (Body("a", math.nan, math.nan, math.nan),))
    assert math.isnan(decode(encode(frame)).bodies[0].x)


@given(st.integers(0, len(encode(FRAME)) - 1), st.integers(1, 255))
def test_a_changed_byte_is_noticed(place: int, change: int) -> None:
    data = bytearray(encode(FRAME))
    data[place] ^= change
    with pytest.raises(FrameError):
        decode(bytes(data))


@given(st.binary(max_size=200))
def test_any_other_datagram_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(FrameError, match=r"bytes|begins with|version|bodies|checksum"):
        decode(data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (encode(FRAME)[:-1], "103 bytes; 2 bodies have 104"),
        (encode(FRAME) + b"\0", "105 bytes; 2 bodies have 104"),
        (b"CEMF\2\0" + encode(FRAME)[6:], "version 2; this reads version 1"),
        (b"", "0 bytes; a frame has at least 24"),
    ],
)
def test_lengths_and_version_are_checked(data: bytes, words: str) -> None:
    with pytest.raises(FrameError, match=words):
        decode(data)


@pytest.mark.parametrize("name", ["", "x" * 17, "a\0b", "é" * 9])
def test_a_name_that_does_not_fit_is_refused(name: str) -> None:
    with pytest.raises(FrameError, match="1 to 16 bytes"):
        encode(MocapFrame(1, 0.0, (Body(name, 0.0, 0.0, 0.0),)))


def test_repeated_and_reordered_frames_are_dropped_and_lost_ones_counted() -> None:
    order = FrameOrder()
    assert [n for n in (5, 6, 6, 9, 8, 10) if order.is_new(n)] == [5, 6, 9, 10]
    assert order.lost == 2
    assert order.is_new(1_000_000)  # another sender


def test_numbers_may_wrap() -> None:
    order = FrameOrder()
    assert [order.is_new(n) for n in (2**32 - 2, 2**32 - 1, 0, 1)] == [True] * 4
    assert order.lost == 0


def test_the_senders_clock_is_known_after_the_fastest_datagram() -> None:
    clock = SenderClock()
    delays = [0.012, 0.003, 0.009, 0.004, 0.02]
    found = [clock.here(0.02 * k, 1000.0 + 0.02 * k + delay) for k, delay in enumerate(delays)]
    for k in range(1, 5):
        assert found[k] == pytest.approx(1000.003 + 0.02 * k, abs=2e-5)


def test_a_sender_that_was_started_again_is_followed() -> None:
    clock = SenderClock()
    clock.here(5000.0, 10.0)
    assert clock.here(0.0, 11.0) == 11.0
