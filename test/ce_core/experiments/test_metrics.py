"""The score of runs whose metrics are plain to see."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ce_core.experiments.metrics import RunScore, ScoreConfig


def test_straight_to_the_goal() -> None:
    score = RunScore((1.0, 0.0), config=ScoreConfig(goal_tolerance=0.075))
    for step in range(300):
        score.update(0.1 * step, [[-1.0 + 0.01 * step, 0.0], [0.0, 5.0]])
    # Within 0.075 m of the goal first at x = 0.93 m.
    assert score.arrived
    assert score.run_time == pytest.approx(19.3)
    assert score.distance == pytest.approx(1.93)
    assert score.danger_ratio == 0.0
    assert score.min_distance == pytest.approx(5.0, abs=1e-3)


def test_danger_ratio_is_the_share_of_time_somebody_is_near() -> None:
    score = RunScore((9.0, 0.0))
    for time, x in [(0.0, 1.0), (1.0, 0.2), (3.0, 0.1), (4.0, 0.5)]:
        score.update(time, [[0.0, 0.0], [x, 0.0]])
    # in danger at the ends of the first second and of the two after it
    assert score.danger_time == pytest.approx(3.0)
    assert score.danger_ratio == pytest.approx(0.75)
    assert score.min_distance == pytest.approx(0.1)


def test_the_smart_robot_may_be_any_of_them() -> None:
    score = RunScore((9.0, 0.0), smart_index=1)
    score.update(0.0, [[0.0, 0.0, 3.0], [1.0, 0.0, 3.0]])
    score.update(1.0, [[0.0, 0.0, 3.0], [1.5, 0.0, 3.0]])
    assert score.distance == pytest.approx(0.5)
    assert score.min_distance == pytest.approx(1.0)


def test_exactly_at_the_safety_distance_is_safe() -> None:
    score = RunScore((9.0, 0.0), config=ScoreConfig(safety_distance=0.25))
    for time in (0.0, 1.0):
        score.update(time, [[0.0, 0.0], [0.25, 0.0]])
    assert score.danger_ratio == 0.0


def test_what_comes_after_the_arrival_does_not_count() -> None:
    score = RunScore((0.0, 0.0))
    score.update(0.0, [[0.5, 0.0], [1.0, 1.0]])
    score.update(1.0, [[0.05, 0.0], [1.0, 1.0]])
    score.update(9.0, [[0.5, 0.0], [0.5, 0.0]])
    assert (score.run_time, score.danger_ratio) == (1.0, 0.0)
    assert score.distance == pytest.approx(0.45)


def test_the_clock_may_start_anywhere() -> None:
    score = RunScore((9.0, 0.0))
    score.update(100.0, [[0.0, 0.0]])
    score.update(102.5, [[0.1, 0.0]])
    assert score.run_time == pytest.approx(2.5)
    assert math.isinf(score.min_distance)


def test_simulations_per_step_is_a_mean_over_decisions() -> None:
    score = RunScore((9.0, 0.0))
    assert score.simulations_per_step == 0.0
    score.count_simulations(9)
    score.count_simulations(12)
    assert score.simulations_per_step == 10.5


def test_a_contact_counts_once_as_long_as_it_lasts() -> None:
    score = RunScore((9.0, 0.0))
    for step, x in enumerate([0.2, 0.07, 0.07, 0.2, 0.07]):
        score.update(0.1 * step, [[0.0, 0.0], [x, 0.0]])
    assert score.contacts == 2


def test_an_h_robot_that_stays_in_place_is_stuck_a_waiting_smart_robot_is_not() -> None:
    score = RunScore((9.0, 0.0))
    for step in range(200):
        score.update(0.1 * step, [[0.0, 0.0], [1.0, 0.005 * (step % 2)], [2.0 + 0.01 * step, 0.0]])
    assert score.stuck_robots == {1}


def test_wrong_input_is_named() -> None:
    score = RunScore((9.0, 0.0))
    score.update(1.0, [[0.0, 0.0], [1.0, 0.0]])
    with pytest.raises(ValueError, match=r"time 0.5 s is before 1.0 s"):
        score.update(0.5, [[0.0, 0.0], [1.0, 0.0]])
    with pytest.raises(ValueError, match=r"positions of 1 robots at 2.0 s; there were 2 before"):
        score.update(2.0, [[0.0, 0.0]])
    with pytest.raises(ValueError, match="smart_index 3 is not one of 1 robots"):
        RunScore((0.0, 0.0), smart_index=3).update(0.0, [[1.0, 1.0]])


def test_positions_given_once_may_change_afterwards() -> None:
    score = RunScore((9.0, 0.0))
    positions = np.zeros((1, 2))
    score.update(0.0, positions)
    positions[0, 0] = 1.0
    score.update(1.0, positions)
    assert score.distance == pytest.approx(1.0)
