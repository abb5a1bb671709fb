"""Tables of topics in docs/, and what is needed to hold them against a running graph."""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.subscription import Subscription
from rclpy.topic_endpoint_info import TopicEndpointInfo

DOCS = Path(__file__).resolve().parents[2] / "docs"
OF_ROS_ITSELF = ("/rosout", "/parameter_events")
UNKNOWN_NODE = "_NODE_NAME_UNKNOWN_"
"""What rmw calls the node of an endpoint that it has heard of before it has heard of the node."""
DISCOVERY_SECONDS = 15.0

Published = tuple[list[str], list[TopicEndpointInfo]]


@dataclass(frozen=True)
class Row:
    topic: str
    type_name: str
    publisher: str
    qos: str
    rate: str

    def in_every_launch(self) -> bool:
        return not any(word in self.rate for word in ("lidar", "record:=true"))

    def matches(self, topic: str) -> bool:
        pattern = re.escape(self.topic).replace("<r>", r"[a-z]\w*").replace("<node>", r"/[\w/]+")
        return re.fullmatch(pattern, topic) is not None


def table(page: str, heading: str = "## Topics") -> list[Row]:
    """Read the rows of the table below a heading of a page."""
    lines = (DOCS / page).read_text().split(heading)[1].split("\n## ")[0].splitlines()
    rows = [[cell.strip().strip("`") for cell in line.split("|")[1:-1]] for line in lines if "|" in line]
    return [Row(*cells) for cells in rows[2:]]


class Observer(Node):
    """Looks at the graph, and counts what is said in simulated time."""

    def __init__(self, context: Context) -> None:
        super().__init__("observer", context=context)
        self.counts: Counter[str] = Counter()
        self.stamps: dict[str, list[float]] = {}
        self.counting = False
        self._watched: list[Subscription] = []

    def begin(self) -> None:
        """Count from the moment on at which everything that is watched is heard."""
        deadline = time.monotonic() + 60.0
        while not all(subscription.get_publisher_count() for subscription in self._watched):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        self.counting = True

    def finish(self) -> None:
        """Wait until what has been said has been counted."""
        before = -1
        while before != (before := sum(self.counts.values())):
            time.sleep(1.0)

    def published(self) -> dict[str, Published]:
        """Return types and publishers of every topic that has any."""
        topics = {t: types for t, types in self.get_topic_names_and_types() if t not in OF_ROS_ITSELF}
        endpoints = {t: self.get_publishers_info_by_topic(t) for t in topics}
        return {t: (types, endpoints[t]) for t, types in topics.items() if endpoints[t]}

    def watch(self, topic: str, type_name: str) -> None:
        package, _, name = type_name.partition("/msg/")
        kind = getattr(import_module(f"{package}.msg"), name)
        hear = self.create_subscription(kind, topic, partial(self._count, topic), QoSProfile(depth=5000))
        self._watched.append(hear)

    def _count(self, topic: str, message: Any) -> None:
        if not self.counting:
            return
        self.counts[topic] += 1
        if hasattr(message, "header"):
            stamp = message.header.stamp
            self.stamps.setdefault(topic, []).append(stamp.sec + 1e-9 * stamp.nanosec)


@contextmanager
def observing(domain: int) -> Iterator[Observer]:
    """Spin an observer in a domain of this machine."""
    context = Context()
    context.init(domain_id=domain)
    observer, executor = Observer(context), SingleThreadedExecutor(context=context)
    executor.add_node(observer)

    def spin() -> None:
        try:
            executor.spin()
        except ExternalShutdownException:
            return

    thread = threading.Thread(target=spin, daemon=True)
    thread.start()
    try:
        yield observer
    finally:
        context.shutdown()
        thread.join(5.0)


def check_names_types_and_qos(rows: list[Row], observer: Observer) -> dict[str, str]:
    """Hold the rows against the graph, both ways; return the topics that are published and their types.

    An endpoint and its node are discovered apart, and in either order: until all of them are, and for
    DISCOVERY_SECONDS at the most, the graph is looked at again.
    """
    deadline = time.monotonic() + DISCOVERY_SECONDS
    published = observer.published()
    while time.monotonic() < deadline and not _all_discovered(rows, published):
        time.sleep(0.05)
        published = observer.published()
    for topic, (types, endpoints) in published.items():
        found = [row for row in rows if row.matches(topic)]
        assert len(found) == 1, f"{topic}: {len(found)} rows in the table"
        (row,) = found
        assert [t.replace("/msg/", "/") for t in types] == [row.type_name], topic
        for endpoint in endpoints:
            if not row.publisher.startswith("everyone"):
                assert endpoint.node_name == row.publisher, topic
            reliable = endpoint.qos_profile.reliability == ReliabilityPolicy.RELIABLE
            latched = endpoint.qos_profile.durability == DurabilityPolicy.TRANSIENT_LOCAL
            said = f"{'reliable' if reliable else 'best effort'}, {'latched' if latched else 'volatile'}"
            assert said == row.qos, topic
    for row in rows:
        assert not row.in_every_launch() or any(map(row.matches, published)), f"{row.topic} is not published"
    return {topic: types[0] for topic, (types, _) in published.items()}


def _all_discovered(rows: list[Row], published: dict[str, Published]) -> bool:
    named = all(e.node_name != UNKNOWN_NODE for _, endpoints in published.values() for e in endpoints)
    return named and all(any(map(row.matches, published)) for row in rows if row.in_every_launch())


def check_stamped_rates(rows: list[Row], observer: Observer) -> int:
    """Hold rates in simulated time against the rows, whatever the machine's load; return how many."""
    for topic, stamps in observer.stamps.items():
        (row,) = (row for row in rows if row.matches(topic))
        rate = (len(stamps) - 1) / (stamps[-1] - stamps[0])
        assert rate == pytest.approx(float(row.rate.split()[0]), rel=0.1), topic
    return len(observer.stamps)
