"""The whole loop, with a simulator simple enough to reckon with by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ce_core.consequence_engine import ConsequenceEngine, Decision, EngineConfig, Snapshot
from ce_core.consequence_engine.candidate_actions import CandidateActions
from ce_core.internal_model.robot_controller.action import Action


def summary(decision: Decision) -> dict[str, Any]:
    """The record without the one thing that differs from run to run."""
    return {key: value for key, value in decision.to_dict().items() if key != "compute_time"}


def test_alone_the_robot_goes_for_the_best_goal_in_reach(
    snapshot: Callable[..., Snapshot], simulator: Any
) -> None:
    decision = ConsequenceEngine(EngineConfig(), simulator).decide(snapshot((-1.0, 0.0, 0.0)))
    assert str(decision.action) == "MoveTo(-0.2, 0);Avoidance"
    assert not decision.all_dangerous
    assert decision.attended == ()
    assert decision.simulations == len(decision.candidates) == 7
    assert decision.prediction.robots == ("smart",)
    assert decision.prediction.poses.shape == (1, 151, 3)


def test_somebody_in_the_way_is_gone_around(snapshot: Callable[..., Snapshot], simulator: Any) -> None:
    seen = snapshot((-1.0, 0.0, 0.0), ("a", (-0.5, 0.0, np.pi), "Stop"))
    decision = ConsequenceEngine(EngineConfig(), simulator).decide(seen)
    straight = next(c for c in decision.candidates if str(c.action).startswith("MoveTo(-0.2, 0)"))
    assert straight.dangerous
    # 0.28 m at 0.1 m/s to the safety distance of 0.22 m
    assert straight.danger_time == pytest.approx(2.8, abs=0.11)
    assert straight.nearest_robot == "a"
    assert straight.safety_modifier == pytest.approx(-108.0)
    assert straight.value == straight.base_value + straight.safety_modifier
    chosen = decision.candidates[decision.chosen]
    assert chosen.chosen
    assert not chosen.dangerous
    assert chosen.value == max(c.value for c in decision.candidates)
    assert decision.prediction.poses[0, -1, :2] == pytest.approx(
        chosen.action.sub_actions[0].arguments, abs=1e-9
    )


def test_somebody_behind_is_not_simulated(snapshot: Callable[..., Snapshot], simulator: Any) -> None:
    seen = snapshot((0.0, 0.0, 0.0), ("behind", (-0.6, 0.0, 0.0), "GoStraight(0.8)"))
    decision = ConsequenceEngine(EngineConfig(), simulator).decide(seen)
    assert decision.attended == ()
    assert simulator.batches[0][0].robots == ("smart",)


def test_the_simulation_time_is_remembered_action_by_action(
    snapshot: Callable[..., Snapshot], simulator: Any
) -> None:
    engine = ConsequenceEngine(EngineConfig(), simulator)
    seen = snapshot((-1.0, 0.0, 0.0), ("a", (-0.5, 0.0, np.pi), "Stop"))
    times = []
    for _ in range(4):
        decision = engine.decide(seen)
        times.append({c.dangerous: c.simulation_time for c in decision.candidates})
    # dangerous: 15 and at once 12, then 9.6 and 7.68, then 7.5; safe: 15 throughout
    assert [t[True] for t in times] == pytest.approx([12.0, 7.68, 7.5, 7.5])
    assert [t[False] for t in times] == pytest.approx([15.0] * 4)


@pytest.mark.parametrize("angle", np.linspace(-np.pi, np.pi, 9).tolist())
@pytest.mark.parametrize("distance", [0.08, 0.15, 0.21])
def test_already_in_danger_the_robot_leaves(
    snapshot: Callable[..., Snapshot], simulator: Any, angle: float, distance: float
) -> None:
    x, y = distance * np.cos(angle), distance * np.sin(angle)
    decision = ConsequenceEngine(EngineConfig(), simulator).decide(
        snapshot((0.0, 0.0, 0.0), ("a", (x, y, 0.0), "Stop"))
    )
    assert decision.all_dangerous
    assert all(c.danger_time == 0.0 for c in decision.candidates)
    path = decision.prediction.poses
    gap = np.hypot(path[0, :, 0] - path[1, :, 0], path[0, :, 1] - path[1, :, 1])
    assert gap[5] > gap[0]  # by the next decision
    assert gap[-1] > 0.22


def test_when_all_is_dangerous_not_straight_through_the_crowd(
    snapshot: Callable[..., Snapshot], simulator: Any
) -> None:
    ring = [
        (f"r{i}", (0.3 * np.cos(a), 0.3 * np.sin(a), a + np.pi), "GoStraight(0.7);Avoidance")
        for i, a in enumerate(np.radians([0, 60, -60, 120, 240]))
    ]
    decision = ConsequenceEngine(EngineConfig(), simulator).decide(snapshot((0.0, 0.0, 0.0), *ring))
    assert decision.all_dangerous
    distances = [c.min_distance for c in decision.candidates]
    assert decision.candidates[decision.chosen].min_distance == max(distances)
    best_base_value = max(decision.candidates, key=lambda c: c.base_value)
    assert best_base_value.min_distance < max(distances)


def test_far_from_every_goal_there_is_still_a_decision(
    snapshot: Callable[..., Snapshot], simulator: Any
) -> None:
    decision = ConsequenceEngine(EngineConfig(), simulator).decide(snapshot((9.0, 9.0, 0.0)))
    assert len(decision.candidates) == 3


def test_a_user_brings_other_actions_and_another_potential(
    snapshot: Callable[..., Snapshot], simulator: Any
) -> None:
    goals = np.array([[0.3, 0.0], [-0.3, 0.0]])
    actions = CandidateActions(tuple(Action.parse(f"MoveTo({x}, {y})") for x, y in goals), goals)
    engine = ConsequenceEngine(
        EngineConfig(), simulator, actions=actions, potential=lambda points: -points[:, 0]
    )
    assert str(engine.decide(snapshot((0.0, 0.0, 0.0))).action) == "MoveTo(-0.3, 0)"


def test_an_engine_without_actions_is_an_error(simulator: Any) -> None:
    with pytest.raises(ValueError, match="no actions to choose from"):
        ConsequenceEngine(EngineConfig(), simulator, actions=CandidateActions((), np.empty((0, 2))))


def test_the_same_snapshots_give_the_same_decisions(
    snapshot: Callable[..., Snapshot], simulator: Any
) -> None:
    seen = snapshot((-1.0, 0.0, 0.0), ("a", (-0.5, 0.1, np.pi), "GoStraight(0.8)"))
    one, two = (ConsequenceEngine(EngineConfig(), simulator) for _ in range(2))
    for _ in range(3):
        assert summary(one.decide(seen)) == summary(two.decide(seen))


def test_the_record_survives_json(snapshot: Callable[..., Snapshot], simulator: Any) -> None:
    for others in ((), (("a", (-0.5, 0.0, np.pi), "Stop"),)):
        decision = ConsequenceEngine(EngineConfig(), simulator).decide(snapshot((-1.0, 0.0, 0.0), *others))
        text = json.dumps(decision.to_dict(), allow_nan=False)
        again = Decision.from_dict(json.loads(text))
        assert again.to_dict() == decision.to_dict()
        assert again.action == decision.action
        assert [np.isnan(c.danger_time) for c in again.candidates] == [
            not c.dangerous for c in decision.candidates
        ]
        assert [c.min_distance for c in again.candidates] == [c.min_distance for c in decision.candidates]


def test_actions_can_be_made_for_every_snapshot(snapshot: Callable[..., Snapshot], simulator: Any) -> None:
    def one_step_ahead(seen: Snapshot) -> CandidateActions:
        x = float(seen.pose[0]) + 0.1
        return CandidateActions((Action.parse(f"MoveTo({x}, 0)"),), np.array([[x, 0.0]]))

    engine = ConsequenceEngine(EngineConfig(), simulator, actions=one_step_ahead)
    for x in (-1.0, 0.5):
        decision = engine.decide(snapshot((x, 0.0, 0.0)))
        assert decision.action.sub_actions[0].arguments[0] == pytest.approx(x + 0.1)
