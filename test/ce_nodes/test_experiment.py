"""The automated experiment: trials in order, and paused, resumed and aborted by service."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")
pytest.importorskip("consequence_engine.msg", reason="the interfaces are not built; run ./ce doctor")

from consequence_engine.msg import ExperimentStatus
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from std_srvs.srv import Trigger

from ce_nodes.configs import ExperimentConfig
from ce_nodes.experiment import jobs
from ce_nodes.qos import LATCHED

PAIRS = ExperimentConfig(controller="paired", seed=10000, trials=2)


def test_pairs_have_the_same_seed_one_after_the_other() -> None:
    assert [(job.seed, job.controller) for job in jobs(PAIRS)] == [
        (10000, "baseline"),
        (10000, "ce"),
        (10001, "baseline"),
        (10001, "ce"),
    ]


class Remote(Node):
    """Hears the status and calls the services."""

    def __init__(self, context: Context) -> None:
        super().__init__("remote", context=context)
        self.phases: list[tuple[int, int]] = []
        self.create_subscription(ExperimentStatus, "experiment/status", self._on_status, LATCHED)
        self.calls = {n: self.create_client(Trigger, f"experiment/{n}") for n in ("pause", "resume", "abort")}

    def _on_status(self, status: ExperimentStatus) -> None:
        seen = (int(status.trial), int(status.phase))
        if not self.phases or self.phases[-1] != seen:
            self.phases.append(seen)

    def call(self, name: str) -> Trigger.Response:
        assert self.calls[name].wait_for_service(60.0)
        response = self.calls[name].call(Trigger.Request(), timeout_sec=30.0)
        assert response is not None
        return response

    def wait_for(self, trial: int, phase: int) -> None:
        deadline = time.monotonic() + 100.0
        while (trial, phase) not in self.phases:
            assert time.monotonic() < deadline, self.phases
            time.sleep(0.02)


@pytest.fixture
def remote(ros_domain: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Remote]:
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    monkeypatch.setenv("FASTDDS_BUILTIN_TRANSPORTS", "UDPv4")
    context = Context()
    context.init(domain_id=ros_domain)
    node, executor = Remote(context), SingleThreadedExecutor(context=context)
    executor.add_node(node)

    def spin() -> None:
        with contextlib.suppress(ExternalShutdownException):
            executor.spin()

    thread = threading.Thread(target=spin, daemon=True)
    thread.start()
    yield node
    context.shutdown()
    thread.join(5.0)


@pytest.mark.ros
@pytest.mark.timeout(300)
def test_trials_follow_each_other_until_it_is_paused_and_aborted(
    launch: Any, ros_domain: int, remote: Remote
) -> None:
    run = launch(
        ros_domain,
        *("dashboard:=false", "rate:=100.0", "n_robots:=2", "seed:=10008"),
        *("controller:=baseline", "trials:=5"),
    )
    assert remote.call("resume").success is False  # it is not paused
    remote.wait_for(1, ExperimentStatus.RUNNING)
    assert "after trial 1" in remote.call("pause").message
    remote.wait_for(2, ExperimentStatus.PAUSED)
    assert remote.call("resume").success
    remote.wait_for(2, ExperimentStatus.RUNNING)
    assert (2, ExperimentStatus.PLACING) in remote.phases  # the robots drove there themselves
    assert remote.call("abort").success
    assert run.wait(60.0) == 0, run.text
    assert (1, ExperimentStatus.DONE) in remote.phases
    assert remote.phases[-1] == (2, ExperimentStatus.ABORTED)
    assert run.text.count("the smart robot arrived") == 1
