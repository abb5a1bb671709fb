"""The simulation server as a real process: the same to the last bit as in process, and clear refusals."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")
pytest.importorskip("consequence_engine.srv", reason="the interfaces are not built; run ./ce doctor")

from consequence_engine.srv import Simulate
from rclpy.context import Context

from ce_core.experiments.scenario import draw
from ce_core.internal_model.robot_controller import Action
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.internal_model.simulator.simulator import SimRequest
from ce_sim_server.balancer import BalancerConfig
from ce_sim_server.ros_simulator import RosSimulator
from ce_sim_server.simulation_service import answer

pytestmark = [pytest.mark.ros, pytest.mark.xdist_group("sim_server")]

SERVERS = ("/sim_server_0", "/sim_server_1")


def batch(seed: int = 10000, count: int = 5) -> list[SimRequest]:
    """Make requests for the corridor's initial conditions with different goals."""
    scenario = draw(seed, [f"epuck_{i}" for i in range(6)])
    requests = []
    for k in range(count):
        actions = list(scenario.actions)
        actions[scenario.smart_index] = Action.parse(f"MoveTo({0.2 * k}, 0.1);Avoidance")
        requests.append(
            SimRequest(
                world="corridor",
                robots=scenario.names,
                models=("epuck",) * 6,
                poses=scenario.poses,
                velocities=np.zeros((6, 2)),
                actions=tuple(actions),
                duration=3.0 + k,
            )
        )
    return requests


@pytest.fixture
def start(
    ros_domain: int, ros_environment: Callable[..., dict[str, str]]
) -> Iterator[Callable[[str], object]]:
    processes: list[subprocess.Popen[bytes]] = []

    def start_server(name: str) -> subprocess.Popen[bytes]:
        program = str(Path(sys.executable).parent / "sim_server")
        command = [program, "--ros-args", "-r", f"__node:={name.strip('/')}"]
        processes.append(subprocess.Popen(command, env=ros_environment(ros_domain)))
        return processes[-1]

    yield start_server
    for process in processes:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait(10)


@pytest.fixture
def simulator(ros_domain: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[RosSimulator]:
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    monkeypatch.setenv("FASTDDS_BUILTIN_TRANSPORTS", "UDPv4")
    context = Context()
    context.init(domain_id=ros_domain)
    client = RosSimulator(SERVERS, BalancerConfig(patience=1.0, give_up=3.0), context)
    yield client
    client.close()
    context.shutdown()


def wait_for(simulator: RosSimulator, missing: list[str]) -> None:
    import time

    deadline = time.monotonic() + 150.0  # the kernel may have to be compiled
    while simulator.missing() != missing:
        assert time.monotonic() < deadline, f"still missing: {simulator.missing()}"
        time.sleep(0.05)


def test_servers_agree_with_the_simulator_in_process_to_the_last_bit_also_when_one_dies(
    start: Callable[[str], subprocess.Popen[bytes]], simulator: RosSimulator
) -> None:
    first, _ = start(SERVERS[0]), start(SERVERS[1])
    wait_for(simulator, [])
    expected = KernelSimulator().simulate(batch())
    for _ in range(3):
        for ours, theirs in zip(expected, simulator.simulate(batch()), strict=True):
            assert ours.robots == theirs.robots
            assert ours.time_step == theirs.time_step
            assert np.array_equal(ours.poses, theirs.poses)
    first.kill()  # now one server owes what it can no longer give
    for ours, theirs in zip(expected, simulator.simulate(batch()), strict=True):
        assert np.array_equal(ours.poses, theirs.poses)


def test_without_any_server_it_simulates_in_process(simulator: RosSimulator) -> None:
    assert simulator.missing() == list(SERVERS)
    expected = KernelSimulator().simulate(batch(count=2))
    for ours, theirs in zip(expected, simulator.simulate(batch(count=2)), strict=True):
        assert np.array_equal(ours.poses, theirs.poses)
    assert simulator.balancer.simulated_here == 2
    assert simulator.simulate([]) == []


@pytest.mark.parametrize(
    ("field", "value", "status", "words"),
    [
        ("world", "coridor", Simulate.Response.UNKNOWN_WORLD, "did you mean 'corridor'"),
        ("models", ["epuk"] * 6, Simulate.Response.UNKNOWN_MODEL, "did you mean 'epuck'"),
        ("world", "corridor@00000000", Simulate.Response.OTHER_VERSION, "install the same version"),
        (
            "models",
            ["epuck@00000000"] * 6,
            Simulate.Response.OTHER_VERSION,
            "here it is epuck@",
        ),
        ("duration", -1.0, Simulate.Response.BAD_REQUEST, "-1.0"),
        ("x", [float("nan")] * 6, Simulate.Response.BAD_REQUEST, "nan"),
        ("y", [0.0], Simulate.Response.BAD_REQUEST, "y has 1 entries for 6 robots"),
    ],
)
def test_a_wrong_request_is_refused_with_a_status_and_a_sentence(
    field: str, value: object, status: int, words: str
) -> None:
    from ce_sim_server.conversions import request_to_message

    messages = [request_to_message(request) for request in batch(count=2)]
    setattr(messages[1], field, value)
    call = Simulate.Request(requests=messages)
    response = answer(KernelSimulator(), call, Simulate.Response())
    assert response.status == status
    assert words in response.message
    assert "request 1" in response.message
    assert list(response.trajectories) == []


def test_an_unknown_sub_action_has_a_status_of_its_own() -> None:
    from ce_sim_server.conversions import request_to_message

    message = request_to_message(batch(count=1)[0])
    message.actions[0].sub_actions[0].name = "MoveToo"
    response = answer(KernelSimulator(), Simulate.Request(requests=[message]), Simulate.Response())
    assert response.status == Simulate.Response.UNKNOWN_ACTION
    assert "did you mean 'MoveTo'" in response.message


def test_what_keys_the_noise_arrives() -> None:
    from ce_sim_server.conversions import request_from_message, request_to_message

    request = replace(batch(count=1)[0], seed=2**64 - 1, scenario=2**32 - 1)
    arrived = request_from_message(request_to_message(request), 0)
    assert (arrived.seed, arrived.scenario) == (request.seed, request.scenario)
