"""Robots get to the initial poses of the next trial by themselves, from wherever the last one left them."""

from __future__ import annotations

import numpy as np
import pytest

from ce_core.experiments.placing import STOP, Placing, PlacingConfig
from ce_core.experiments.scenario import draw, robot_names
from ce_core.internal_model.robot_controller import Senses, control, encode, to_twist
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator.running_world import RunningWorld
from ce_core.internal_model.world_model import load_arena

NAMES = robot_names(6)


def drive(first: int, then: int, limit: float) -> tuple[float, list[str], np.ndarray]:
    """Start at the poses of one seed and drive to those of another: time, who is missing, errors."""
    model, arena = ROBOT_MODELS["epuck"], load_arena("corridor")
    target = draw(then, NAMES)
    world = RunningWorld(arena, [model] * 6, draw(first, NAMES).poses, time_step=0.1)
    placing = Placing(NAMES, target.poses, arena.bounds, 0.0, PlacingConfig(), seed=then)
    time = 0.0
    while time < limit:
        poses = {name: (x, y, t) for name, (x, y, t) in zip(NAMES, world.poses.tolist(), strict=True)}
        if not placing.elsewhere(poses):
            break
        infrared, actions = world.infrared(), placing.actions(time, poses)
        commands = [
            to_twist(
                control(*encode(actions[n]), Senses(infrared[i], *poses[n]), model.drive()), model.drive()
            )
            for i, n in enumerate(NAMES)
        ]
        world.step(np.array(commands))
        time += 0.1
    return time, placing.elsewhere(poses), world.poses - target.poses


@pytest.mark.parametrize("seed", [10000, 10001, 10002])
def test_six_robots_reach_random_poses(seed: int) -> None:
    time, missing, errors = drive(seed, seed + 100, 120.0)
    assert missing == []
    assert time < 120.0
    assert np.hypot(*errors[:, :2].T).max() <= 0.005
    assert np.abs(np.angle(np.exp(1j * errors[:, 2]))).max() <= 0.03


def test_who_is_there_stops_and_who_is_not_seen_is_missing() -> None:
    targets = np.array([[0.0, 0.0, 0.0], [0.5, 0.0, 1.0]])
    placing = Placing(("a", "b"), targets, (-1, -1, 1, 1), 0.0)
    poses = {"a": (0.003, 0.0, 0.02)}
    assert placing.elsewhere(poses) == ["b"]
    assert placing.actions(0.0, poses) == {"a": STOP}


def test_a_robot_turns_the_shorter_way() -> None:
    placing = Placing(("a",), np.array([[0.0, 0.0, 3.0]]), (-1, -1, 1, 1), 0.0)
    assert str(placing.actions(0.0, {"a": (0.0, 0.0, -3.0)})["a"]).startswith("TurnRight")
    assert str(placing.actions(0.0, {"a": (0.0, 0.0, 2.5)})["a"]).startswith("TurnLeft")


def test_a_robot_that_does_not_get_on_makes_a_detour_and_comes_back() -> None:
    placing = Placing(("a",), np.array([[1.0, 0.0, 0.0]]), (-1, -1, 1, 1), 0.0, PlacingConfig(stuck_time=2.0))
    here = {"a": (0.0, 0.0, 0.0)}
    said = {str(placing.actions(0.1 * k, here)["a"]) for k in range(100)}
    assert "MoveTo(1, 0);Avoidance" in said
    assert len(said) >= 2


def test_it_takes_too_long_at_some_time() -> None:
    placing = Placing(("a",), np.zeros((1, 3)), (-1, -1, 1, 1), 5.0, PlacingConfig(timeout=10.0))
    assert not placing.expired(14.0)
    assert placing.expired(15.1)
