"""Lock-step without ROS: what a node does in a tick, and when the owner of the clock may go on.

In every tick a node first gets what was published before the tick, topic by topic, then runs the timers
that are due. Messages are counted where they are published, and a tick's work begins only when as many
have arrived, so a run is a function of its seed whatever the load of the machine (docs/lockstep.md).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

NEVER = (2**31 - 1) * 1_000_000_000
"""[ns] The last full second that a ROS time can carry."""


@dataclass
class Inbox:
    """Messages of one topic that have arrived, and how many of them the next tick delivers."""

    callback: Callable[[Any], None]
    waiting: deque[Any] = field(default_factory=deque)
    announced: int = 0


@dataclass
class Timer:
    """A callback that is due every `period` [ns]."""

    period: int
    callback: Callable[[], None]
    due: int = 0


class TickWork:
    """What one node does in a tick."""

    def __init__(self) -> None:
        self.inboxes: dict[str, Inbox] = {}
        self.timers: list[Timer] = []
        self.time = 0
        """Simulated time [ns]."""
        self._published: dict[str, int] = {}

    def announce(self, counts: Mapping[str, int]) -> None:
        """Note how many messages of each topic were published before the next tick."""
        for topic, count in counts.items():
            if topic in self.inboxes:
                self.inboxes[topic].announced += count

    def missing(self) -> list[str]:
        """Return the topics of which an announced message has not arrived yet."""
        return [t for t, box in self.inboxes.items() if len(box.waiting) < box.announced]

    def run(self, time: int) -> None:
        """Deliver what was announced, then run the timers that are due at this time [ns]."""
        self.time = time
        for inbox in self.inboxes.values():
            while inbox.announced > 0:
                inbox.announced -= 1
                inbox.callback(inbox.waiting.popleft())
        for timer in self.timers:
            if timer.due <= time:
                timer.due += timer.period
                timer.callback()

    def next_due(self) -> int:
        """Return when the next timer is due [ns]."""
        return min((timer.due for timer in self.timers), default=NEVER)

    def count(self, topic: str) -> None:
        """Count a message that this node publishes."""
        self._published[topic] = self._published.get(topic, 0) + 1

    def take_counts(self) -> dict[str, int]:
        """Return how many messages were published on each topic since the last call."""
        counts, self._published = self._published, {}
        return counts


class Barrier:
    """When the owner of the clock may go on, and what each node has to be told about."""

    def __init__(self, listeners: Mapping[str, Collection[str]], always: str | None = None) -> None:
        """Hold back for these nodes; `listeners` says which topics each of them listens to.

        The node `always` is told about messages, but never waited for: the owner itself.
        """
        self.next_due = {node: 0 for node in listeners if node != always}
        """When each node wants to be woken [ns]."""
        self.pending: set[str] = set(self.next_due)
        """Who still owes an answer."""
        self.number = 0
        self._topics = {node: frozenset(topics) for node, topics in listeners.items()}
        self._untold: dict[str, dict[str, int]] = {node: {} for node in listeners}

    def publish(self, counts: Mapping[str, int]) -> None:
        """Note that so many messages were published on each topic, for everyone who listens."""
        for node, topics in self._topics.items():
            untold = self._untold[node]
            for topic, count in counts.items():
                if topic in topics:
                    untold[topic] = untold.get(topic, 0) + count

    def tell(self, node: str) -> dict[str, int]:
        """Return what was published for a node since it was last told."""
        untold, self._untold[node] = self._untold[node], {}
        return untold

    def open(self, time: int) -> list[str]:
        """Begin the tick at this time [ns]; return who is due."""
        self.number += 1
        self.pending = {node for node, due in self.next_due.items() if due <= time}
        return sorted(self.pending)

    def answer(self, node: str, number: int, next_due: int, counts: Mapping[str, int]) -> None:
        """Take a node's answer; one for an earlier tick came too late and only its counts matter.

        What a node of another graph in the same domain says is not for this one.
        """
        if node not in self.next_due:
            return
        self.publish(counts)
        if node in self.pending and number == self.number:
            self.next_due[node] = next_due
            self.pending.discard(node)

    def earliest(self) -> int:
        """Return when the next node wants to be woken [ns]."""
        return min(self.next_due.values(), default=NEVER)
