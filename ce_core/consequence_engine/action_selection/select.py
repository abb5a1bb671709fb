"""Chooses one action, and says by which rule."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.consequence_engine.action_evaluator.evaluation import Evaluation
from ce_core.consequence_engine.action_selection.highest_value import highest_value
from ce_core.consequence_engine.action_selection.least_bad import least_bad


class Selection(NamedTuple):
    """The chosen action and why."""

    chosen: int
    """Index of the action."""
    all_dangerous: bool
    """No simulated action was safe: the least bad one was chosen."""


def select_action(
    evaluation: Evaluation, base_values: NDArray[np.float64], values: NDArray[np.float64]
) -> Selection:
    """Choose the highest value, or the least bad action if every simulated one is dangerous."""
    if evaluation.dangerous[evaluation.simulated].all():
        return Selection(least_bad(evaluation, base_values), all_dangerous=True)
    return Selection(highest_value(values, evaluation.simulated), all_dangerous=False)
