"""What to do when every action is dangerous: a family of rules, each a pure function."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ce_core.consequence_engine.action_evaluator.evaluation import Evaluation
from ce_core.family import Family

LastResort = Callable[[Evaluation, NDArray[np.float64], NDArray[np.float64]], int]
"""From evaluation, base values (actions,) and values (actions,) to the index of a simulated action."""

LAST_RESORTS: Family[LastResort] = Family("last resort")
