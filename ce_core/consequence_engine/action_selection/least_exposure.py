"""Last resort: intrude least, and leave fastest.

The action with the smallest exposure is taken: how deep and how long others intrude into the safety distance,
danger now counting more than danger later, because later there will be another decision. A robot that is
inside somebody's safety distance already, for which every action is dangerous from time 0 on, so leaves by
the way that ends the intrusion fastest.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ce_core.consequence_engine.action_evaluator.evaluation import Evaluation
from ce_core.consequence_engine.action_selection.last_resort import LAST_RESORTS


@LAST_RESORTS.add("least_exposure")
def least_exposure(
    evaluation: Evaluation, base_values: NDArray[np.float64], values: NDArray[np.float64]
) -> int:
    """Return the index of the simulated action with the smallest exposure.

    Of equals the latest first danger, then the largest minimum distance, then the highest base value, then
    the first.
    """
    rows = np.flatnonzero(evaluation.simulated)
    keys = (
        -base_values[rows],
        -evaluation.min_distance[rows],
        -np.nan_to_num(evaluation.danger_time[rows], nan=np.inf),
        evaluation.exposure[rows],
    )
    return int(rows[np.lexsort(keys)[0]])
