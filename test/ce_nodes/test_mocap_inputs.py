"""Motion capture frames over a real socket."""

from __future__ import annotations

import socket
import time

import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")

from ce_core.object_tracker.mocap_frame import Body, MocapFrame, encode
from ce_core.settings import SettingsError
from ce_nodes.mocap_inputs import MocapSocket


def frame(number: int) -> bytes:
    return encode(MocapFrame(number, 0.02 * number, (Body("epuck_0", 0.1 * number, 0.0, 0.0),)))


def take(received: MocapSocket, count: int) -> list[MocapFrame]:
    frames: list[MocapFrame] = []
    deadline = time.monotonic() + 10.0
    while len(frames) < count and time.monotonic() < deadline:
        frames += [f for _, f in received.take()]
        time.sleep(0.01)
    return frames


def test_frames_arrive_in_order_and_rubbish_is_counted() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    received = MocapSocket("127.0.0.1", port, time.time)
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            for data in (
                frame(1),
                b"rubbish",
                frame(2),
                frame(2),
                frame(4),
                frame(3),
                frame(5)[:-1],
                frame(5),
            ):
                sender.sendto(data, ("127.0.0.1", port))
        assert [f.number for f in take(received, 4)] == [1, 2, 4, 5]
        assert received.wrong == 2
        assert "bytes" in received.last_error
        assert received.order.lost == 1
    finally:
        received.close()


def test_an_address_that_is_not_ours_is_said_so() -> None:
    with pytest.raises(ValueError, match=r"udp_address = '203\.0\.113\.1', udp_port = 15015"):
        MocapSocket("203.0.113.1", 15015, time.time)


def test_a_port_that_somebody_listens_at_is_not_shared() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
        with pytest.raises(SettingsError, match=rf"udp_port = {port}: Address already in use"):
            MocapSocket("127.0.0.1", port, time.time)
