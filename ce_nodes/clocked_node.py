"""A node that runs in real time or, unchanged, in lock-step with simulated time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from builtin_interfaces.msg import Time
from consequence_engine.msg import LockstepJoin, LockstepPlan, Tick, TickDone
from rclpy.clock import Clock, ClockType
from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.node import Node
from rclpy.publisher import Publisher
from rclpy.qos import DurabilityPolicy, QoSProfile

from ce_nodes.lockstep import Inbox, TickWork, Timer
from ce_nodes.qos import LATCHED, STREAM, every_one

SECOND = 1_000_000_000
"""[ns]"""


class ClockedNode(Node):  # type: ignore[misc]
    """`advertise`, `listen` and `every` in place of rclpy's own; the rest is an ordinary node."""

    def __init__(self, name: str, **arguments: Any) -> None:
        super().__init__(name, **arguments)
        given = self._parameter_overrides.get("lockstep")
        self.lockstep = bool(given.value) if given else False
        self.work = TickWork()
        self._counted: dict[str, Publisher] = {}
        self._tick: Tick | None = None

    def now(self) -> Time:
        """Return the time to stamp messages with."""
        return to_stamp(self.work.time) if self.lockstep else self.get_clock().now().to_msg()

    def seconds(self) -> float:
        """Return the time of `now` [s]."""
        return to_seconds(self.now())

    def advertise(self, kind: type, topic: str, qos: QoSProfile = STREAM) -> Callable[[Any], None]:
        """Create a publisher and return its `publish`."""
        if not self.lockstep:
            publish: Callable[[Any], None] = self.create_publisher(kind, topic, qos).publish
            return publish
        publisher = self.create_publisher(kind, topic, every_one(qos))
        self._counted[publisher.topic_name] = publisher

        def publish_counted(message: Any) -> None:
            self.work.count(publisher.topic_name)
            publisher.publish(message)

        return publish_counted

    def listen(
        self, kind: type, topic: str, callback: Callable[[Any], None], qos: QoSProfile = STREAM
    ) -> None:
        """Call back for every message of a topic."""
        if not self.lockstep:
            self.create_subscription(kind, topic, callback, qos)
            return
        inbox = Inbox(callback)

        def receive(message: Any) -> None:
            inbox.waiting.append(message)
            self.go_on()

        subscription = self.create_subscription(kind, topic, receive, every_one(qos))
        self.work.inboxes[subscription.topic_name] = inbox

    def listen_to_anyone(self, kind: type, topic: str, callback: Callable[[Any], None]) -> None:
        """Call back for every message of a latched topic, also from who does not latch, as `ros2 topic pub`.

        A latched subscription hears none of those; a second one hears all. What both hear has one stamp and
        counts once. In lock-step nobody interferes.
        """
        if self.lockstep:
            return self.listen(kind, topic, callback, LATCHED)
        stamps: deque[int] = deque(maxlen=100)

        def receive(message: Any) -> None:
            stamp = to_nanoseconds(message.header.stamp)
            if stamp in stamps:
                return
            if stamp > 0:
                stamps.append(stamp)
            callback(message)

        quiet = SubscriptionEventCallbacks(use_default_callbacks=False)  # no warning of who does not latch
        self.create_subscription(kind, topic, receive, LATCHED, event_callbacks=quiet)
        self.create_subscription(kind, topic, receive, STREAM)

    def every(self, period: float, callback: Callable[[], None]) -> None:
        """Call back every `period` seconds."""
        if self.lockstep:
            self.work.timers.append(Timer(round(period * SECOND), callback))
        else:
            self.create_timer(period, callback)

    def start(self) -> None:
        """Take part in the run; call once, when everything is advertised and listened to."""
        if not self.lockstep:
            return
        self._done = self.create_publisher(TickDone, "/lockstep/done", every_one(STREAM))
        self.create_subscription(Tick, "~/tick", self._on_tick, every_one(STREAM))
        self.create_subscription(LockstepPlan, "/lockstep/plan", self._on_plan, LATCHED)
        join = self.create_publisher(LockstepJoin, "/lockstep/join", every_one(LATCHED))
        join.publish(
            LockstepJoin(
                node=self.get_fully_qualified_name(),
                publishes=list(self._counted),
                subscribes=list(self.work.inboxes),
            )
        )

    def go_on(self) -> None:
        """Do the work of the tick, if there is one, as soon as all its messages have arrived."""
        if self._tick is None or self.work.missing():
            return
        tick, self._tick = self._tick, None
        self.work.run(to_nanoseconds(tick.stamp))
        self._answer(tick.number)

    def unheard(self, plan: LockstepPlan) -> list[str]:
        """Return the topics whose publisher has not found all that should hear it, and all that could."""
        listeners: dict[str, set[str]] = {}
        for topic, listener in zip(plan.topics, plan.listeners, strict=True):
            listeners.setdefault(topic, set()).add(listener)
        return [t for t, p in self._counted.items() if not self._is_heard(p, listeners.get(t, set()))]

    def _is_heard(self, publisher: Publisher, wanted: set[str]) -> bool:
        latched = publisher.qos_profile.durability == DurabilityPolicy.TRANSIENT_LOCAL
        known = [  # who wants a latched topic never hears one that is not
            endpoint
            for endpoint in self.get_subscriptions_info_by_topic(publisher.topic_name)
            if latched or endpoint.qos_profile.durability != DurabilityPolicy.TRANSIENT_LOCAL
        ]
        names = {f"{e.node_namespace.rstrip('/')}/{e.node_name}" for e in known}
        return wanted <= names and publisher.get_subscription_count() >= len(known)

    def _on_tick(self, tick: Tick) -> None:
        self.work.announce(dict(zip(tick.topics, tick.counts, strict=True)))
        self._tick = tick
        self.go_on()

    def _on_plan(self, plan: LockstepPlan) -> None:
        """Answer tick 0 as soon as everyone who should hear this node does."""

        def answer_when_heard() -> None:
            if not self.unheard(plan) and self._done.get_subscription_count() > 0:
                timer.cancel()
                self._answer(0)

        timer = self.create_timer(0.02, answer_when_heard, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def _answer(self, number: int) -> None:
        counts = self.work.take_counts()
        self._done.publish(
            TickDone(
                number=number,
                node=self.get_fully_qualified_name(),
                topics=list(counts),
                counts=list(counts.values()),
                next_due=to_stamp(self.work.next_due()),
            )
        )


def to_stamp(nanoseconds: int) -> Time:
    """Turn nanoseconds into a ROS time."""
    return Time(sec=nanoseconds // SECOND, nanosec=nanoseconds % SECOND)


def to_nanoseconds(stamp: Time) -> int:
    """Turn a ROS time into nanoseconds."""
    return int(stamp.sec) * SECOND + int(stamp.nanosec)


def to_seconds(stamp: Time) -> float:
    """Turn a ROS time into seconds."""
    return to_nanoseconds(stamp) / SECOND
