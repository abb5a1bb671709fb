"""The paper's choice: the action with the highest value, whether it is safe or not (section 2.2.4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ce_core.consequence_engine.action_evaluator.evaluation import Evaluation
from ce_core.consequence_engine.action_selection.last_resort import LAST_RESORTS


@LAST_RESORTS.add("highest_value")
def highest_value(
    evaluation: Evaluation, base_values: NDArray[np.float64], values: NDArray[np.float64]
) -> int:
    """Return the index of the highest value among the simulated actions; the first one of equals.

    Where all are dangerous and have the same penalty, that is the one that leads nearest to the goal.
    """
    return int(np.argmax(np.where(evaluation.simulated, values, -np.inf)))
