"""Tracks from measured poses."""

from __future__ import annotations

import math

import pytest

from ce_core.object_tracker import PoseTracker, PoseTrackerConfig
from ce_core.object_tracker.odometry_anchor import OdometryAnchor


def test_velocity_of_a_robot_that_goes_straight() -> None:
    tracker = PoseTracker(PoseTrackerConfig())
    for k in range(100):
        t = 0.02 * k
        tracker.update("a", t, 0.1 * t, -0.05 * t, 0.0)
    (track,) = tracker.tracks(0.02 * 99)
    assert track.vx == pytest.approx(0.1, rel=1e-3)
    assert track.vy == pytest.approx(-0.05, rel=1e-3)
    assert track.speed == pytest.approx(0.1, rel=1e-3)


def test_a_turn_through_half_a_circle_is_not_a_jump() -> None:
    tracker = PoseTracker(PoseTrackerConfig())
    for k in range(100):
        theta = 3.0 + 0.02 * k * 0.5
        tracker.update("a", 0.02 * k, 0.0, 0.0, math.atan2(math.sin(theta), math.cos(theta)))
    assert tracker.tracks(2.0)[0].omega == pytest.approx(0.5, rel=1e-3)


def test_a_robot_that_is_not_measured_ages_and_is_lost() -> None:
    tracker = PoseTracker(PoseTrackerConfig(lost_after=1.0))
    tracker.update("a", 0.0, 0.0, 0.0, 0.0)
    tracker.update("b", 0.9, 0.0, 0.0, 0.0)
    assert [(t.robot, round(t.age, 3)) for t in tracker.tracks(0.9)] == [("a", 0.9), ("b", 0.0)]
    assert [t.robot for t in tracker.tracks(1.5)] == ["b"]


def test_a_gap_is_bridged_by_prediction_with_growing_uncertainty() -> None:
    tracker = PoseTracker(PoseTrackerConfig(lost_after=1.0))
    for k in range(51):
        tracker.update("a", 0.02 * k, 0.1 * 0.02 * k, 0.0, 0.0)
    (now,), (later,) = tracker.tracks(1.0), tracker.tracks(1.5)
    assert later.x == pytest.approx(0.15, abs=1e-3)
    assert later.position_sd > 10 * now.position_sd
    assert later.covariance[0] > now.covariance[0] > 0.0
    assert (tracker.lost(1.5), tracker.lost(2.1)) == ([], ["a"])
    assert tracker.tracks(2.1) == []
    tracker.update("a", 3.0, 0.5, 0.5, 1.0)
    assert (tracker.tracks(3.0)[0].x, tracker.lost(3.0)) == (0.5, [])


def test_a_single_wild_pose_is_not_believed_but_a_robot_that_was_carried_is() -> None:
    tracker = PoseTracker(PoseTrackerConfig(gate=0.15, jump_after=0.3))
    for k in range(50):
        tracker.update("a", 0.02 * k, 0.0, 0.0, 0.0)
    tracker.update("a", 1.0, 0.8, 0.3, 0.0)  # a marker of another robot
    assert tracker.tracks(1.0)[0].x == pytest.approx(0.0, abs=1e-6)
    for k in range(51, 80):
        tracker.update("a", 0.02 * k, 0.8, 0.3, 0.0)
    assert tracker.tracks(1.6)[0].x == pytest.approx(0.8, abs=1e-6)


def test_covariance_is_symmetric_and_ordered_as_documented() -> None:
    import numpy as np

    tracker = PoseTracker(PoseTrackerConfig())
    for k in range(10):
        tracker.update("a", 0.02 * k, 0.1 * k, 0.0, 0.0)
    (track,) = tracker.tracks(0.3)
    matrix = np.array(track.covariance).reshape(6, 6)
    assert np.array_equal(matrix, matrix.T)
    assert (np.linalg.eigvalsh(matrix) > 0.0).all()
    assert matrix[0, 3] > 0.0  # x and vx
    assert matrix[0, 1] == matrix[0, 4] == 0.0


def test_a_measurement_that_is_not_a_number_or_comes_from_the_past_changes_nothing() -> None:
    tracker = PoseTracker(PoseTrackerConfig())
    tracker.update("a", 1.0, 0.5, 0.0, 0.0)
    tracker.update("a", 1.1, math.nan, 0.0, 0.0)
    tracker.update("a", 0.9, 7.0, 0.0, 0.0)
    assert tracker.tracks(1.0)[0].x == 0.5


def test_odometry_begins_at_the_start_pose_wherever_the_driver_began_to_count() -> None:
    anchor = OdometryAnchor({"a": (1.0, 2.0, math.pi / 2)})
    assert anchor.in_map("a", 5.0, 5.0, 0.3) == pytest.approx((1.0, 2.0, math.pi / 2))
    step = (5.0 + 0.1 * math.cos(0.3), 5.0 + 0.1 * math.sin(0.3), 0.3)
    assert anchor.in_map("a", *step) == pytest.approx((1.0, 2.1, math.pi / 2))
