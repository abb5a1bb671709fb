"""The paper's choice: the action with the highest value."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def highest_value(values: NDArray[np.float64], simulated: NDArray[np.bool_]) -> int:
    """Return the index of the highest value among the simulated actions; the first one of equals."""
    return int(np.argmax(np.where(simulated, values, -np.inf)))
