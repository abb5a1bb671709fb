"""A simulation server on another host: in a network namespace of its own, joined by a virtual cable."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")
pytest.importorskip("consequence_engine.srv", reason="the interfaces are not built; run ./ce doctor")

from rclpy.context import Context

from ce_core.experiments.scenario import draw
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.internal_model.simulator.simulator import SimRequest
from ce_sim_server.balancer import BalancerConfig
from ce_sim_server.ros_simulator import RosSimulator

pytestmark = [pytest.mark.ros, pytest.mark.timeout(300)]

HERE, THERE = "10.213.77.1", "10.213.77.2"


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True)


@pytest.fixture
def other_host() -> Iterator[str]:
    """Make a namespace with a cable to this one; skip where that is not allowed."""
    if shutil.which("ip") is None:
        pytest.skip("no `ip` command (package iproute2)")
    name = f"ce_{os.getpid()}"
    cable, end = f"cea{os.getpid() % 100000}", f"ceb{os.getpid() % 100000}"
    try:
        ip("netns", "add", name)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"network namespaces are not allowed here: {error.stderr.strip()}")
    try:
        try:
            ip("link", "add", cable, "type", "veth", "peer", "name", end, "netns", name)
            ip("addr", "add", f"{HERE}/24", "dev", cable)
            ip("link", "set", cable, "up")
            ip("-n", name, "addr", "add", f"{THERE}/24", "dev", end)
            ip("-n", name, "link", "set", end, "up")
            ip("-n", name, "link", "set", "lo", "up")
        except subprocess.CalledProcessError as error:
            pytest.skip(f"no virtual cable between namespaces here: {error.stderr.strip()}")
        yield name
    finally:
        subprocess.run(["ip", "netns", "del", name], capture_output=True)


def test_the_engine_uses_a_server_on_another_host(other_host: str, ros_domain: int) -> None:
    common = {
        **os.environ,
        "ROS_DOMAIN_ID": str(ros_domain),
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET",
        "FASTDDS_BUILTIN_TRANSPORTS": "UDPv4",
    }
    program = str(Path(sys.executable).parent / "sim_server")
    server = subprocess.Popen(
        ["ip", "netns", "exec", other_host, program], env={**common, "ROS_STATIC_PEERS": HERE}
    )
    try:
        # Fast DDS looks for interfaces once: a process that has used ROS before knows no new cable.
        asked = subprocess.run(
            [sys.executable, __file__, str(ros_domain)],
            env={**common, "ROS_STATIC_PEERS": THERE},
            capture_output=True,
            text=True,
            timeout=240.0,
        )
        assert server.poll() is None, "the server has ended"
        assert asked.stdout.split() == ["simulated_here", "0", "same_bits", "True"], asked.stderr
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(20.0)


def ask(domain: int) -> None:
    """Let the server simulate, and say who did and whether it came to the same."""
    context = Context()
    context.init(domain_id=domain)
    simulator = RosSimulator(["/sim_server"], BalancerConfig(patience=20.0, give_up=30.0), context)
    deadline = time.monotonic() + 120.0
    while simulator.missing():
        if time.monotonic() > deadline:
            sys.exit("the server on the other host was not found")
        time.sleep(0.05)
    scenario = draw(10000, [f"epuck_{i}" for i in range(6)])
    request = SimRequest(
        world="corridor",
        robots=scenario.names,
        models=("epuck",) * 6,
        poses=scenario.poses,
        velocities=np.zeros((6, 2)),
        actions=scenario.actions,
        duration=10.0,
    )
    (theirs,) = simulator.simulate([request])
    same = np.array_equal(theirs.poses, KernelSimulator().simulate([request])[0].poses)
    sys.stdout.write(f"simulated_here {simulator.balancer.simulated_here} same_bits {same}\n")
    simulator.close()
    context.shutdown()


if __name__ == "__main__":
    ask(int(sys.argv[1]))
