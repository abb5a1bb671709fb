"""The balancer with servers that are slow, silent, broken or dead: no batch is lost, nothing mixed up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from ce_core.internal_model.robot_controller import Action
from ce_core.internal_model.simulator.simulator import SimRequest, SimulationError, Trajectory
from ce_sim_server.balancer import Balancer, BalancerConfig

CONFIG = BalancerConfig(patience=0.1, give_up=0.4, longest_break=0.5)


def request(seed: int, duration: float = 1.0) -> SimRequest:
    return SimRequest(
        world="corridor",
        robots=("a",),
        models=("epuck",),
        poses=np.zeros((1, 3)),
        velocities=np.zeros((1, 2)),
        actions=(Action.parse("Stop"),),
        duration=duration,
        seed=seed,
    )


def batch(count: int = 6, first: int = 0) -> list[SimRequest]:
    return [request(first + i) for i in range(count)]


class Echo:
    """A simulator whose trajectories only say which seed they belong to."""

    def __init__(self) -> None:
        self.count = 0

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        self.count += len(requests)
        return [Trajectory(r.robots, 0.1, np.full((1, 1, 3), float(r.seed))) for r in requests]


class FakeCall:
    def __init__(self) -> None:
        self.found: list[Trajectory] | None = None
        self.error: Exception | None = None
        self.forgotten = False

    def answer(self) -> list[Trajectory] | None:
        if self.error is not None:
            raise self.error
        return self.found

    def forget(self) -> None:
        self.forgotten = True


class FakeServer:
    """Answers after a delay [s]; None: never."""

    def __init__(self, delay: float | None = 0.0, error: Exception | None = None) -> None:
        self.delay, self.error = delay, error
        self.there = True
        self.asked: list[int] = []
        self.calls: list[FakeCall] = []
        self.echo = Echo()

    def ready(self) -> bool:
        return self.there

    def ask(self, requests: Sequence[SimRequest], wake: Callable[[], None]) -> FakeCall:
        self.asked.append(len(requests))
        call = FakeCall()
        self.calls.append(call)

        def answer() -> None:
            if self.error is not None:
                call.error = self.error
            else:
                call.found = self.echo.simulate(requests)
            wake()

        if self.delay is not None:
            threading.Timer(self.delay, answer).start()
        return call


def seeds(trajectories: list[Trajectory]) -> list[float]:
    return [float(t.poses[0, 0, 0]) for t in trajectories]


def balancer(*servers: FakeServer, here: Echo | None = None) -> Balancer:
    named = {f"server_{i}": server for i, server in enumerate(servers)}
    return Balancer(named, CONFIG, in_process=lambda: here or Echo())


def test_a_batch_comes_back_in_order_from_all_servers() -> None:
    servers = [FakeServer(), FakeServer(0.02), FakeServer()]
    assert seeds(balancer(*servers).simulate(batch(9))) == list(range(9))
    assert [sum(s.asked) for s in servers] == [3, 3, 3]


def test_an_empty_batch_asks_nobody() -> None:
    server = FakeServer()
    assert balancer(server).simulate([]) == []
    assert server.asked == []


def test_long_simulations_are_spread_evenly() -> None:
    servers = [FakeServer(), FakeServer()]
    requests = [request(i, duration) for i, duration in enumerate([10.0, 1.0, 1.0, 1.0, 10.0, 1.0])]
    assert seeds(balancer(*servers).simulate(requests)) == list(range(6))
    assert [s.asked for s in servers] == [[3], [3]]


def test_a_slow_server_gets_less_once_it_is_known() -> None:
    fast, slow = FakeServer(0.005), FakeServer(0.05)
    spread = balancer(fast, slow)
    for _ in range(4):
        spread.simulate(batch(12))
    assert fast.asked[-1] > 2 * sum(slow.asked[1:][-1:])


def test_what_a_silent_server_owes_is_asked_of_another() -> None:
    silent, good = FakeServer(None), FakeServer()
    spread = balancer(silent, good)
    begin = time.monotonic()
    assert seeds(spread.simulate(batch())) == list(range(6))
    assert time.monotonic() - begin < 1.0
    assert spread.resent == 3
    assert spread.simulated_here == 0
    spread.simulate(batch())  # it is late, so it is left alone
    assert silent.asked == [3]


def test_a_server_that_gave_nothing_is_forgotten_and_tried_again_later() -> None:
    silent, good = FakeServer(None), FakeServer()
    spread = balancer(silent, good)
    spread.simulate(batch())
    time.sleep(CONFIG.give_up + 0.05)
    spread.simulate(batch())
    assert silent.calls[0].forgotten
    silent.delay = 0.0
    time.sleep(CONFIG.longest_break + 0.05)
    spread.simulate(batch())
    assert len(silent.asked) == 2
    assert silent.echo.count > 0


def test_without_servers_it_simulates_in_process() -> None:
    gone, here = FakeServer(), Echo()
    gone.there = False
    spread = balancer(gone, here=here)
    assert spread.missing() == ["server_0"]
    assert seeds(spread.simulate(batch())) == list(range(6))
    assert here.count == spread.simulated_here == 6


def test_a_server_that_dies_while_it_works_is_noticed_before_its_time_is_up() -> None:
    dying, here = FakeServer(None), Echo()
    spread = Balancer({"dying": dying}, BalancerConfig(patience=30.0, give_up=60.0), in_process=lambda: here)
    threading.Timer(0.05, lambda: setattr(dying, "there", False)).start()
    assert seeds(spread.simulate(batch())) == list(range(6))
    assert here.count == 6


def test_a_late_answer_is_taken_while_the_simulator_in_process_is_still_being_made() -> None:
    late, made = FakeServer(0.25), threading.Event()

    def slow_to_make() -> Echo:
        made.wait(5.0)
        return Echo()

    spread = Balancer({"late": late}, CONFIG, in_process=slow_to_make)
    begin = time.monotonic()
    assert seeds(spread.simulate(batch())) == list(range(6))
    assert time.monotonic() - begin < 2.0
    assert (spread.resent, spread.simulated_here) == (6, 0)
    made.set()


def test_an_answer_that_comes_late_is_not_taken_for_one_of_the_next_batch() -> None:
    late, good = FakeServer(0.15), FakeServer()
    spread = balancer(late, good)
    assert seeds(spread.simulate(batch(first=0))) == list(range(6))
    for k in range(1, 8):
        assert seeds(spread.simulate(batch(first=100 * k))) == list(range(100 * k, 100 * k + 6))
        time.sleep(0.03)


def test_a_wrong_request_is_an_error_and_the_next_batch_is_fine() -> None:
    refusing = FakeServer(error=SimulationError("request 0: duration = -1.0"))
    spread = balancer(refusing)
    with pytest.raises(SimulationError, match=r"duration = -1\.0"):
        spread.simulate(batch())
    refusing.error = None
    assert seeds(spread.simulate(batch())) == list(range(6))


def test_a_server_of_another_version_is_passed_over() -> None:
    other, good, words = FakeServer(error=ConnectionError("arena 'corridor@1'")), FakeServer(), []
    spread = Balancer({"other": other, "good": good}, CONFIG, in_process=Echo, report=words.append)
    assert seeds(spread.simulate(batch())) == list(range(6))
    assert any("other: arena 'corridor@1'" in text for text in words)
    spread.simulate(batch())
    assert len(other.asked) == 1


def test_a_wait_can_be_ended_from_outside() -> None:
    class EndedError(Exception):
        pass

    def check() -> None:
        raise EndedError

    slow = Balancer({"silent": FakeServer(None)}, BalancerConfig(patience=30.0), in_process=Echo, check=check)
    with pytest.raises(EndedError):
        slow.simulate(batch())
