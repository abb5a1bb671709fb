"""What another robot is taken to do: what it was asked to, or what its motion looks like."""

from __future__ import annotations

from collections.abc import Mapping

from ce_core.internal_model.robot_controller.action import Action, SubAction
from ce_core.object_tracker.track import Track

SLOWEST = 0.1
"""A robot slower than this fraction of its top speed tells nothing about the speed it will go on with."""


def assumed_action(track: Track, asked: Mapping[str, Action], top_speed: float) -> Action | None:
    """Return the action of a tracked robot among those that were asked something, or None: not known."""
    if track.robot in asked:
        return asked[track.robot]
    share = min(track.speed / top_speed, 1.0)
    if share < SLOWEST:
        return None
    return Action((SubAction("GoStraight", (share,)), SubAction("Avoidance")))
