"""Metrics of runs that can be reckoned by hand, and agreement with the score that runs along."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ce_core.experiments.metrics import RunScore, ScoreConfig
from ce_core.experiments.run_metrics import run_metrics

Floats = NDArray[np.float64]
T = np.arange(0.0, 20.05, 0.1)


def line(x: float, y: float, vx: float, vy: float = 0.0) -> Floats:
    """Positions (steps, 2) of somebody who goes straight on."""
    return np.column_stack((x + vx * T, y + vy * T))


def paths(*of: Floats) -> Floats:
    return np.stack(of, axis=1)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32), smart=st.integers(0, 3))
def test_agrees_with_the_score_that_runs_along(seed: int, smart: int) -> None:
    rng = np.random.default_rng(seed)
    poses = rng.uniform(-0.5, 0.5, (1, 4, 2)) + rng.normal(0.0, 0.03, (150, 4, 2)).cumsum(axis=0)
    times = rng.uniform(0.0, 0.3, 150).cumsum()
    goal = rng.uniform(-0.5, 0.5, 2)
    score = RunScore(goal, smart)
    for time, positions in zip(times, poses, strict=True):
        score.update(time, positions)
    found = run_metrics(times, poses, goal, smart)
    assert found.arrived == score.arrived
    assert found.run_time == pytest.approx(score.run_time)
    assert found.distance == pytest.approx(score.distance)
    assert found.danger_time == pytest.approx(score.danger_time)
    assert found.min_distance == pytest.approx(score.min_distance)
    assert found.contacts == score.contacts
    assert set(found.stuck_robots) == score.stuck_robots


def test_a_straight_run_is_a_perfect_path() -> None:
    found = run_metrics(T, paths(line(-1.0, 0.0, 0.1), line(0.0, 5.0, 0.0)), (1.0, 0.0))
    assert found.success
    assert found.spl == pytest.approx(1.0, abs=0.01)
    assert found.slow_time == 0.0
    assert found.jerk == pytest.approx(0.0, abs=1e-6)
    assert math.isnan(found.min_time_to_collision)


def test_a_detour_of_twice_the_length_halves_the_spl() -> None:
    away = np.concatenate([line(-1.0, 0.0, 0.0, 0.1)[:50], line(-1.0, 1.0, 0.0, -0.1)[50:100]])
    path = np.concatenate([away, line(-2.0, 0.0, 0.1)[100:]])  # 1 m aside and back, then 2 m ahead
    times = 0.1 * np.arange(len(path))
    found = run_metrics(times, path[:, None], (0.0, 0.0), config=ScoreConfig(goal_tolerance=0.005))
    assert found.arrived
    assert found.spl == pytest.approx(0.5, abs=0.01)


def test_who_touches_somebody_has_no_success() -> None:
    found = run_metrics(T, paths(line(-1.0, 0.0, 0.1), line(0.0, 0.0, 0.0)), (1.0, 0.0))
    assert found.arrived
    assert found.contacts == 1
    assert not found.success
    assert found.spl == 0.0


def test_head_on_time_to_collision() -> None:
    """1 m apart, closing at 0.15 m/s, until the moment before they pass at 0.5 m: no contact after that."""
    two = paths(line(-1.0, 0.0, 0.1), line(0.0, 0.0, -0.05))[:20]
    found = run_metrics(T[:20], two, (9.0, 0.0), config=ScoreConfig(contact_distance=0.07))
    assert found.min_time_to_collision == pytest.approx((1.0 - 0.15 * 1.9 - 0.07) / 0.15)


def test_passing_at_a_distance_is_no_collision_course() -> None:
    two = paths(line(-1.0, 0.0, 0.1), line(1.0, 0.3, -0.1))
    assert math.isnan(run_metrics(T, two, (9.0, 0.0)).min_time_to_collision)


def test_time_below_a_speed() -> None:
    stop = np.minimum(0.1 * T, 1.0)
    path = np.column_stack((stop, np.zeros(len(T))))
    found = run_metrics(T, path[:, None], (9.0, 0.0), config=ScoreConfig(slow_speed=0.02))
    assert found.slow_time == pytest.approx(10.0)


def test_jerk_of_a_cubic() -> None:
    """The third derivative of a t^3 is 6 a."""
    path = np.column_stack((0.5 * T**3, np.zeros(len(T))))
    assert run_metrics(T, path[:, None], (1e9, 0.0)).jerk == pytest.approx(3.0)


def test_others_that_have_a_goal() -> None:
    three = paths(line(-1.0, 0.0, 0.1), line(0.0, 1.0, 0.05), line(0.0, 2.0, 0.0))
    goals = [[math.nan, math.nan], [0.5, 1.0], [math.nan, math.nan]]
    found = run_metrics(T, three, (9.0, 0.0), other_goals=goals, config=ScoreConfig(goal_tolerance=0.0001))
    assert found.others_time_to_goal == pytest.approx(10.0)
    assert found.others_speed == pytest.approx(0.025)


def test_a_single_pose_is_a_run_too() -> None:
    found = run_metrics([3.0], [[[0.0, 0.0]]], (1.0, 0.0))
    assert (found.arrived, found.run_time, found.distance, found.danger_ratio) == (False, 0.0, 0.0, 0.0)
    assert math.isnan(found.jerk)


@pytest.mark.parametrize(
    ("times", "poses", "smart", "message"),
    [
        ([0.0, 1.0], np.zeros((3, 1, 2)), 0, r"times of shape \(2,\) and poses of shape \(3, 1, 2\)"),
        ([], np.zeros((0, 1, 2)), 0, r"expected \(steps,\)"),
        ([1.0, 0.5], np.zeros((2, 1, 2)), 0, r"time 0.5 s is before 1.0 s"),
        ([0.0, 1.0], np.zeros((2, 1, 2)), 3, r"smart_index 3 is not one of 1 robots"),
    ],
)
def test_wrong_input_is_named(times: list[float], poses: Floats, smart: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        run_metrics(times, poses, (0.0, 0.0), smart)
