"""What to do when every action is dangerous; the paper leaves this open.

With the same penalty on every action the highest value would be the one nearest the goal, straight through
whoever is in the way. Instead the action with the smallest exposure is taken: how deep and how long others
intrude into the safety distance, danger now counting more than danger later, because later there will be
another decision. A robot already inside somebody's safety distance, for which every action is dangerous
from time 0 on, so leaves by the way that ends the intrusion fastest.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ce_core.consequence_engine.action_evaluator.evaluation import Evaluation


def least_bad(evaluation: Evaluation, base_values: NDArray[np.float64]) -> int:
    """Return the index of the least bad simulated action.

    Smallest exposure; of equals the latest first danger, then the largest minimum distance, then the
    highest base value, then the first.
    """
    rows = np.flatnonzero(evaluation.simulated)
    keys = (
        -base_values[rows],
        -evaluation.min_distance[rows],
        -np.nan_to_num(evaluation.danger_time[rows], nan=np.inf),
        evaluation.exposure[rows],
    )
    return int(rows[np.lexsort(keys)[0]])
