"""The tracker's frame is found from known places and from where robots drove."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ce_core.internal_model.robot_controller import Action, Senses, control, encode, to_twist
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator.running_world import RunningWorld
from ce_core.internal_model.world_model import load_arena
from ce_core.object_tracker.calibration import CalibrationConfig, from_known_places, from_trajectories


def inverse(calibration: CalibrationConfig) -> CalibrationConfig:
    """Return the motion back: from frame map to the tracker's."""
    back = CalibrationConfig(-calibration.rotation)
    x, y, _ = back.apply(-calibration.x, -calibration.y, 0.0)
    return CalibrationConfig(-calibration.rotation, x, y)


@given(st.floats(-3.1, 3.1), st.floats(-2, 2), st.floats(-2, 2), st.integers(0, 100))
def test_known_places_give_the_frame_exactly(rotation: float, x: float, y: float, seed: int) -> None:
    truth = CalibrationConfig(rotation, x, y)
    known = np.random.default_rng(seed).uniform(-1, 1, (5, 2))
    found = from_known_places(inverse(truth).points(known), known)
    assert (found.rotation, found.x, found.y) == pytest.approx((rotation, x, y), abs=1e-9)


def test_a_pose_turns_with_the_frame() -> None:
    pose = CalibrationConfig(math.pi / 2, 1.0, 2.0).apply(0.5, 0.0, 0.1)
    assert pose == pytest.approx((1.0, 2.5, math.pi / 2 + 0.1))


def test_one_place_is_not_enough() -> None:
    with pytest.raises(ValueError, match="two different places"):
        from_known_places(np.zeros((4, 2)), np.zeros((4, 2)))
    with pytest.raises(ValueError, match="at least 100 points"):
        from_trajectories(np.zeros((4, 2)), (-1, -1, 1, 1))


def wander(seed: int, seconds: float) -> np.ndarray:
    """Let four e-pucks do GoStraight(0.8);Avoidance in the corridor, as in paper 0, section 2.3.3."""
    model, arena = ROBOT_MODELS["epuck"], load_arena("corridor")
    rng = np.random.default_rng(seed)
    poses = np.column_stack([[-0.8, -0.3, 0.3, 0.8], rng.uniform(-0.2, 0.2, 4), rng.uniform(-3, 3, 4)])
    world = RunningWorld(arena, [model] * 4, poses, time_step=0.1, seed=seed)
    action, drive = encode(Action.parse("GoStraight(0.8);Avoidance")), model.drive()
    places = []
    for _ in range(round(seconds / 0.1)):
        infrared, now = world.infrared(), world.poses
        places.append(now[:, :2])
        senses = [Senses(infrared[i], *now[i].tolist()) for i in range(4)]
        world.step(np.array([to_twist(control(*action, s, drive), drive) for s in senses]))
    return np.concatenate(places)


def test_three_degrees_are_found_from_where_robots_drove() -> None:
    """The paper's own case: a frame turned by 3 degrees and slightly offset."""
    bounds = load_arena("corridor").bounds
    truth = CalibrationConfig(math.radians(3.0), 0.04, -0.03)
    found = from_trajectories(inverse(truth).points(wander(10000, 300.0)), bounds)
    assert math.degrees(found.rotation) == pytest.approx(3.0, abs=0.5)
    assert (found.x, found.y) == pytest.approx((0.04, -0.03), abs=0.01)
