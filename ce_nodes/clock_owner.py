"""The node that owns /clock: it advances simulated time when everyone has answered."""

from __future__ import annotations

import time

from consequence_engine.msg import LockstepJoin, LockstepPlan, Tick, TickDone
from rclpy.executors import Executor
from rosgraph_msgs.msg import Clock as ClockMessage

from ce_nodes.clocked_node import SECOND, ClockedNode, to_nanoseconds, to_stamp
from ce_nodes.configs import ClockOwnerConfig
from ce_nodes.lockstep import Barrier
from ce_nodes.qos import LATCHED, STREAM, every_one

CLOCK_PERIOD = SECOND // 10
"""[ns] /clock is for those who watch; who takes part has its time from the ticks."""


class ClockOwner(ClockedNode):
    """Runs its own timers first in every tick, so that what it senses is what the others act upon."""

    def start(self) -> None:
        """Begin to collect those who take part."""

    def lead(self, config: ClockOwnerConfig, executor: Executor) -> None:
        """Advance the clock until the executor is shut down."""
        self._tick = self.create_publisher(Tick, "/lockstep/tick", every_one(STREAM))
        self._plan = self.create_publisher(LockstepPlan, "/lockstep/plan", LATCHED)
        self._clock = self.create_publisher(ClockMessage, "/clock", STREAM)
        self._clock_due = 0
        self.barrier = Barrier(tuple(p for p in config.participants if p))
        self.create_subscription(TickDone, "/lockstep/done", self._on_done, every_one(STREAM))
        listeners = self._gather(config, executor)
        while not self.is_heard(listeners):
            executor.spin_once(timeout_sec=0.02)
        self._wait(executor, config.join_timeout, "has not become ready")
        self.get_logger().info(f"lock-step: {len(self.barrier.next_due)} nodes take part")
        begin = time.monotonic()
        now = 0
        while self.context.ok():
            self._advance(now, executor)
            self._wait(executor, config.tick_timeout, f"has not answered tick {self.barrier.number}")
            now = min(self.work.next_due(), self.barrier.earliest())
            while (early := begin + now / SECOND / config.rate - time.monotonic()) > 0:
                executor.spin_once(timeout_sec=early)

    def _gather(self, config: ClockOwnerConfig, executor: Executor) -> dict[str, int]:
        """Wait until all have joined; return how many of them listen to each topic."""
        joined: dict[str, LockstepJoin] = {}

        def on_join(join: LockstepJoin) -> None:
            joined[join.node] = join

        self.create_subscription(LockstepJoin, "/lockstep/join", on_join, every_one(LATCHED))
        deadline = time.monotonic() + config.join_timeout
        while not joined.keys() >= self.barrier.pending:
            executor.spin_once(timeout_sec=0.1)
            if time.monotonic() > deadline:
                absent = ", ".join(sorted(self.barrier.pending - joined.keys()))
                raise TimeoutError(
                    f"lock-step: {absent} did not join within {config.join_timeout:g} s; "
                    "is every node of the graph running in this ROS_DOMAIN_ID?"
                )
        listeners: dict[str, int] = dict.fromkeys(self.work.inboxes, 1)
        for join in joined.values():
            for topic in join.subscribes:
                listeners[topic] = listeners.get(topic, 0) + 1
        self._plan.publish(
            LockstepPlan(topics=list(listeners), subscribers=list(listeners.values()))
        )
        return listeners

    def _advance(self, now: int, executor: Executor) -> None:
        """Run this node's own part of the tick, then wake those who are due."""
        self.work.announce(self.barrier.take_counts())
        while self.work.missing():
            executor.spin_once(timeout_sec=0.1)
        self.work.run(now)
        due, published = self.barrier.open(now, self.work.take_counts())
        if now >= self._clock_due:
            self._clock_due = now + CLOCK_PERIOD
            self._clock.publish(ClockMessage(clock=to_stamp(now)))
        self._tick.publish(
            Tick(
                number=self.barrier.number,
                stamp=to_stamp(now),
                due=due,
                topics=list(published),
                counts=list(published.values()),
            )
        )

    def _wait(self, executor: Executor, timeout: float, what: str) -> None:
        """Wait for all answers; report and leave out who does not give one in time."""
        deadline = time.monotonic() + timeout
        while self.barrier.pending and self.context.ok():
            executor.spin_once(timeout_sec=0.5)
            if self.barrier.pending and time.monotonic() > deadline:
                for node in self.barrier.give_up():
                    self.get_logger().error(
                        f"lock-step: {node} {what} within {timeout:g} s; going on without it"
                    )

    def _on_done(self, done: TickDone) -> None:
        counts = dict(zip(done.topics, done.counts, strict=True))
        self.barrier.answer(done.node, done.number, to_nanoseconds(done.next_due), counts)

    def go_on(self) -> None:
        """Do nothing when a message arrives: this node's tick is its own to begin."""
