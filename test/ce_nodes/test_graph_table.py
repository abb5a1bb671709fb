"""The table of topics in docs/graph.md against the running graph."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")
pytest.importorskip("consequence_engine.msg", reason="the interfaces are not built; run ./ce doctor")

from topic_table import check_names_types_and_qos, check_stamped_rates, observing, table

pytestmark = [pytest.mark.ros, pytest.mark.timeout(300)]

ROBOTS = ("epuck_0", "epuck_1")
MEASURED = ("cmd_vel", "ps0", "ps7", "odom", "mocap", "tracks", "decision", "status")


def test_the_table_is_what_runs(launch: Any, ros_domain: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    monkeypatch.setenv("FASTDDS_BUILTIN_TRANSPORTS", "UDPv4")
    rows = table("graph.md")
    assert len(rows) > 20
    run = launch(ros_domain, "dashboard:=false", "rate:=5.0", "n_robots:=2", "seed:=10009")
    with observing(ros_domain) as observer:
        run.wait_for_line("nodes take part", 150.0)
        for topic, type_name in check_names_types_and_qos(rows, observer).items():
            if topic.rsplit("/", 1)[1] in MEASURED:
                observer.watch(topic, type_name)
        observer.begin()
        assert run.wait(150.0) == 0, run.text
        observer.finish()
    assert check_stamped_rates(rows, observer) >= 9
    tracks = observer.stamps["/tracks"]
    for robot in ROBOTS:  # a Twist has no time of its own
        assert observer.counts[f"/{robot}/cmd_vel"] == pytest.approx(10 * (tracks[-1] - tracks[0]), rel=0.1)
