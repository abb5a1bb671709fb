"""Simulated time waits for who only listens, and not for longer than it listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")
pytest.importorskip("consequence_engine.msg", reason="the interfaces are not built; run ./ce doctor")

from consequence_engine.msg import LockstepPlan, Tick, TickDone

from ce_nodes.clocked_node import SECOND, to_nanoseconds, to_stamp
from ce_nodes.lockstep_witness import LockstepWitness


class Watcher:
    """A node without ROS."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, int]] = []
        self.hear: dict[str, Callable[[Any], None]] = {}
        self.timers: list[Callable[[], None]] = []
        self.heard_by = 1

    def create_publisher(self, kind: type, topic: str, qos: object) -> Watcher:
        return self

    def get_subscription_count(self) -> int:
        return self.heard_by

    def publish(self, done: TickDone) -> None:
        assert done.node == "/watcher"
        self.answers.append((done.number, to_nanoseconds(done.next_due)))

    def create_subscription(
        self, kind: type, topic: str, callback: Callable[[Any], None], qos: object
    ) -> None:
        self.hear[topic] = callback

    def create_timer(self, period: float, callback: Callable[[], None], clock: object) -> Watcher:
        self.timers.append(callback)
        return self

    def cancel(self) -> None:
        self.timers.clear()

    def get_fully_qualified_name(self) -> str:
        return "/watcher"

    def tick(self, number: int, counts: dict[str, int]) -> None:
        stamp = to_stamp(number * SECOND)
        self.hear["~/tick"](
            Tick(number=number, stamp=stamp, topics=list(counts), counts=list(counts.values()))
        )


@pytest.fixture
def watcher() -> Watcher:
    return Watcher()


@pytest.fixture
def witness(watcher: Watcher) -> LockstepWitness:
    return LockstepWitness(watcher, lambda topic: topic != "/unwanted")


def test_it_is_ready_when_its_answers_are_heard(watcher: Watcher, witness: LockstepWitness) -> None:
    watcher.heard_by = 0
    watcher.hear["/lockstep/plan"](LockstepPlan())
    watcher.timers[0]()
    assert watcher.answers == []
    watcher.heard_by = 1
    watcher.timers[0]()
    assert watcher.answers == [(0, 0)]
    assert watcher.timers == []


def test_it_answers_when_all_has_come_whatever_came_first(watcher: Watcher, witness: LockstepWitness) -> None:
    witness.heard("/a")
    watcher.tick(1, {"/a": 2, "/b": 1})
    witness.heard("/b")
    assert watcher.answers == []
    witness.heard("/a")
    assert watcher.answers == [(1, 2 * SECOND)]
    witness.heard("/a")  # of the next tick, early
    watcher.tick(2, {"/a": 1})
    assert watcher.answers[1:] == [(2, 3 * SECOND)]


def test_it_does_not_wait_for_what_it_does_not_want(watcher: Watcher, witness: LockstepWitness) -> None:
    watcher.tick(1, {"/unwanted": 7})
    assert watcher.answers == [(1, 2 * SECOND)]


def test_who_has_stopped_to_listen_holds_nobody_up(watcher: Watcher, witness: LockstepWitness) -> None:
    watcher.tick(1, {"/a": 1})
    witness.stop()
    watcher.tick(2, {"/a": 5})
    assert [number for number, _ in watcher.answers] == [1, 2]
