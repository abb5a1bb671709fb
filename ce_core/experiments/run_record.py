"""One trial as it is heard, message by message: while it runs, or from a recording, with the same result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ce_core.experiments.corridor import Job, Trial, trial_of
from ce_core.experiments.metrics import RunScore, ScoreConfig
from ce_core.experiments.run_metrics import run_metrics


class RunRecord:
    """Positions and decisions from the start of a trial on; what was before only says where everyone is."""

    def __init__(
        self,
        job: Job,
        smart_robot: str,
        h_robots: Sequence[str],
        goal: tuple[float, float],
        started: float,
        config: ScoreConfig | None = None,
    ) -> None:
        """Score the smart robot on its way to a goal [m] from a time on [s]."""
        self.job, self.smart_robot = job, smart_robot
        self.names = (smart_robot, *h_robots)
        self.started = started
        self.score = RunScore(goal, 0, config)
        """How it stands."""
        self.times: list[float] = []
        self.positions: list[list[tuple[float, float]]] = []
        self._decisions: list[tuple[float, Any]] = []
        self._goal, self._config = goal, self.score.config
        self._last: dict[str, tuple[float, float]] = {}

    def add_positions(self, stamp: float, positions: Mapping[str, tuple[float, float]]) -> None:
        """Take in where robots are [m] at a time [s]; one that is not seen is where it was."""
        if self.score.arrived or (self.times and stamp <= self.times[-1]):
            return
        self._last.update({name: positions[name] for name in self.names if name in positions})
        if stamp < self.started or len(self._last) < len(self.names):
            return
        self.times.append(stamp)
        self.positions.append([self._last[name] for name in self.names])
        self.score.update(stamp, self.positions[-1])

    def add_decision(self, stamp: float, decision: Any) -> None:
        """Take in a decision of the smart robot at a time [s]: as a Decision, or as its message."""
        self._decisions.append((stamp, decision))
        if stamp >= self.started and not self.score.arrived:
            self.score.count_simulations(decision.simulations)

    @property
    def decisions(self) -> list[Any]:
        """Those that were made between the first and the last position that counts, in order."""
        end = self.times[-1] if self.times else self.started
        made = sorted((d for d in self._decisions if self.started <= d[0] <= end), key=lambda d: d[0])
        return [decision for _, decision in made]

    def trial(self) -> Trial:
        """Return what the run came to; there must be positions."""
        poses = np.array(self.positions)
        metrics = run_metrics(self.times, poses, self._goal, 0, self._config)
        return trial_of(self.job, self.smart_robot, metrics, self.decisions)
