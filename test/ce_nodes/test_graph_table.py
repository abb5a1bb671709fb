"""The table of topics in docs/graph.md against the running graph."""

from __future__ import annotations

import re
import threading
import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")
pytest.importorskip("consequence_engine.msg", reason="the interfaces are not built; run ./ce doctor")

from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

pytestmark = [pytest.mark.ros, pytest.mark.timeout(300)]

PAGE = Path(__file__).resolve().parents[2] / "docs" / "graph.md"
ROBOTS = ("epuck_0", "epuck_1")
OF_ROS_ITSELF = ("/rosout", "/parameter_events")
MEASURED = ("cmd_vel", "ps0", "ps7", "odom", "mocap", "tracks", "decision", "status")


@dataclass(frozen=True)
class Row:
    topic: str
    type_name: str
    publisher: str
    qos: str
    rate: str

    def matches(self, topic: str) -> bool:
        pattern = re.escape(self.topic).replace("<r>", r"epuck_\d+").replace("<node>", r"/[\w/]+")
        return re.fullmatch(pattern, topic) is not None


def table() -> list[Row]:
    lines = PAGE.read_text().split("## Topics")[1].split("\n## ")[0].splitlines()
    rows = [[cell.strip().strip("`") for cell in line.split("|")[1:-1]] for line in lines if "|" in line]
    return [Row(*cells) for cells in rows[2:]]


class Observer(Node):
    """Looks at the graph, and counts what is said in simulated time."""

    def __init__(self, context: Context) -> None:
        super().__init__("observer", context=context)
        self.counts: Counter[str] = Counter()
        self.stamps: dict[str, list[float]] = {}
        self.counting = False

    def watch(self, topic: str, type_name: str) -> None:
        package, _, name = type_name.partition("/msg/")
        kind = getattr(import_module(f"{package}.msg"), name)
        self.create_subscription(kind, topic, partial(self._count, topic), QoSProfile(depth=5000))

    def _count(self, topic: str, message: Any) -> None:
        if not self.counting:
            return
        self.counts[topic] += 1
        if hasattr(message, "header"):
            stamp = message.header.stamp
            self.stamps.setdefault(topic, []).append(stamp.sec + 1e-9 * stamp.nanosec)


def test_the_table_is_what_runs(launch: Any, ros_domain: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    monkeypatch.setenv("FASTDDS_BUILTIN_TRANSPORTS", "UDPv4")
    rows = table()
    assert len(rows) > 20
    run = launch(ros_domain, "dashboard:=false", "rate:=5.0", "n_robots:=2", "seed:=10009")
    context = Context()
    context.init(domain_id=ros_domain)
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
        run.wait_for_line("nodes take part", 150.0)
        time.sleep(1.0)  # discovery of what is there already
        topics = {t: types for t, types in observer.get_topic_names_and_types() if t not in OF_ROS_ITSELF}
        published = {t: observer.get_publishers_info_by_topic(t) for t in topics}
        for topic in topics:
            if topic.rsplit("/", 1)[1] in MEASURED:
                observer.watch(topic, topics[topic][0])
        check_names_types_and_qos(rows, topics, published)
        time.sleep(1.0)  # until all are heard
        observer.counting = True
        assert run.wait(150.0) == 0, run.text
    finally:
        context.shutdown()
        thread.join(5.0)
    check_rates(rows, observer)


def check_names_types_and_qos(rows: list[Row], topics: dict[str, Any], published: dict[str, Any]) -> None:
    for topic, types in topics.items():
        if not published[topic]:
            continue  # somebody would listen
        found = [row for row in rows if row.matches(topic)]
        assert len(found) == 1, f"{topic}: {len(found)} rows in {PAGE.name}"
        (row,) = found
        assert [t.replace("/msg/", "/") for t in types] == [row.type_name], topic
        for endpoint in published[topic]:
            if not row.publisher.startswith("everyone"):
                assert endpoint.node_name == row.publisher, topic
            reliable = endpoint.qos_profile.reliability == ReliabilityPolicy.RELIABLE
            latched = endpoint.qos_profile.durability == DurabilityPolicy.TRANSIENT_LOCAL
            said = f"{'reliable' if reliable else 'best effort'}, {'latched' if latched else 'volatile'}"
            assert said == row.qos, topic
    for row in rows:
        if "lidar" not in row.rate:
            assert any(row.matches(t) and published[t] for t in topics), f"{row.topic} is not published"


def check_rates(rows: list[Row], observer: Observer) -> None:
    """Rates in simulated time, whatever the machine's load."""
    measured = 0
    for topic, stamps in observer.stamps.items():
        (row,) = (row for row in rows if row.matches(topic))
        said = float(row.rate.split()[0])
        rate = (len(stamps) - 1) / (stamps[-1] - stamps[0])
        assert rate == pytest.approx(said, rel=0.1), topic
        measured += 1
    assert measured >= 9
    tracks = observer.stamps["/tracks"]
    for robot in ROBOTS:  # a Twist has no time of its own
        assert observer.counts[f"/{robot}/cmd_vel"] == pytest.approx(10 * (tracks[-1] - tracks[0]), rel=0.1)
