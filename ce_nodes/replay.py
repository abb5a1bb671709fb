"""`./ce replay`: a bag through the engine again: what would it have decided with other settings?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ce_core.consequence_engine.config import EngineConfig
from ce_core.consequence_engine.decision import Decision
from ce_core.consequence_engine.engine import ConsequenceEngine
from ce_core.internal_model.robot_controller import Action, SubAction
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator.simulator import Simulator
from ce_core.object_tracker import Track
from ce_core.object_tracker.snapshot_of_tracks import snapshot_of_tracks
from ce_nodes.bag_reader import Bag, open_bag, seconds, stamp_of
from ce_nodes.bag_writer import BagError


@dataclass(frozen=True)
class Again:
    """One decision, as it was recorded and as it is made now."""

    time: float
    """[s]"""
    robot: str
    recorded: Action
    now: Decision | None
    """None: it cannot be made again, its tracks are not in the bag."""

    @property
    def differs(self) -> bool:
        """Tell whether another action is chosen."""
        return self.now is not None and self.recorded != self.now.action


def replay(path: Path, config: EngineConfig, simulator: Simulator) -> Iterator[Again]:
    """Yield every recorded decision, in order."""
    with open_bag(path) as bag:
        topics = bag.topics_of("Decision")
        if not topics:
            raise BagError(f"{path}: no decisions; record them with record:=true")
        tracks = {_key(m.header.stamp): m for _, _, m in bag.messages(*bag.topics_of("Tracks"))}
        requests = sorted(_requests(bag), key=lambda request: request[0])
        trials = _trial_starts(bag)
        top_speed = ROBOT_MODELS[config.robot_model].max_speed
        decisions = sorted((m for _, _, m in bag.messages(*topics)), key=stamp_of)
    engines: dict[tuple[str, int], ConsequenceEngine] = {}
    for recorded in decisions:
        time, chosen = stamp_of(recorded), _action(recorded.candidates[recorded.chosen].action)
        seen = tracks.get(_key(recorded.tracks_stamp))
        if seen is None:
            yield Again(time, recorded.robot, chosen, None)
            continue
        asked = {robot: action for stamp, robot, action in requests if stamp < time}
        trial = sum(start <= time for start in trials)
        engine = engines.setdefault((recorded.robot, trial), ConsequenceEngine(config, simulator))
        snapshot = snapshot_of_tracks(
            time, recorded.robot, [_track(t) for t in seen.tracks], stamp_of(seen), asked, top_speed
        )
        yield Again(time, recorded.robot, chosen, engine.decide(snapshot))


def _requests(bag: Bag) -> Iterator[tuple[float, str, Action]]:
    for _, _, request in bag.messages(*bag.topics_of("CtrlRequest")):
        yield stamp_of(request), request.robot, _action(request.action)


def _trial_starts(bag: Bag) -> list[float]:
    starts = {seconds(m.started) for _, _, m in bag.messages(*bag.topics_of("ExperimentStatus"))}
    return sorted(starts)


def _track(message: Any) -> Track:
    fields = {name: getattr(message, name) for name in Track.__dataclass_fields__}
    return Track(**{**fields, "covariance": tuple(fields["covariance"])})


def _action(message: Any) -> Action:
    return Action(tuple(SubAction(s.name, tuple(map(float, s.arguments))) for s in message.sub_actions))


def _key(stamp: Any) -> tuple[int, int]:
    return int(stamp.sec), int(stamp.nanosec)
