"""Last resort: the action that keeps the others farthest away.

What makes an action dangerous is how near others come (paper 0, section 2.2.1); the least bad one is that
by which they come least near. Where a robot is too near already, all that lead away from it are equal
in this: then the potential function decides.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ce_core.consequence_engine.action_evaluator.evaluation import Evaluation
from ce_core.consequence_engine.action_selection.last_resort import LAST_RESORTS


@LAST_RESORTS.add("largest_distance")
def largest_distance(
    evaluation: Evaluation, base_values: NDArray[np.float64], values: NDArray[np.float64]
) -> int:
    """Return the index of the simulated action with the largest minimum distance.

    Of equals the highest base value, then the first.
    """
    rows = np.flatnonzero(evaluation.simulated)
    keys = (-base_values[rows], -evaluation.min_distance[rows])
    return int(rows[np.lexsort(keys)[0]])
