"""What every safety rule is: a pure function from the evaluation to one modifier per action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ce_core.consequence_engine.action_evaluator.evaluation import Evaluation
from ce_core.family import Family

SafetyRule = Callable[[Evaluation, NDArray[np.float64], Any], NDArray[np.float64]]
"""From evaluation, base values (actions,) and the rule's own config to modifiers (actions,)."""

SAFETY_RULES: Family[SafetyRule] = Family("safety rule")
