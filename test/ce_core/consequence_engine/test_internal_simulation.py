"""Building and running the batch of internal simulations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ce_core.consequence_engine import EngineConfig, Snapshot
from ce_core.consequence_engine.internal_simulation import requests, simulate_actions, situation
from ce_core.consequence_engine.simulation_time import SimulationTimeConfig
from ce_core.internal_model.robot_controller.action import Action

AHEAD = Action.parse("MoveTo(1, 0);Avoidance")
ASIDE = Action.parse("MoveTo(0, 0.4);Avoidance")
HEAD_ON = ("a", (1.0, 0.0, np.pi), "GoStraight(0.8);Avoidance")


def test_own_robot_first_and_what_the_others_do_is_used(snapshot: Callable[..., Snapshot]) -> None:
    seen = snapshot((0.0, 0.0, 0.0), HEAD_ON, ("b", (0.0, 1.0, 0.0), None))
    (request,) = requests(situation(seen, EngineConfig()), [AHEAD], np.array([7.5]))
    assert request.robots == ("smart", "a", "b")
    assert [str(a) for a in request.actions] == [
        "MoveTo(1, 0);Avoidance",
        "GoStraight(0.8);Avoidance",
        "GoStraight(0.7);Avoidance",
    ]
    assert request.models == ("epuck",) * 3
    assert request.poses.shape == (3, 3)
    assert (request.world, request.duration) == ("corridor", 7.5)


def test_one_batch_and_one_for_the_re_runs(snapshot: Callable[..., Snapshot], simulator: Any) -> None:
    seen = snapshot((0.0, 0.0, 0.0), HEAD_ON)
    found = simulate_actions(
        seen, [AHEAD, ASIDE], np.array([1.0, -0.1]), np.array([15.0, 15.0]), simulator, EngineConfig()
    )
    assert [len(batch) for batch in simulator.batches] == [2, 1]
    assert found.simulations == 3
    assert found.evaluation.dangerous.tolist() == [True, False]
    np.testing.assert_allclose(found.simulation_times, [12.0, 15.0])
    np.testing.assert_allclose(found.next_times, [9.6, 15.0])


def test_a_danger_beyond_the_shorter_time_is_let_go(
    snapshot: Callable[..., Snapshot], simulator: Any
) -> None:
    seen = snapshot((-1.0, 0.0, 0.0), ("a", (1.0, 0.0, np.pi), "GoStraight(0.4);Avoidance"))
    # The gap of 2.0 m closes at 0.14 m/s: 0.22 m is reached at 12.7 s, within 15 s but not within 12 s.
    found = simulate_actions(
        seen, [Action.parse("MoveTo(5, 0)")], np.array([1.0]), np.array([15.0]), simulator, EngineConfig()
    )
    assert found.simulations == 2
    assert not found.evaluation.dangerous[0]
    np.testing.assert_allclose(found.simulation_times, [12.0])
    np.testing.assert_allclose(found.next_times, [15.0])


def test_the_other_reading_re_runs_down_to_the_minimum(
    snapshot: Callable[..., Snapshot], simulator: Any
) -> None:
    config = EngineConfig(simulation_time=SimulationTimeConfig(rerun="until_minimum"))
    found = simulate_actions(
        snapshot((0.0, 0.0, 0.0), HEAD_ON), [AHEAD], np.array([1.0]), np.array([15.0]), simulator, config
    )
    times = [request.duration for batch in simulator.batches for request in batch]
    assert times == pytest.approx([15.0, 12.0, 9.6, 7.68, 7.5])
    assert found.simulations == 5


def test_beyond_the_budget_nothing_is_simulated(snapshot: Callable[..., Snapshot], simulator: Any) -> None:
    config = EngineConfig(time_budget=0.5, simulation_speed=32.0)
    found = simulate_actions(
        snapshot((0.0, 0.0, 0.0), HEAD_ON),
        [ASIDE, AHEAD],
        np.array([-0.1, 1.0]),
        np.array([15.0, 15.0]),
        simulator,
        config,
    )
    assert found.simulations == 1
    assert found.evaluation.simulated.tolist() == [False, True]
    assert found.trajectories[0] is None
    assert found.simulation_times[0] == 0.0
    np.testing.assert_allclose(found.next_times[0], 15.0)


def test_the_times_that_come_in_are_left_alone(snapshot: Callable[..., Snapshot], simulator: Any) -> None:
    times = np.array([15.0])
    simulate_actions(
        snapshot((0.0, 0.0, 0.0), HEAD_ON), [AHEAD], np.array([1.0]), times, simulator, EngineConfig()
    )
    assert times[0] == 15.0
