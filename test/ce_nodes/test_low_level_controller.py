"""The controller's node: who moves the robot, and when it stops, at times that the test makes up."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")
pytest.importorskip("consequence_engine.msg", reason="the interfaces are not built; run ./ce doctor")

import numpy as np
import rclpy
from consequence_engine.msg import CtrlRequest, ExperimentStatus, Track, Tracks
from geometry_msgs.msg import Twist
from sensor_msgs.msg import Range

from ce_core.internal_model.robot_controller import SUB_ACTIONS, Action
from ce_nodes.health import Health
from ce_nodes.low_level_controller import LowLevelController
from ce_sim_server.conversions import action_to_message

ROBOT = "epuck_0"


class Bench:
    """A controller whose messages, time and commands are the test's."""

    def __init__(self) -> None:
        self.node = LowLevelController()
        self.time = 100.0
        self.said: list[Twist] = []
        self.node.seconds = lambda: self.time  # type: ignore[method-assign]
        self.node._command = self.said.append

    def sense(self) -> None:
        for k in range(8):
            self.node._on_range(k, Range(range=0.0))
        self.node._on_tracks(Tracks(tracks=[Track(robot=ROBOT, x=0.0, y=0.0, theta=0.0)]))

    def ask(self, action: str) -> None:
        self.node._on_ctrl_request(CtrlRequest(robot=ROBOT, action=action_to_message(Action.parse(action))))

    def decide(self, action: str) -> None:
        self.node._on_action(action_to_message(Action.parse(action)))

    def status(self, phase: int, controller: str = "ce", smart: str = ROBOT) -> None:
        self.node._on_status(ExperimentStatus(phase=phase, controller=controller, smart_robot=smart))

    def speed(self) -> float:
        self.node._control()
        return float(self.said[-1].linear.x)

    def complaint(self) -> str:
        health = Health()
        self.node._examine(health)
        return health.message


@pytest.fixture
def bench(ros_domain: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    rclpy.init(domain_id=ros_domain)
    made = Bench()
    yield made
    made.node.destroy_node()
    rclpy.shutdown()


def test_it_stops_when_the_sensors_are_silent(bench: Bench) -> None:
    bench.ask("GoStraight(0.5)")
    assert bench.speed() == 0.0  # nothing was heard yet
    bench.sense()
    assert bench.speed() > 0.0
    bench.time += 1.1
    assert bench.speed() == 0.0
    assert bench.complaint() == "stopped: the sensors are silent"
    bench.sense()
    assert bench.speed() > 0.0


def test_it_stops_without_a_pose_only_if_the_action_needs_one(bench: Bench) -> None:
    bench.sense()
    bench.time += 0.6
    for k in range(8):
        bench.node._on_range(k, Range(range=0.0))
    bench.time += 0.6
    bench.ask("MoveTo(1.0, 0.0)")
    assert bench.speed() == 0.0
    assert "tracker" in bench.complaint()
    bench.ask("GoStraight(0.5)")
    assert bench.speed() > 0.0


def test_it_stops_when_the_engine_is_silent_but_a_request_stands(bench: Bench) -> None:
    bench.status(ExperimentStatus.RUNNING)
    bench.decide("GoStraight(0.5)")
    bench.time += 2.9
    bench.sense()
    assert bench.speed() > 0.0
    bench.time += 0.2
    bench.sense()
    assert bench.speed() == 0.0
    assert bench.complaint() == "stopped: the engine is silent"
    bench.status(ExperimentStatus.DONE)
    bench.ask("GoStraight(0.5)")
    bench.time += 100.0
    bench.sense()
    assert bench.speed() > 0.0


def test_in_a_trial_only_the_engine_moves_the_smart_robot(bench: Bench) -> None:
    bench.sense()
    bench.status(ExperimentStatus.RUNNING)
    bench.decide("GoStraight(0.5)")
    bench.ask("Stop")
    assert bench.speed() > 0.0
    bench.status(ExperimentStatus.DONE)  # the request has waited for this
    assert bench.speed() == 0.0
    bench.decide("GoStraight(0.5)")  # came late
    assert bench.speed() == 0.0


@pytest.mark.parametrize(("controller", "smart"), [("baseline", ROBOT), ("ce", "epuck_1")])
def test_others_and_the_baseline_do_what_they_are_asked(bench: Bench, controller: str, smart: str) -> None:
    bench.sense()
    bench.status(ExperimentStatus.RUNNING, controller, smart)
    bench.ask("GoStraight(0.5)")
    assert bench.speed() > 0.0
    bench.decide("Stop")
    assert bench.speed() > 0.0


def test_without_an_experiment_the_newest_counts(bench: Bench) -> None:
    bench.sense()
    bench.decide("GoStraight(0.5)")
    assert bench.speed() > 0.0
    bench.ask("Stop")
    assert bench.speed() == 0.0


def test_a_wrong_action_changes_nothing(bench: Bench) -> None:
    bench.sense()
    bench.ask("GoStraight(0.5)")
    request = CtrlRequest(robot=ROBOT, action=action_to_message(Action.parse("Stop")))
    request.action.sub_actions[0].name = "Stopp"
    bench.node._on_ctrl_request(request)
    assert bench.speed() > 0.0


# At the origin, looking along x: the signs of its speed and of its turn rate.
AS_ASKED = {
    "GoStraight(0.5)": (1, 0),
    "Stop": (0, 0),
    "TurnLeft(0.5)": (0, 1),
    "TurnRight(0.5)": (0, -1),
    "MoveTo(0.0, 1.0)": (0, 1),
    "MoveTo(0.0, -1.0)": (0, -1),
    "MoveTo(1.0, 0.0)": (1, 0),
    "CalibrateIR": (0, 0),
    "ResetDSPIC": (0, 0),
    "PrintProximityValues": (0, 0),
    "Avoidance": (0, 0),
}


@pytest.mark.parametrize(("action", "expected"), AS_ASKED.items())
def test_a_robot_with_free_space_around_it_does_as_it_is_asked(
    bench: Bench, action: str, expected: tuple[int, int]
) -> None:
    bench.sense()
    bench.ask(action)
    bench.speed()
    said = bench.said[-1]
    assert (np.sign(said.linear.x), np.sign(said.angular.z)) == expected


def test_there_are_the_nine_sub_actions_of_the_paper() -> None:
    assert {action.partition("(")[0] for action in AS_ASKED} == set(SUB_ACTIONS)
    assert len(SUB_ACTIONS) == 9


@pytest.mark.parametrize(("sensor", "turn"), [(1, 1), (6, -1)])  # ps1 is on the right, ps6 on the left
def test_composed_with_avoidance_it_turns_away_from_what_is_near(
    bench: Bench, sensor: int, turn: int
) -> None:
    for action in ("GoStraight(0.5)", "GoStraight(0.5);Avoidance"):
        bench.sense()
        bench.node._on_range(sensor, Range(range=0.02))
        bench.ask(action)
        bench.speed()
    straight, composed = bench.said[-2:]
    assert straight.angular.z == 0.0
    assert np.sign(composed.angular.z) == turn


def test_the_jitter_of_its_rate_is_in_its_diagnostics(bench: Bench) -> None:
    def values() -> dict[str, str]:
        health = Health()
        bench.node._examine(health)
        return health.values

    assert "jitter_median_ms" not in values()  # it has run once at most
    for moment in (0.0, 0.1, 0.213, 0.3, 0.4):
        bench.node._intervals.note(moment)
    assert (values()["jitter_median_ms"], values()["jitter_max_ms"]) == ("13.00", "13.00")


def hardware(bench: Bench, action: str, steps: int = 1) -> Callable[[], float]:
    bench.ask(action)
    for _ in range(steps):
        bench.speed()
    return lambda: float(bench.node._proximity.values.max())


def test_calibrating_takes_what_is_seen_for_nothing_and_a_reset_forgets_it(bench: Bench) -> None:
    bench.sense()
    for k in range(8):
        bench.node._on_range(k, Range(range=0.02))
    seen = bench.node._proximity.values.max()
    assert seen > 0.0
    assert hardware(bench, "CalibrateIR", steps=10)() == 0.0
    assert hardware(bench, "ResetDSPIC")() == seen


def test_proximity_values_are_printed(bench: Bench, capfd: pytest.CaptureFixture[str]) -> None:
    bench.sense()
    hardware(bench, "PrintProximityValues")
    assert "ps0 0.00 ps1 0.00" in capfd.readouterr().err
