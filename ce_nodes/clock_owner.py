"""The node that owns /clock: it advances simulated time when everyone has answered."""

from __future__ import annotations

import time
from collections import Counter

from consequence_engine.msg import LockstepJoin, LockstepPlan, Tick, TickDone
from rclpy.executors import Executor
from rosgraph_msgs.msg import Clock as ClockMessage

from ce_nodes.clocked_node import SECOND, ClockedNode, to_nanoseconds, to_stamp
from ce_nodes.configs import ClockOwnerConfig
from ce_nodes.lockstep import NEVER, Barrier
from ce_nodes.qos import LATCHED, STREAM, every_one

SELF = ""
"""The owner's own place among those who listen."""

CLOCK_PERIOD = SECOND // 10
"""[ns] /clock is for those who watch; who takes part has its time from the ticks."""


class ClockOwner(ClockedNode):
    """Runs its own timers first in every tick, so that what it senses is what the others act upon."""

    def start(self) -> None:
        """Begin to collect those who take part."""

    def lead(self, config: ClockOwnerConfig, executor: Executor) -> None:
        """Advance the clock until the process is asked to end."""
        self._clock = self.create_publisher(ClockMessage, "/clock", STREAM)
        self._clock_due = 0
        self.create_subscription(TickDone, "/lockstep/done", self._on_done, every_one(STREAM))
        self._gather(config, executor)
        self._wait(executor, config.join_timeout, "has not become ready")
        self.get_logger().info(f"lock-step: {len(self._ticks)} nodes take part")
        begin = time.monotonic()
        now = 0
        while True:
            self._advance(now, executor)
            self._wait(executor, config.tick_timeout, f"has not answered tick {self._barrier.number}")
            now = min(self.work.next_due(), self._barrier.earliest())
            while (early := begin + now / SECOND / config.rate - time.monotonic()) > 0:
                executor.spin_once(timeout_sec=early)

    def _gather(self, config: ClockOwnerConfig, executor: Executor) -> None:
        """Wait until all have joined and hear this node; tell them who has to hear whom."""
        joined: dict[str, LockstepJoin] = {}

        def on_join(join: LockstepJoin) -> None:
            joined[join.node] = join

        self.create_subscription(LockstepJoin, "/lockstep/join", on_join, every_one(LATCHED))
        plan = self.create_publisher(LockstepPlan, "/lockstep/plan", LATCHED)
        participants = [p for p in config.participants if p]
        deadline = time.monotonic() + config.join_timeout
        while absent := [p for p in participants if p not in joined]:
            executor.spin_once(timeout_sec=0.1)
            if time.monotonic() > deadline:
                raise TimeoutError(
                    f"lock-step: {', '.join(absent)} did not join within {config.join_timeout:g} s; "
                    "is every node of the graph running in this ROS_DOMAIN_ID?"
                )
        topics = {p: joined[p].subscribes for p in participants}
        self._ticks = {p: self.create_publisher(Tick, f"{p}/tick", every_one(STREAM)) for p in topics}
        self._barrier = Barrier({**topics, SELF: list(self.work.inboxes)})
        self._barrier.pending.discard(SELF)
        self._barrier.next_due[SELF] = NEVER
        self._wait_for_observers({t for join in joined.values() for t in join.publishes}, config, executor)
        listeners = Counter(topic for heard in topics.values() for topic in heard)
        listeners.update(list(self.work.inboxes))
        plan.publish(LockstepPlan(topics=list(listeners), subscribers=list(listeners.values())))
        while not (
            self.is_heard(listeners)
            and all(tick.get_subscription_count() > 0 for tick in self._ticks.values())
        ):
            executor.spin_once(timeout_sec=0.02)

    def _wait_for_observers(self, topics: set[str], config: ClockOwnerConfig, executor: Executor) -> None:
        """Wait until those who only listen hear every topic, so that they miss nothing of the run."""
        wanted = {observer for observer in config.observers if observer}
        deadline = time.monotonic() + config.join_timeout
        unheard = sorted(topics | set(self._counted)) if wanted else []
        while unheard and time.monotonic() < deadline:
            executor.spin_once(timeout_sec=0.05)
            unheard = [
                t
                for t in unheard
                if not wanted <= {i.node_name for i in self.get_subscriptions_info_by_topic(t)}
            ]
        if unheard:
            self.get_logger().warning(f"{', '.join(sorted(wanted))} does not listen to {unheard[0]}")

    def _advance(self, now: int, executor: Executor) -> None:
        """Run this node's own part of the tick, then wake those who are due."""
        self.work.announce(self._barrier.tell(SELF))
        while self.work.missing():
            executor.spin_once(timeout_sec=0.1)
        self.work.run(now)
        self._barrier.publish(self.work.take_counts())
        stamp = to_stamp(now)
        if now >= self._clock_due:
            self._clock_due = now + CLOCK_PERIOD
            self._clock.publish(ClockMessage(clock=stamp))
        for node in self._barrier.open(now):
            counts = self._barrier.tell(node)
            self._ticks[node].publish(
                Tick(
                    number=self._barrier.number,
                    stamp=stamp,
                    topics=list(counts),
                    counts=list(counts.values()),
                )
            )

    def _wait(self, executor: Executor, timeout: float, what: str) -> None:
        """Wait for all answers; report and leave out who does not give one in time."""
        deadline = time.monotonic() + timeout
        while self._barrier.pending:
            executor.spin_once(timeout_sec=0.5)
            if self._barrier.pending and time.monotonic() > deadline:
                for node in self._barrier.give_up():
                    self.get_logger().error(
                        f"lock-step: {node} {what} within {timeout:g} s; going on without it"
                    )

    def _on_done(self, done: TickDone) -> None:
        counts = dict(zip(done.topics, done.counts, strict=True))
        self._barrier.answer(done.node, done.number, to_nanoseconds(done.next_due), counts)

    def go_on(self) -> None:
        """Do nothing when a message arrives: this node's tick is its own to begin."""
