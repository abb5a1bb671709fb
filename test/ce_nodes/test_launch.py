"""The corridor as a real ROS 2 graph: separate processes over the real middleware, started as people do."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")
pytest.importorskip("consequence_engine.msg", reason="the interfaces are not built; run ./ce doctor")

from ce_nodes.bag_commands import analyse
from ce_nodes.runner import GRACE

pytestmark = [pytest.mark.ros, pytest.mark.timeout(300)]  # the kernel may have to be compiled first

FAST = ("dashboard:=false", "rate:=50.0")
SLOW = ("dashboard:=false", "rate:=3.0")
"""So that the run lasts at least seven seconds, for tests that look at it or interfere."""


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_smart_robot_crosses_the_corridor_and_the_launch_ends_with_a_summary(
    launch: Any, ros_domain: int
) -> None:
    run = launch(ros_domain, *FAST, "seed:=10001")
    assert run.wait() == 0, run.text
    assert "controller ce, seed 10001: the smart robot arrived" in run.text
    assert run.value("danger ratio [%]") < 10.0
    assert 1.9 <= run.value("distance [m]") < 6.0
    assert 19.0 < run.value("run time [s]") < 120.0
    assert run.value("simulations per step") > 1.0


def processor_time(pid: int) -> int:
    """Return how long a process has computed [clock ticks]."""
    return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11])


def test_a_run_is_a_function_of_its_seed_however_many_servers_share_the_work_and_one_may_be_killed(
    launch: Any, ros_domain: int, other_ros_domain: int
) -> None:
    """Also: two launches side by side in two domains do not disturb each other."""
    arguments = (*FAST, "seed:=10002", "n_robots:=4", "time_limit:=12.0")
    calm = launch(ros_domain, *arguments)
    hit = launch(other_ros_domain, *arguments, "sim_servers:=2")
    hit.wait_for_line("nodes take part", 120.0)
    server = hit.children()["sim_server_1"]
    before = processor_time(server)
    while processor_time(server) < before + 3:  # until it has answered a few of some 25 times
        assert hit.popen.poll() is None, hit.text
        time.sleep(0.005)
    os.kill(server, signal.SIGKILL)
    assert (calm.wait(), hit.wait()) == (0, 1), calm.text + hit.text
    assert "sim_server_1 has died; the run goes on without it" in hit.text
    assert "sim_server_1 died with exit code -9" in hit.text
    summary = calm.lines[-6:]
    assert "danger ratio" in summary[1]
    assert calm.value("simulations per step") > 1.0
    assert summary == [line for line in hit.lines if line in summary]


def test_the_baseline_needs_neither_engine_nor_server(launch: Any, ros_domain: int) -> None:
    run = launch(ros_domain, *SLOW, "seed:=10003", "n_robots:=2", "controller:=baseline")
    run.wait_for_line("lock-step: 4 nodes take part")
    assert set(run.children()) == {
        "simulated_robots",
        "object_tracker",
        "experiment",
        "epuck_0.low_level_controller",
        "epuck_1.low_level_controller",
    }
    assert run.wait() == 0, run.text
    assert run.value("distance [m]") == pytest.approx(1.93, abs=0.1)


def test_the_lidar_alone_is_enough_to_cross_and_its_bag_says_the_same(
    launch: Any, ros_domain: int, tmp_path: Path
) -> None:
    bag, live, again = tmp_path / "bag", tmp_path / "live", tmp_path / "again"
    kept = ("record:=true", f"bag:={bag}", f"out:={live}")
    run = launch(ros_domain, *FAST, "seed:=10004", "n_robots:=3", "tracker:=lidar", *kept)
    assert run.wait() == 0, run.text
    assert "the smart robot arrived" in run.text
    assert analyse([str(bag), "--out", str(again)]) == 0
    assert (again / "trials.csv").read_text() == (live / "trials.csv").read_text()


def test_ctrl_c_ends_every_process_within_three_seconds(launch: Any, ros_domain: int) -> None:
    run = launch(ros_domain, "dashboard:=true", "dashboard_port:=0", "rate:=1.0", "n_robots:=3")
    run.wait_for_line("dashboard: http://127.0.0.1:")
    run.wait_for_line("ready")
    children = run.children()
    assert len(children) == 9
    run.popen.send_signal(signal.SIGINT)
    assert run.wait(30.0) == 130
    assert sum(seconds for _, seconds in GRACE) < 3.0  # nobody is given longer
    assert [label for label, pid in children.items() if alive(pid)] == []
    assert "Traceback" not in run.text


def test_a_node_that_dies_ends_the_launch_and_is_named(launch: Any, ros_domain: int) -> None:
    run = launch(ros_domain, *SLOW, "n_robots:=2")
    run.wait_for_line("nodes take part")
    children = run.children()
    os.kill(children["object_tracker"], signal.SIGKILL)
    assert run.wait() == 1
    assert "object_tracker died with exit code -9" in run.text
    assert [label for label, pid in children.items() if alive(pid)] == []


def test_killing_the_launch_leaves_no_orphans(launch: Any, ros_domain: int) -> None:
    run = launch(ros_domain, *SLOW, "n_robots:=2")
    run.wait_for_line("nodes take part")
    children = run.children()
    run.popen.kill()
    deadline = time.monotonic() + 30.0
    while time.monotonic() < deadline and any(alive(pid) for pid in children.values()):
        time.sleep(0.1)
    assert [label for label, pid in children.items() if alive(pid)] == []


def test_real_robots_need_only_the_drivers_topics(launch: Any, ros_domain: int, ros_environment: Any) -> None:
    double = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("epuck_doubles.py")), "6", "10005"],
        env=ros_environment(ros_domain),
    )
    try:
        run = launch(ros_domain, "robots:=real", "seed:=10005", "dashboard:=false", "time_limit:=8.0")
        assert run.wait() == 0, run.text
    finally:
        double.send_signal(signal.SIGINT)
        double.wait(10.0)
    assert "simulated_robots" not in run.text
    assert "did not arrive in time" in run.text  # the corridor takes 20 s at full speed
    assert run.value("distance [m]") > 0.3
