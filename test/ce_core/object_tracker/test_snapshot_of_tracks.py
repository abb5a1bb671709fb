"""The engine is told where robots are now, not where they were when the tracks were made."""

from __future__ import annotations

import pytest

from ce_core.internal_model.robot_controller import Action
from ce_core.object_tracker import Track
from ce_core.object_tracker.snapshot_of_tracks import snapshot_of_tracks

TRACKS = [
    Track("a", 0.0, 0.0, 0.0, 0.05, 0.0),
    Track("b", 1.0, 0.0, 0.0, -0.05, 0.0),
    Track("c", 1.0, 1.0, 0.0),
]


def test_robots_have_gone_on_since_the_tracks_were_made() -> None:
    seen = snapshot_of_tracks(10.0, "a", TRACKS, 9.9, {}, 0.13)
    assert seen.time == 10.0
    assert seen.pose[0] == pytest.approx(0.005)
    assert seen.other_poses[:, 0] == pytest.approx([0.995, 1.0])
    assert seen.velocity[0] == pytest.approx(0.05)


def test_who_was_asked_does_that_and_who_stands_still_tells_nothing() -> None:
    turn = Action.parse("TurnLeft(0.2)")
    assert snapshot_of_tracks(10.0, "a", TRACKS, 10.0, {"b": turn}, 0.13).other_actions == (turn, None)
