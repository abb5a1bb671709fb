"""The automated experiment: trials in order, and paused, resumed and aborted by service."""

from __future__ import annotations

import contextlib
import csv
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")
pytest.importorskip("consequence_engine.msg", reason="the interfaces are not built; run ./ce doctor")

import rclpy
from consequence_engine.msg import CtrlRequest, ExperimentStatus, Track, Tracks
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from std_msgs.msg import Header
from std_srvs.srv import Trigger

from ce_nodes.clocked_node import SECOND, to_stamp
from ce_nodes.configs import ExperimentConfig
from ce_nodes.experiment import LINGER, Experiment, jobs
from ce_nodes.qos import LATCHED
from ce_sim_server.conversions import action_from_message
from ce_sim_server.process import Spinner

PAIRS = ExperimentConfig(controller="paired", seed=10000, trials=2)


def test_pairs_have_the_same_seed_one_after_the_other() -> None:
    assert [(job.seed, job.controller) for job in jobs(PAIRS)] == [
        (10000, "baseline"),
        (10000, "ce"),
        (10001, "baseline"),
        (10001, "ce"),
    ]


class Bench:
    """An experiment whose time, robots and requests are the test's."""

    def __init__(self, domain: int, out: Path) -> None:
        settings = {
            "robots": "[epuck_0, epuck_1]",
            "controller": "paired",
            "trials": 2,
            "seed": 10000,
            "out": out,
        }
        given = [word for key, value in settings.items() for word in ("-p", f"{key}:={value}")]
        rclpy.init(args=["--ros-args", *given], domain_id=domain)
        self.node = Experiment()
        self.time = 100.0
        self.asked: dict[str, str] = {}
        self.node.seconds = lambda: self.time  # type: ignore[method-assign]
        self.node._unreachable = list  # type: ignore[method-assign]
        for robot in self.node.config.robots:
            self.node._request[robot] = self._note

    def _note(self, request: CtrlRequest) -> None:
        self.asked[request.robot] = str(action_from_message(request.action))

    def go(self, poses: dict[str, tuple[float, float, float]], seconds: float = 0.1) -> tuple[int, int]:
        """Let time pass with the robots there; return trial and phase."""
        for _ in range(round(seconds / 0.1)):
            self.time += 0.1
            tracks = [Track(robot=r, x=x, y=y, theta=t) for r, (x, y, t) in poses.items()]
            stamp = to_stamp(round(self.time * SECOND))
            self.node._on_tracks(Tracks(header=Header(stamp=stamp), tracks=tracks))
            self.node._watch()
        return self.node._number, self.node.phase

    def start(self) -> dict[str, tuple[float, float, float]]:
        """Return the initial poses of this trial."""
        scenario = self.node.scenario
        return dict(zip(scenario.names, map(tuple, scenario.poses.tolist()), strict=True))

    def goal(self) -> dict[str, tuple[float, float, float]]:
        """Return the poses of this trial's end."""
        x, y = self.node.scenario.goal.tolist()
        return {**self.start(), self.node.scenario.smart_robot: (x, y, 0.0)}


@pytest.fixture
def bench(ros_domain: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    monkeypatch.setattr(Spinner, "code", None)
    made = Bench(ros_domain, tmp_path)
    yield made
    made.node.destroy_node()
    rclpy.shutdown()


def test_a_robot_that_does_not_arrive_costs_its_pair_and_the_next_one_is_run(
    bench: Bench, tmp_path: Path
) -> None:
    assert bench.go(bench.start(), 0.2) == (1, ExperimentStatus.RUNNING)
    assert bench.go(bench.goal(), 0.3) == (1, ExperimentStatus.DONE)
    bench.go(bench.goal(), LINGER + 0.1)
    stuck = {**bench.start(), "epuck_1": (0.0, 0.3, 0.0)}
    assert bench.go(stuck, 1.0) == (2, ExperimentStatus.PLACING)
    assert "epuck_1 on the way" in bench.node._note
    assert "epuck_0" not in bench.node._note
    assert bench.go(stuck, 118.0) == (2, ExperimentStatus.PLACING)
    assert bench.go(stuck, 1.3) == (2, ExperimentStatus.SKIPPED)
    assert bench.node._note == "epuck_1 did not get to the start"
    assert set(bench.asked.values()) == {"Stop"}
    bench.go(stuck, LINGER + 0.1)
    for trial in (3, 4):  # the next pair; of the first nothing is left
        assert bench.go(bench.start(), 0.2) == (trial, ExperimentStatus.RUNNING)
        assert bench.go(bench.goal(), 0.3) == (trial, ExperimentStatus.DONE)
        if trial == 3:
            bench.go(bench.goal(), LINGER + 0.1)
    assert Spinner.code is None
    while bench.node._until is not None:
        bench.go(bench.goal())
    assert Spinner.code == 0  # the process ends
    with (tmp_path / "trials.csv").open() as file:
        assert [(row["seed"], row["controller"]) for row in csv.DictReader(file)] == [
            ("10001", "baseline"),
            ("10001", "ce"),
        ]


def test_a_pause_stops_robots_that_are_being_placed_and_they_are_placed_again(bench: Bench) -> None:
    away = {**bench.start(), "epuck_1": (0.0, 0.3, 0.0)}
    bench.go(away, 1.0)
    assert bench.asked["epuck_1"] != "Stop"
    assert bench.node._on_pause(Trigger.Request(), Trigger.Response()).message == "paused"
    assert bench.go(away, 200.0) == (1, ExperimentStatus.PAUSED)
    assert set(bench.asked.values()) == {"Stop"}
    assert bench.node._on_resume(Trigger.Request(), Trigger.Response()).success
    assert bench.go(away, 100.0) == (1, ExperimentStatus.PLACING)  # the time before does not count
    assert bench.asked["epuck_1"] != "Stop"
    assert bench.go(bench.start(), 0.2) == (1, ExperimentStatus.RUNNING)


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
        *("dashboard:=false", "rate:=3.0", "n_robots:=2", "seed:=10008"),  # slow enough to interfere
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
