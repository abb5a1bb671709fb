"""A decision as markers: what is drawn where, and in which colour."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")

from std_msgs.msg import Header
from visualization_msgs.msg import Marker

from ce_core.consequence_engine import ConsequenceEngine, EngineConfig, Snapshot
from ce_core.experiments.scenario import draw, robot_names
from ce_core.internal_model.simulator.plain_simulator import PlainSimulator
from ce_nodes.markers import BLUE, RED, decision_markers

NAMES = robot_names(3)


@pytest.fixture(scope="module")
def groups() -> dict[str, list[Marker]]:
    scenario = draw(10000, NAMES)
    snapshot = Snapshot.of(
        0.0, scenario.smart_robot, NAMES, scenario.poses, np.zeros((3, 2)), scenario.actions
    )
    decision = ConsequenceEngine(EngineConfig(), PlainSimulator()).decide(snapshot)
    markers = decision_markers(decision, Header(frame_id="map"), EngineConfig()).markers
    assert markers[0].action == Marker.DELETEALL
    found: dict[str, list[Marker]] = {"": [], "decision": [decision]}
    for marker in markers[1:]:
        found.setdefault(marker.ns, []).append(marker)
    return found


def test_every_robot_has_a_body_a_name_and_a_prediction(groups: dict[str, list[Marker]]) -> None:
    (decision,) = groups["decision"]
    n = len(decision.prediction.robots)
    assert len(groups["robots"]) == len(groups["names"]) == len(groups["prediction"]) == n
    assert groups["prediction"][0].color == BLUE
    assert all(m.color == RED for m in groups["prediction"][1:])
    first = groups["prediction"][0].points[0]
    assert (first.x, first.y) == tuple(decision.prediction.poses[0, 0, :2])


def test_the_chosen_candidate_is_blue_and_at_its_goal(groups: dict[str, list[Marker]]) -> None:
    (decision,) = groups["decision"]
    (chosen,) = (m for m in groups["candidates"] if m.color == BLUE)
    goal = decision.action.sub_actions[0].arguments
    assert (chosen.pose.position.x, chosen.pose.position.y) == goal
    assert len(groups["candidates"]) == len(decision.candidates)


def test_safety_distance_and_attention_are_to_scale(groups: dict[str, list[Marker]]) -> None:
    assert groups["safety_distance"][0].scale.x == pytest.approx(0.44)
    (decision,) = groups["decision"]
    x, y, _ = decision.prediction.poses[0, 0]
    reach = [np.hypot(p.x - x, p.y - y) for p in groups["attention"][0].points]
    assert (min(reach), max(reach)) == pytest.approx((0.5, 1.0))
    assert len(groups["walls"][0].points) == 8


def test_every_marker_has_a_number_of_its_own_and_an_orientation(
    groups: dict[str, list[Marker]],
) -> None:
    markers = [m for name, group in groups.items() if name not in ("", "decision") for m in group]
    keys = [(m.ns, m.id) for m in markers]
    assert len(set(keys)) == len(keys)
    for m in markers:
        q = m.pose.orientation
        assert q.x**2 + q.y**2 + q.z**2 + q.w**2 == pytest.approx(1.0)
