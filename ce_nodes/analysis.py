"""`./ce analyse`: the trials in a bag, scored by the functions that score them while they run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ce_core.experiments.corridor import Job, Trial
from ce_core.experiments.metrics import ScoreConfig
from ce_core.experiments.run_record import RunRecord
from ce_nodes.bag_reader import Bag, open_bag, seconds, stamp_of
from ce_nodes.bag_writer import BagError

RUNNING, DONE, TIMED_OUT = 1, 2, 3
"""Phases of ExperimentStatus."""


@dataclass
class _Run:
    """What the status said about one trial."""

    first: Any
    """The first status in which it ran."""
    last: Any
    """The last one about it."""


def recorded_trials(path: Path) -> tuple[list[RunRecord], list[Trial]]:
    """Return every trial of a bag that was run, as it was heard and as it was scored."""
    with open_bag(path) as bag:
        runs = list(_runs(bag))
        if not runs:
            raise BagError(
                f"{path}: no trial: there is no message on a topic of type ExperimentStatus in which one "
                f"runs. The bag has: {', '.join(sorted(bag.topics)) or 'nothing'}"
            )
        records = [_record(run) for run in runs]
        for record, run in zip(records, runs, strict=True):
            _fill(bag, record, run)
    for record in records:
        if not record.times:
            raise BagError(f"{path}: trial with seed {record.job.seed} has no positions of all robots")
    return records, [record.trial() for record in records]


def _runs(bag: Bag) -> Iterator[_Run]:
    found: dict[tuple[str, int], _Run] = {}
    for topic, _, status in bag.messages(*bag.topics_of("ExperimentStatus")):
        key = (topic, int(status.trial))
        if key in found:
            found[key].last = status
        elif status.phase == RUNNING:
            found[key] = _Run(status, status)
    yield from found.values()


def _record(run: _Run) -> RunRecord:
    status = run.first
    return RunRecord(
        Job(int(status.seed), str(getattr(status, "condition", "sim")), str(status.controller)),
        status.smart_robot,
        list(status.h_robots),
        (float(status.goal_x), float(status.goal_y)),
        seconds(status.started),
        ScoreConfig(safety_distance=float(status.safety_distance)),
    )


def _fill(bag: Bag, record: RunRecord, run: _Run) -> None:
    """Give the record what the experiment heard, up to where it stopped listening."""
    over = run.last.phase in (DONE, TIMED_OUT)
    topic = f"/{run.first.scored_from}"
    names = sorted(record.names, key=lambda name: (len(name), name))  # epuck_2 before epuck_10
    for _, _, message in bag.messages(topic):
        stamp = stamp_of(message)
        if over and record.times and stamp - record.times[0] > run.last.run_time + 1e-9:
            break
        if topic == "/tracks":
            record.add_positions(stamp, {t.robot: (t.x, t.y) for t in message.tracks})
        else:
            places = [(p.position.x, p.position.y) for p in message.poses]
            record.add_positions(stamp, dict(zip(names, places, strict=False)))
    for _, _, decision in bag.messages(f"/{record.smart_robot}/decision"):
        record.add_decision(stamp_of(decision), decision)
