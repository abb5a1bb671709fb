"""The set of possible next actions: `MoveTo(x, y);Avoidance` on a grid (paper 0, section 2.2.2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

import numpy as np
from annotated_types import Ge, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.internal_model.robot_controller.action import Action, SubAction


@dataclass(frozen=True)
class ActionsConfig:
    """The grid of goals; the paper's is 6 x 3 over 2.0 m x 0.8 m around the arena's centre."""

    columns: Annotated[int, Ge(1), Doc("Goals along x.")] = 6
    rows: Annotated[int, Ge(1), Doc("Goals along y.")] = 3
    length: Annotated[float, Unit("m"), Ge(0.0), Doc("From the first to the last column.")] = 2.0
    width: Annotated[float, Unit("m"), Ge(0.0), Doc("From the first to the last row.")] = 0.8
    centre_x: Annotated[float, Unit("m"), Doc("x of the middle of the grid.")] = 0.0
    centre_y: Annotated[float, Unit("m"), Doc("y of the middle of the grid.")] = 0.0


@dataclass(frozen=True, eq=False)
class CandidateActions:
    """Actions and the goals they move to; arrays have one entry per action."""

    actions: tuple[Action, ...]
    goals: NDArray[np.float64]
    """(actions, 2): x [m], y [m] in frame map."""

    def __len__(self) -> int:
        return len(self.actions)

    def only(self, considered: NDArray[np.bool_]) -> CandidateActions:
        """Return the candidates that are considered, (actions,) of bool, in the same order."""
        rows = np.flatnonzero(considered)
        return CandidateActions(tuple(self.actions[i] for i in rows), self.goals[rows])


@lru_cache(maxsize=32)
def possible_actions(config: ActionsConfig) -> CandidateActions:
    """Return every action of the grid, column by column in x, within a column in y."""
    goals = np.array(
        [
            (x, y)
            for x in _line(config.columns, config.length, config.centre_x)
            for y in _line(config.rows, config.width, config.centre_y)
        ]
    )
    goals.setflags(write=False)
    actions = tuple(
        Action((SubAction("MoveTo", (float(x), float(y))), SubAction("Avoidance"))) for x, y in goals
    )
    return CandidateActions(actions, goals)


def _line(count: int, length: float, centre: float) -> list[float]:
    """Return `count` numbers over `length`, symmetric to the last bit; one alone sits in the centre."""
    if count == 1:
        return [centre]
    return [centre + length * (2 * i - (count - 1)) / (2 * (count - 1)) for i in range(count)]
