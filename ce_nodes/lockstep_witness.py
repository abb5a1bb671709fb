"""Lets simulated time wait for a node that only listens, so that it loses nothing however fast the run is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from consequence_engine.msg import LockstepPlan, Tick, TickDone
from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from ce_nodes.clocked_node import SECOND, to_nanoseconds, to_stamp
from ce_nodes.qos import LATCHED, STREAM, every_one


class LockstepWitness:
    """Answers a tick every simulated second, when as many messages have been heard as were published."""

    def __init__(self, node: Node, wants: Callable[[str], bool]) -> None:
        """Answer for this node, which listens to the topics that it wants."""
        self._node, self._wants = node, wants
        self._listening = True
        self._due: Counter[str] = Counter()
        """Messages of each topic that were announced and have not been heard yet; below 0: heard before."""
        self._tick: Tick | None = None
        self._done = node.create_publisher(TickDone, "/lockstep/done", every_one(STREAM))
        node.create_subscription(Tick, "~/tick", self._on_tick, every_one(STREAM))
        node.create_subscription(LockstepPlan, "/lockstep/plan", self._on_plan, LATCHED)

    def heard(self, topic: str) -> None:
        """Note a message."""
        self._due[topic] -= 1
        if self._tick is not None and self._due[topic] == 0:
            self._answer_if_complete()

    def stop(self) -> None:
        """Answer every tick at once from now on: the node has stopped to listen."""
        self._listening = False
        self._answer_if_complete()

    def _on_plan(self, plan: LockstepPlan) -> None:
        def answer_when_heard() -> None:
            if self._done.get_subscription_count():
                timer.cancel()
                self._answer(0, 0)

        timer = self._node.create_timer(
            0.02, answer_when_heard, clock=Clock(clock_type=ClockType.STEADY_TIME)
        )

    def _on_tick(self, tick: Tick) -> None:
        self._tick = tick
        counts = zip(tick.topics, tick.counts, strict=True)
        self._due.update({topic: count for topic, count in counts if self._wants(topic)})
        self._answer_if_complete()

    def _answer_if_complete(self) -> None:
        tick = self._tick
        missing = self._listening and any(due > 0 for due in self._due.values())
        if tick is not None and not missing:
            self._tick = None
            self._answer(tick.number, to_nanoseconds(tick.stamp) + SECOND)

    def _answer(self, number: int, next_due: int) -> None:
        name = self._node.get_fully_qualified_name()
        self._done.publish(TickDone(number=number, node=name, next_due=to_stamp(next_due)))
