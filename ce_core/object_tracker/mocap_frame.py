"""Motion capture frames as UDP datagrams: a small binary format with a version, lengths and a checksum.

All numbers are little-endian. Lengths are in bytes.

    offset  length  field
    0       4       "CEMF"
    4       2       version, 1
    6       2       number of bodies, n
    8       4       frame number, counts up and wraps
    12      8       time of the frame on the sender's clock [s], float64
    20      40 n    bodies: name (16, UTF-8, filled with zeros), x [m], y [m], theta [rad], each float64
    20+40n  4       CRC-32 (zlib) of everything before

A body that the system does not see has NaN for its pose. Poses are in the tracker's own frame.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

MAGIC = b"CEMF"
VERSION = 1
MAX_BODIES = 1000
NAME_BYTES = 16

_HEAD = struct.Struct("<4sHHId")
_BODY = struct.Struct(f"<{NAME_BYTES}s3d")
_CHECK = struct.Struct("<I")


class FrameError(ValueError):
    """A datagram that is not a frame; says what is wrong with it."""


@dataclass(frozen=True)
class Body:
    """One body of a frame; not finite where it is not seen."""

    name: str
    x: float
    """[m], the tracker's frame"""
    y: float
    """[m], the tracker's frame"""
    theta: float
    """[rad]"""


@dataclass(frozen=True)
class MocapFrame:
    """What a motion capture system sees at one instant."""

    number: int
    time: float
    """[s] on the sender's clock."""
    bodies: tuple[Body, ...]


def encode(frame: MocapFrame) -> bytes:
    """Write a frame as a datagram."""
    if len(frame.bodies) > MAX_BODIES:
        raise FrameError(f"{len(frame.bodies)} bodies; a frame has at most {MAX_BODIES}")
    parts = [_HEAD.pack(MAGIC, VERSION, len(frame.bodies), frame.number & 0xFFFFFFFF, frame.time)]
    for body in frame.bodies:
        name = body.name.encode()
        if not 0 < len(name) <= NAME_BYTES or b"\0" in name:
            raise FrameError(f"name {body.name!r} must have 1 to {NAME_BYTES} bytes in UTF-8, none of them 0")
        parts.append(_BODY.pack(name, body.x, body.y, body.theta))
    content = b"".join(parts)
    return content + _CHECK.pack(zlib.crc32(content))


def decode(datagram: bytes) -> MocapFrame:
    """Read a datagram; raise FrameError if it is not a whole frame of a version that is known."""
    if len(datagram) < _HEAD.size + _CHECK.size:
        raise FrameError(f"{len(datagram)} bytes; a frame has at least {_HEAD.size + _CHECK.size}")
    magic, version, count, number, time = _HEAD.unpack_from(datagram)
    if magic != MAGIC:
        raise FrameError(f"begins with {magic!r}; a frame begins with {MAGIC!r}")
    if version != VERSION:
        raise FrameError(f"version {version}; this reads version {VERSION}")
    if count > MAX_BODIES:
        raise FrameError(f"{count} bodies; a frame has at most {MAX_BODIES}")
    length = _HEAD.size + count * _BODY.size + _CHECK.size
    if len(datagram) != length:
        raise FrameError(f"{len(datagram)} bytes; {count} bodies have {length}")
    content = datagram[: -_CHECK.size]
    (check,) = _CHECK.unpack_from(datagram, len(content))
    if zlib.crc32(content) != check:
        raise FrameError(f"checksum {zlib.crc32(content):08x}; the frame says {check:08x}")
    bodies = _bodies(content[_HEAD.size :])
    return MocapFrame(number, time, bodies)


def _bodies(content: bytes) -> tuple[Body, ...]:
    found = []
    for name, x, y, theta in _BODY.iter_unpack(content):
        try:
            found.append(Body(name.rstrip(b"\0").decode(), x, y, theta))
        except UnicodeDecodeError:
            raise FrameError(f"name {name!r} is not UTF-8") from None
    return tuple(found)


class FrameOrder:
    """Which frames are news: UDP may repeat, reorder and lose them."""

    def __init__(self) -> None:
        self.lost = 0
        """Frames that never came."""
        self._last: int | None = None

    def is_new(self, number: int) -> bool:
        """Tell whether a frame is later than all before; a number far behind is a sender that began anew."""
        last, self._last = self._last, number
        if last is None:
            return True
        ahead = (number - last) & 0xFFFFFFFF
        if 0 < ahead < 1000:
            self.lost += ahead - 1
            return True
        if ahead > 0xFFFFFFFF - 1000 or ahead == 0:
            self._last = last
            return False
        return True


class SenderClock:
    """The sender's time in our own: its clock is another one, and datagrams wait on their way.

    The fastest datagram of late tells the difference of the clocks best; a drift is followed slowly.
    """

    def __init__(self, drift: float = 1e-4) -> None:
        """Allow the clocks to drift apart by this much per second."""
        self._drift = drift
        self._offset: float | None = None
        self._arrived = 0.0

    def here(self, sent: float, arrived: float) -> float:
        """Return a time [s] of the sender on the clock that says when the frame arrived [s]."""
        offset = arrived - sent
        if self._offset is None or abs(offset - self._offset) > 1.0:  # began anew, or was set
            self._offset = offset
        else:
            self._offset = min(self._offset + self._drift * (arrived - self._arrived), offset)
        self._arrived = arrived
        return sent + self._offset
