"""What the engine is told: tracks as they are now, and what everyone is taken to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ce_core.consequence_engine.snapshot import Snapshot
from ce_core.internal_model.robot_controller.action import Action
from ce_core.object_tracker.assumed_action import assumed_action
from ce_core.object_tracker.track import Track


def snapshot_of_tracks(
    time: float,
    robot: str,
    tracks: Sequence[Track],
    tracked: float,
    asked: Mapping[str, Action],
    top_speed: float,
) -> Snapshot:
    """Return the situation of `robot` at `time` [s] from tracks of the time `tracked` [s].

    Tracks come 15 times a second, decisions when they are due: in between robots go on as they were going.
    asked: the actions of robots that were asked something. top_speed: of a robot [m/s].
    """
    now = [track.ahead(time - tracked) for track in tracks]
    return Snapshot.of(
        time,
        robot,
        [t.robot for t in now],
        [(t.x, t.y, t.theta) for t in now],
        [(t.speed, t.omega) for t in now],
        [assumed_action(t, asked, top_speed) for t in now],
    )
