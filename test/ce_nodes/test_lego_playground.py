"""The LEGO game as a ROS graph: what its nodes say, and that it is the game that programs play."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")
pytest.importorskip("consequence_engine.msg", reason="the interfaces are not built; run ./ce doctor")

from consequence_engine.msg import LegoStatus
from topic_table import check_names_types_and_qos, check_stamped_rates, observing, table

from ce_core.lego.program import Program
from ce_core.lego.starts import random_starts
from ce_core.lego.trial import run_trial
from ce_nodes.qos import LATCHED

pytestmark = [pytest.mark.ros, pytest.mark.timeout(300)]

MEASURED = ("cmd_vel", "ultrasound", "sensors", "playground")


def test_a_node_plays_the_trial_that_its_program_plays_and_the_table_is_what_runs(
    launch: Any, ros_domain: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    monkeypatch.setenv("FASTDDS_BUILTIN_TRANSPORTS", "UDPv4")
    rows = table("lego.md", "## As a ROS graph")
    assert len(rows) >= 6
    run = launch(ros_domain, "starts:=random:11", "start:=11", "rate:=2.0", file="lego_playground.launch.py")
    told: list[LegoStatus] = []
    with observing(ros_domain) as observer:
        observer.create_subscription(LegoStatus, "/lego/status", told.append, LATCHED)
        run.wait_for_line("nodes take part", 150.0)
        for topic, type_name in check_names_types_and_qos(rows, observer).items():
            if topic.rsplit("/", 1)[1] in MEASURED:
                observer.watch(topic, type_name)
        observer.begin()
        assert run.wait(150.0) == 0, run.text
        observer.finish()
    assert check_stamped_rates(rows, observer) == 3
    stamps = observer.stamps["/lego/sensors"]
    assert observer.counts["/lego/cmd_vel"] == pytest.approx(50 * (stamps[-1] - stamps[0]), rel=0.1)

    trial = run_trial(Program.find("ultrasound_1"), random_starts(11)[-1])
    assert f"completed in {trial.time:.2f} s; removed: {', '.join(trial.order)}" in run.text
    assert told[-1].phase == LegoStatus.DONE
    assert told[-1].start == "random:11/11"
    assert tuple(told[-1].removed) == trial.removed  # to the last bit
