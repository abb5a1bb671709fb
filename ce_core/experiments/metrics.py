"""The four metrics of paper 0, section 3, and a few that explain them, over one run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Unit
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Doc

from ce_core.consequence_engine.action_evaluator import ActionEvaluatorConfig


@dataclass(frozen=True)
class ScoreConfig:
    """What counts as danger, arrival, contact and being stuck."""

    safety_distance: Annotated[
        float, Unit("m"), Ge(0.0), Doc("Danger is when another robot is closer, centre to centre.")
    ] = ActionEvaluatorConfig().safety_distance
    goal_tolerance: Annotated[
        float,
        Unit("m"),
        Gt(0.0),
        Doc("Arrived within this distance of the goal; the paper's baseline covers 1.933 m of 2 m."),
    ] = 0.07
    contact_distance: Annotated[
        float, Unit("m"), Ge(0.0), Doc("Two robots closer than this touch: two e-puck radii and 1 mm.")
    ] = 0.071
    stuck_time: Annotated[
        float, Unit("s"), Gt(0.0), Doc("A robot is stuck if it stays this long within stuck_distance.")
    ] = 10.0
    stuck_distance: Annotated[float, Unit("m"), Gt(0.0), Doc("See stuck_time.")] = 0.02
    slow_speed: Annotated[
        float, Unit("m/s"), Ge(0.0), Doc("The time that the robot is slower than this is reported.")
    ] = 0.02


class RunScore:
    """Accumulates the score of one run of the smart robot, position by position.

    Until it has arrived: what comes after that changes nothing.
    """

    def __init__(self, goal: ArrayLike, smart_index: int = 0, config: ScoreConfig | None = None) -> None:
        """Score the robot at `smart_index` on its way to goal (2,) [m]."""
        self.config = ScoreConfig() if config is None else config
        self.goal = np.asarray(goal, dtype=np.float64)
        self.smart_index = smart_index
        self.run_time = 0.0
        """[s] from the first position to the last."""
        self.distance = 0.0
        """Length of the smart robot's path [m]."""
        self.danger_time = 0.0
        """[s] with another robot inside the safety distance."""
        self.min_distance = np.inf
        """Smallest distance of another robot so far, centre to centre [m]."""
        self.contacts = 0
        """How often another robot came to touch the smart robot."""
        self.arrived = False
        self.stuck_robots: set[int] = set()
        """Indices of other robots that stayed in one place; the smart robot may wait on purpose."""
        self._simulations = self._decisions = 0
        self._start = self._time = np.nan
        self._positions: NDArray[np.float64] | None = None
        self._touching: NDArray[np.bool_] | None = None
        self._anchors: NDArray[np.float64] | None = None
        self._anchor_times: NDArray[np.float64] | None = None

    @property
    def danger_ratio(self) -> float:
        """Fraction of the run time in danger, 0 to 1."""
        return self.danger_time / self.run_time if self.run_time > 0.0 else 0.0

    @property
    def simulations_per_step(self) -> float:
        """Mean number of internal simulations per decision; 0 if there was no decision."""
        return self._simulations / self._decisions if self._decisions else 0.0

    def count_simulations(self, simulations: int) -> None:
        """Note that one decision used this many internal simulations."""
        self._simulations += simulations
        self._decisions += 1

    def update(self, time: float, positions: ArrayLike) -> None:
        """Take in where all robots are, (robots, 2 or more) x, y, ... [m], at a time [s].

        The state at the end of an interval counts for the whole interval.
        """
        if self.arrived:
            return
        now = np.asarray(positions, dtype=np.float64)[:, :2]
        if self._positions is None:
            self._begin(time, now)
        elif now.shape != self._positions.shape:
            raise ValueError(
                f"positions of {len(now)} robots at {time} s; there were {len(self._positions)} before"
            )
        elif time < self._time:
            raise ValueError(f"time {time} s is before {self._time} s; a score goes forward only")
        self._score(time, now)
        self._time, self._positions = time, now.copy()

    def _begin(self, time: float, now: NDArray[np.float64]) -> None:
        if not 0 <= self.smart_index < len(now):
            raise ValueError(f"smart_index {self.smart_index} is not one of {len(now)} robots")
        self._start = self._time = time
        self._positions = now
        self._touching = np.zeros(len(now) - 1, dtype=np.bool_)
        self._anchors, self._anchor_times = now.copy(), np.full(len(now), time)

    def _score(self, time: float, now: NDArray[np.float64]) -> None:
        assert self._positions is not None
        assert self._touching is not None
        own, others = now[self.smart_index], np.delete(now, self.smart_index, axis=0)
        self.run_time = time - self._start
        self.distance += float(np.hypot(*(own - self._positions[self.smart_index])))
        distances = np.hypot(*(others - own).T)
        nearest = float(distances.min(initial=np.inf))
        self.min_distance = min(self.min_distance, nearest)
        if nearest < self.config.safety_distance:
            self.danger_time += time - self._time
        touching = distances < self.config.contact_distance
        self.contacts += int(np.count_nonzero(touching & ~self._touching))
        self._touching = touching
        self._watch_stuck(time, now)
        self.arrived = float(np.hypot(*(self.goal - own))) <= self.config.goal_tolerance

    def _watch_stuck(self, time: float, now: NDArray[np.float64]) -> None:
        """A robot's anchor stays behind until the robot is stuck_distance away from it."""
        assert self._anchors is not None
        assert self._anchor_times is not None
        moved = np.hypot(*(now - self._anchors).T) > self.config.stuck_distance
        self._anchors[moved], self._anchor_times[moved] = now[moved], time
        stuck = np.flatnonzero(time - self._anchor_times >= self.config.stuck_time)
        self.stuck_robots.update(int(i) for i in stuck if i != self.smart_index)
