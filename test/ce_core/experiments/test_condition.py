"""Conditions and the worlds they make."""

from __future__ import annotations

from dataclasses import replace
from math import radians

import numpy as np
import pytest

from ce_core.experiments.condition import CONDITIONS, GAP, SIM, Condition
from ce_core.experiments.corridor_world import CorridorWorld
from ce_core.experiments.scenario import draw, robot_names
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.sensors.tracker import TrackerConfig


def world(condition: Condition, seed: int = 1) -> CorridorWorld:
    return CorridorWorld(draw(seed, robot_names(6)), condition, ROBOT_MODELS["epuck"], "corridor")


def test_an_unknown_condition_lists_the_known() -> None:
    with pytest.raises(ValueError, match=r"unknown condition 'reel'.*Known: gap, sim"):
        CONDITIONS["reel"]


def test_without_a_gap_the_snapshot_is_the_world() -> None:
    one = world(SIM)
    for _ in range(5):
        one.advance(one.scenario.actions)
    seen, smart = one.snapshot(), one.scenario.smart_index
    np.testing.assert_array_equal(seen.pose, one.poses[smart])
    np.testing.assert_array_equal(seen.other_poses, np.delete(one.poses, smart, axis=0))


def test_the_trackers_frame_is_turned_against_the_arena() -> None:
    exact = replace(GAP, tracker=TrackerConfig(rotation=radians(3.0), offset_x=0.01))
    one = world(exact)
    start = one.scenario.poses
    np.testing.assert_allclose(one.snapshot().pose, start[one.scenario.smart_index], atol=1e-12)
    turned = one.poses[:, 2] - start[:, 2]
    np.testing.assert_allclose(turned, -radians(3.0))
    gaps = [np.hypot(*(p[0, :2] - p[1, :2])) for p in (one.poses, start)]
    assert gaps[0] == pytest.approx(gaps[1])


def test_in_the_gap_robots_are_known_late_and_inexactly() -> None:
    one = world(GAP)
    for _ in range(20):
        one.advance(one.scenario.actions)
    seen = np.vstack([one.snapshot().pose[None], one.snapshot().other_poses])
    smart = one.scenario.smart_index
    true = np.vstack([one.poses[smart][None], np.delete(one.poses, smart, axis=0)])
    missed = np.hypot(*(GAP.in_arena(seen) - true)[:, :2].T)
    assert missed.max() > 0.001
    assert missed.max() < 0.1 * (0.05 + 1 / 15 + 0.1) + 0.005  # top speed x age of the frame, and noise


def test_a_gap_is_a_function_of_its_seed() -> None:
    one, two, other = world(GAP), world(GAP), world(GAP, seed=2)
    for each in (one, two, other):
        for _ in range(10):
            each.advance(each.scenario.actions)
    np.testing.assert_array_equal(one.poses, two.poses)
    assert not np.array_equal(one.poses, other.poses)


def test_a_step_that_does_not_fit_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"time_step 0.03 s must fit"):
        Condition("odd", time_step=0.03)
