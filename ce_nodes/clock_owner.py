"""The node that owns /clock: it advances simulated time when everyone has answered."""

from __future__ import annotations

import time

from consequence_engine.msg import LockstepJoin, LockstepPlan, Tick, TickDone
from rosgraph_msgs.msg import Clock as ClockMessage

from ce_nodes.clocked_node import SECOND, ClockedNode, to_nanoseconds, to_stamp
from ce_nodes.configs import ClockOwnerConfig
from ce_nodes.lockstep import Barrier
from ce_nodes.qos import LATCHED, STREAM, every_one
from ce_nodes.topic_filter import TopicFilter
from ce_sim_server.process import Spinner

SELF = ""
"""The owner's own place among those who listen."""

CLOCK_PERIOD = SECOND // 10
"""[ns] /clock is for those who watch; who takes part has its time from the ticks."""


class Deadline:
    """A wait that ends with a sentence when it takes too long."""

    def __init__(self, executor: Spinner, timeout: float) -> None:
        """Begin to wait for at most `timeout` seconds."""
        self._executor = executor
        self._timeout = timeout
        self._end = time.monotonic() + timeout

    def spin(self, what: str) -> None:
        """Let messages come in while waiting for this; raise TimeoutError when it is too late."""
        if time.monotonic() > self._end:
            raise TimeoutError(f"lock-step: waited {self._timeout:g} s in vain for {what}")
        self._executor.spin_once(timeout_sec=0.05)


class ClockOwner(ClockedNode):
    """Runs its own timers first in every tick, so that what it senses is what the others act upon."""

    def start(self) -> None:
        """Begin to collect those who take part."""

    def lead(self, config: ClockOwnerConfig, executor: Spinner) -> None:
        """Advance the clock until the process is asked to end or somebody does not answer."""
        self._clock_topic = self.create_publisher(ClockMessage, "/clock", STREAM)  # _clock is rclpy's
        self._clock_due = self._check_due = 0
        self._clock_period = 0 if any(config.observers) else CLOCK_PERIOD
        self._gather(config, executor)
        self._wait(executor, config.join_timeout, "to become ready")
        self.get_logger().info(f"lock-step: {len(self._ticks)} nodes take part")
        begin = time.monotonic()
        now = 0
        while True:
            executor.check()
            self._advance(now, config, executor)
            self._wait(executor, config.tick_timeout, f"to answer tick {self._barrier.number}")
            now = min(self.work.next_due(), self._barrier.earliest())
            while (early := begin + now / SECOND / config.rate - time.monotonic()) > 0:
                executor.spin_once(timeout_sec=early)

    def _gather(self, config: ClockOwnerConfig, executor: Spinner) -> None:
        """Wait until all have joined, tell them who listens to what, and wait until this node is heard."""
        joined: dict[str, LockstepJoin] = {}

        def on_join(join: LockstepJoin) -> None:
            joined[join.node] = join

        self.create_subscription(LockstepJoin, "/lockstep/join", on_join, every_one(LATCHED))
        say_plan = self.create_publisher(LockstepPlan, "/lockstep/plan", LATCHED)
        participants = [p for p in config.participants if p]
        deadline = Deadline(executor, config.join_timeout)
        while absent := [p for p in participants if p not in joined]:
            deadline.spin(f"{', '.join(absent)} to join; is every node running in this ROS_DOMAIN_ID?")
        topics = {p: joined[p].subscribes for p in participants}
        self._topics = {t for p in participants for t in joined[p].publishes} | set(self._counted)
        observers = dict.fromkeys((f"/{o}" for o in config.observers if o), sorted(self._topics))
        everyone = {**topics, **observers}
        self._ticks = {p: self.create_publisher(Tick, f"{p}/tick", every_one(STREAM)) for p in everyone}
        self._barrier = Barrier({**everyone, SELF: list(self.work.inboxes)}, always=SELF)
        self.create_subscription(TickDone, "/lockstep/done", self._on_done, every_one(STREAM))
        self._wait_for_observers(config, deadline)
        heard = [(t, p) for p in topics for t in topics[p]]
        heard += [(t, self.get_fully_qualified_name()) for t in self.work.inboxes]
        plan = LockstepPlan(topics=[t for t, _ in heard], listeners=[p for _, p in heard])
        say_plan.publish(plan)
        while unheard := self.unheard(plan):
            deadline.spin(f"everyone who listens to {unheard[0]} to be found")
        while unheard := [p for p, tick in self._ticks.items() if not tick.get_subscription_count()]:
            deadline.spin(f"{unheard[0]} to hear its ticks")

    def _wait_for_observers(self, config: ClockOwnerConfig, deadline: Deadline) -> None:
        """Wait until those who only listen hear all that they want, so that they miss nothing of the run."""
        wanted = {observer for observer in config.observers if observer}
        observed = TopicFilter(config.observed, config.unobserved)
        unheard = sorted(filter(observed.wants, self._topics)) if wanted else []
        while unheard:
            deadline.spin(f"{', '.join(sorted(wanted))} to listen to {unheard[0]}")
            unheard = [
                topic
                for topic in unheard
                if not wanted <= {e.node_name for e in self.get_subscriptions_info_by_topic(topic)}
            ]

    def _advance(self, now: int, config: ClockOwnerConfig, executor: Spinner) -> None:
        """Run this node's own part of the tick, then wake those who are due."""
        self.work.announce(self._barrier.tell(SELF))
        deadline = Deadline(executor, config.tick_timeout)
        while missing := self.work.missing():
            deadline.spin(f"a message on {missing[0]} to arrive")
        self.work.run(now)
        self._barrier.publish(self.work.take_counts())
        stamp = to_stamp(now)
        if now >= self._clock_due:
            self._clock_due = now + self._clock_period
            self._clock_topic.publish(ClockMessage(clock=stamp))
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
        if now >= self._check_due:
            self._check_due = now + SECOND
            self._report_strangers()

    def _report_strangers(self) -> None:
        """Say so when somebody from outside publishes on a topic of the run."""
        for topic in sorted(t for t in self._topics if self.count_publishers(t) > 1):
            self.get_logger().error(
                f"lock-step: somebody else publishes on {topic}; messages are taken for each other, "
                "and the run is no longer a function of its seed",
                throttle_duration_sec=5.0,
            )

    def _wait(self, executor: Spinner, timeout: float, what: str) -> None:
        """Wait for all answers."""
        deadline = Deadline(executor, timeout)
        while self._barrier.pending:
            deadline.spin(f"{', '.join(sorted(self._barrier.pending))} {what}")

    def _on_done(self, done: TickDone) -> None:
        counts = dict(zip(done.topics, done.counts, strict=True))
        self._barrier.answer(done.node, done.number, to_nanoseconds(done.next_due), counts)

    def go_on(self) -> None:
        """Do nothing when a message arrives: this node's tick is its own to begin."""
