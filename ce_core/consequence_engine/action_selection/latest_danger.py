"""Last resort: put the danger off as long as possible; there will be another decision before it comes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ce_core.consequence_engine.action_evaluator.evaluation import Evaluation
from ce_core.consequence_engine.action_selection.last_resort import LAST_RESORTS


@LAST_RESORTS.add("latest_danger")
def latest_danger(
    evaluation: Evaluation, base_values: NDArray[np.float64], values: NDArray[np.float64]
) -> int:
    """Return the index of the simulated action whose first danger is the latest.

    Of equals the largest minimum distance, then the highest base value, then the first.
    """
    rows = np.flatnonzero(evaluation.simulated)
    keys = (
        -base_values[rows],
        -evaluation.min_distance[rows],
        -np.nan_to_num(evaluation.danger_time[rows], nan=np.inf),
    )
    return int(rows[np.lexsort(keys)[0]])
