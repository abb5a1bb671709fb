"""Safety as a vector, of the robot and of others, weighed against each other (paper 0, section 2.2.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.consequence_engine.action_evaluator.evaluation import Evaluation
from ce_core.consequence_engine.safety_logic.danger import scale_of
from ce_core.consequence_engine.safety_logic.rule import SAFETY_RULES


@dataclass(frozen=True)
class VectorConfig:
    """What each kind of danger costs, in units of the largest base value among the actions."""

    robot: Annotated[float, Unit("1"), Ge(0.0), Doc("Another robot comes too close to the own.")] = 100.0
    others: Annotated[
        float,
        Unit("1"),
        Ge(0.0),
        Doc("Two other robots come too close to each other (action_evaluator.others_distance)."),
    ] = 10.0


@SAFETY_RULES.add("vector")
def vector(
    evaluation: Evaluation, base_values: NDArray[np.float64], config: VectorConfig
) -> NDArray[np.float64]:
    """Return the safety vectors times the weights, in units of max|s|.

    While `robot` is greater than `others` + 2, the own safety comes first; while `others` is above 2, the
    safety of others comes before the goal.
    """
    weights = np.array([config.robot, config.others])
    return np.asarray(evaluation.safety @ weights * scale_of(base_values))
