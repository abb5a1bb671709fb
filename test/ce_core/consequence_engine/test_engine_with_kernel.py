"""The whole loop with the real internal simulation: e-pucks, infrared, walls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from ce_core.consequence_engine import ConsequenceEngine, EngineConfig, Snapshot
from ce_core.experiments.scenario import draw
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.robot_model.epuck import EPUCK
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator

NAMES = tuple(f"epuck_{i}" for i in range(6))


@pytest.fixture(scope="module")
def kernel() -> KernelSimulator:
    return KernelSimulator()


def start_of_trial(seed: int) -> Snapshot:
    scenario = draw(seed, NAMES)
    return Snapshot.of(0.0, scenario.smart_robot, NAMES, scenario.poses, np.zeros((6, 2)), scenario.actions)


def gap(poses: np.ndarray) -> np.ndarray:
    """Distance of the first robot to the nearest other one, (steps,) [m]."""
    return np.hypot(*(poses[1:, :, :2] - poses[0, :, :2]).transpose(2, 0, 1)).min(axis=0)


@pytest.mark.parametrize("seed", range(5))
def test_a_safe_choice_keeps_everybody_at_a_distance(kernel: KernelSimulator, seed: int) -> None:
    decision = ConsequenceEngine(EngineConfig(), kernel).decide(start_of_trial(seed))
    chosen = decision.candidates[decision.chosen]
    assert not decision.all_dangerous
    assert chosen.min_distance >= 0.22
    if decision.attended:
        assert gap(decision.prediction.poses).min() == pytest.approx(chosen.min_distance)
    assert decision.prediction.poses.shape == (
        1 + len(decision.attended),
        1 + round(chosen.simulation_time / 0.1),
        3,
    )


def test_the_same_snapshot_gives_the_same_decision(kernel: KernelSimulator) -> None:
    records = []
    for _ in range(2):
        record = ConsequenceEngine(EngineConfig(), kernel).decide(start_of_trial(3)).to_dict()
        del record["compute_time"]
        records.append(record)
    assert records[0] == records[1]


@pytest.fixture(scope="module")
def mirrored_epuck() -> str:
    """Name of an e-puck whose left is the e-puck's right; the e-puck avoids to the left when in doubt."""
    left, right = EPUCK.avoid_left, EPUCK.avoid_right
    mirrored = replace(EPUCK, name="mirrored_epuck", avoid_left=right[::-1], avoid_right=left[::-1])
    return ROBOT_MODELS.add("mirrored_epuck")(mirrored).name


def test_a_mirrored_world_gives_the_mirrored_choice(kernel: KernelSimulator, mirrored_epuck: str) -> None:
    seen = start_of_trial(7)
    flip = np.array([1.0, -1.0, -1.0])
    mirrored = Snapshot(
        time=0.0,
        robot=seen.robot,
        pose=seen.pose * flip,
        velocity=seen.velocity,
        others=seen.others,
        other_poses=seen.other_poses * flip,
        other_velocities=seen.other_velocities,
        other_actions=seen.other_actions,
    )
    here = ConsequenceEngine(EngineConfig(), kernel).decide(seen)
    there = ConsequenceEngine(EngineConfig(robot_model=mirrored_epuck), kernel).decide(mirrored)
    by_goal = {c.action.sub_actions[0].arguments: c for c in there.candidates}
    for candidate in here.candidates:
        x, y = candidate.action.sub_actions[0].arguments
        twin = by_goal[x, -y]
        assert candidate.dangerous == twin.dangerous
        assert candidate.min_distance == pytest.approx(twin.min_distance, abs=1e-6)


@pytest.mark.parametrize("bearing", np.radians([0, 45, 90, 135, 180, -135, -90, -45]).tolist())
def test_already_in_danger_the_robot_leaves(
    kernel: KernelSimulator, snapshot: Callable[..., Snapshot], bearing: float
) -> None:
    other = (0.12 * np.cos(bearing), 0.12 * np.sin(bearing), 0.0)
    decision = ConsequenceEngine(EngineConfig(), kernel).decide(
        snapshot((0.0, 0.0, 0.0), ("a", other, "Stop"))
    )
    assert decision.all_dangerous
    distance = gap(decision.prediction.poses)
    assert (distance[:30] < 0.22).any()
    assert (distance[40:] >= 0.22).all()
    assert distance.min() > 0.09
