"""The snapshot refuses what would only fail later, and says who it is about."""

from __future__ import annotations

import numpy as np
import pytest

from ce_core.consequence_engine import Snapshot
from ce_core.internal_model.robot_controller.action import Action

NAMES = ["a", "b", "c"]
POSES = np.arange(9.0).reshape(3, 3)
VELOCITIES = np.arange(6.0).reshape(3, 2)
ACTIONS = [None, Action.parse("Stop"), None]


def test_own_robot_is_taken_out_of_the_others() -> None:
    snapshot = Snapshot.of(1.5, "b", NAMES, POSES, VELOCITIES, ACTIONS)
    assert snapshot.others == ("a", "c")
    assert snapshot.pose.tolist() == [3.0, 4.0, 5.0]
    assert snapshot.velocity.tolist() == [2.0, 3.0]
    assert snapshot.other_poses.tolist() == [[0.0, 1.0, 2.0], [6.0, 7.0, 8.0]]
    assert snapshot.other_actions == (None, None)


def test_only_keeps_the_order_and_the_rows_together() -> None:
    snapshot = Snapshot.of(1.5, "a", NAMES, POSES, VELOCITIES, ACTIONS).only(np.array([False, True]))
    assert snapshot.others == ("c",)
    assert snapshot.other_velocities.tolist() == [[4.0, 5.0]]


def test_a_snapshot_cannot_be_changed_from_outside() -> None:
    poses = POSES.copy()
    snapshot = Snapshot.of(1.5, "a", NAMES, poses, VELOCITIES, ACTIONS)
    poses[:] = -1.0
    assert snapshot.pose.tolist() == [0.0, 1.0, 2.0]
    with pytest.raises(ValueError, match="read-only"):
        snapshot.pose[0] = 1.0


def test_a_pose_that_is_not_finite_names_its_robot() -> None:
    poses = POSES.copy()
    poses[2, 1] = np.nan
    with pytest.raises(ValueError, match="other_poses of 'c' is nan; it must be finite"):
        Snapshot.of(1.5, "a", NAMES, poses, VELOCITIES, ACTIONS)


def test_wrong_shape_says_which_would_be_right() -> None:
    with pytest.raises(ValueError, match=r"shape \(3, 2\).*must be \(3, 3\)|shape \(2,\).*\(3,\)"):
        Snapshot.of(1.5, "a", NAMES, POSES[:, :2], VELOCITIES, ACTIONS)


def test_unknown_robot_lists_the_tracked() -> None:
    with pytest.raises(ValueError, match="'z' is not among the tracked a, b, c"):
        Snapshot.of(1.5, "z", NAMES, POSES, VELOCITIES, ACTIONS)


def test_the_same_name_twice_is_an_error() -> None:
    with pytest.raises(ValueError, match="robots b are in the snapshot twice"):
        Snapshot.of(1.5, "a", ["a", "b", "b"], POSES, VELOCITIES, ACTIONS)
