"""Chooses one action, and says by which rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.consequence_engine.action_evaluator.evaluation import Evaluation
from ce_core.consequence_engine.action_selection.highest_value import highest_value
from ce_core.consequence_engine.action_selection.last_resort import LAST_RESORTS


@dataclass(frozen=True)
class ActionSelectionConfig:
    """How to choose where there is nothing good to choose from."""

    all_dangerous: Annotated[
        str,
        Doc(
            "What decides when every action is dangerous: largest_distance, latest_danger, least_exposure, "
            "or highest_value, which then goes for the goal."
        ),
    ] = "largest_distance"

    def __post_init__(self) -> None:
        LAST_RESORTS[self.all_dangerous]


class Selection(NamedTuple):
    """The chosen action and why."""

    chosen: int
    """Index of the action."""
    all_dangerous: bool
    """No simulated action was safe: the least bad one was chosen."""
    rule: str = "highest_value"
    """What decided."""


def select_action(
    evaluation: Evaluation,
    base_values: NDArray[np.float64],
    values: NDArray[np.float64],
    config: ActionSelectionConfig,
) -> Selection:
    """Choose the highest value, or by the configured last resort if every simulated action is dangerous."""
    if evaluation.dangerous[evaluation.simulated].all():
        chosen = LAST_RESORTS[config.all_dangerous](evaluation, base_values, values)
        return Selection(chosen, all_dangerous=True, rule=config.all_dangerous)
    return Selection(highest_value(evaluation, base_values, values), all_dangerous=False)
