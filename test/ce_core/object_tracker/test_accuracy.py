"""The CLEAR MOT counts on cases that can be counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from ce_core.object_tracker.accuracy import Accuracy, visible_robots

ROBOTS = {"a": (0.0, 0.0), "b": (1.0, 0.0)}
BOTH = {"a", "b"}


def test_perfect_tracks() -> None:
    accuracy = Accuracy()
    for _ in range(5):
        accuracy.add(ROBOTS, BOTH, {"track_1": (0.0, 0.01), "track_2": (1.0, 0.0)})
    assert (accuracy.mota, accuracy.tracked, accuracy.switches, accuracy.present) == (1.0, 1.0, 0, 10)
    assert accuracy.motp == pytest.approx(0.005)


def test_a_miss_a_false_track_and_a_switch_cost_one_each() -> None:
    accuracy = Accuracy()
    accuracy.add(ROBOTS, BOTH, {"track_1": (0.0, 0.0), "track_2": (1.0, 0.0)})
    accuracy.add(ROBOTS, BOTH, {"track_1": (0.0, 0.0)})  # b missed
    accuracy.add(ROBOTS, BOTH, {"track_1": (0.0, 0.0), "track_3": (1.0, 0.0), "ghost": (0.5, 0.5)})
    assert (accuracy.missed, accuracy.false, accuracy.switches) == (1, 1, 1)
    assert accuracy.mota == pytest.approx(1.0 - 3 / 6)


def test_two_tracks_that_change_places_are_two_switches() -> None:
    accuracy = Accuracy()
    accuracy.add(ROBOTS, BOTH, {"1": (0.0, 0.0), "2": (1.0, 0.0)})
    accuracy.add(ROBOTS, BOTH, {"2": (0.0, 0.0), "1": (1.0, 0.0)})
    assert accuracy.switches == 2


def test_a_hidden_robot_need_not_be_tracked_and_its_track_is_not_false() -> None:
    accuracy = Accuracy()
    accuracy.add(ROBOTS, {"a"}, {"1": (0.0, 0.0)})
    accuracy.add(ROBOTS, {"a"}, {"1": (0.0, 0.0), "2": (1.0, 0.0)})
    assert (accuracy.missed, accuracy.false, accuracy.mota) == (0, 0, 1.0)


def test_a_robot_is_visible_if_enough_points_lie_on_its_rim() -> None:
    angles = np.linspace(2.0, 4.0, 5)
    points = np.array([1.0, 0.0]) + 0.035 * np.column_stack([np.cos(angles), np.sin(angles)])
    assert visible_robots(points, ROBOTS, 0.035) == {"b"}
    assert visible_robots(points[:2], ROBOTS, 0.035) == set()
