"""The paper's rule: a dangerous action is worth far less than any safe one (section 2.2.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.consequence_engine.action_evaluator.evaluation import Evaluation
from ce_core.consequence_engine.safety_logic.rule import SAFETY_RULES


@dataclass(frozen=True)
class DangerConfig:
    """How much danger costs."""

    weight: Annotated[
        float,
        Unit("1"),
        Gt(2.0),
        Doc("Penalty in units of the largest base value among the actions."),
    ] = 100.0
    discount_time: Annotated[
        float,
        Unit("s"),
        Ge(0.0),
        Doc(
            "Danger this far ahead costs 1/e of danger now (section 2.3.6); 0: all danger costs the same, as "
            "in the paper."
        ),
    ] = 0.0


@SAFETY_RULES.add("danger")
def danger(
    evaluation: Evaluation, base_values: NDArray[np.float64], config: DangerConfig
) -> NDArray[np.float64]:
    """Return `-weight max|s|` for dangerous actions, 0 for the others.

    Base values differ by at most 2 max|s|: any weight above 2 puts every safe action first. Where all
    base values are 0 the penalty is the weight itself. With a discount the penalty is multiplied by
    `exp(-danger time / discount_time)`: far danger may then be worth its while.
    """
    penalty = np.where(evaluation.dangerous, -config.weight * scale_of(base_values), 0.0)
    if config.discount_time > 0.0:
        penalty *= np.exp(-np.nan_to_num(evaluation.danger_time) / config.discount_time)
    return penalty


def scale_of(base_values: NDArray[np.float64]) -> float:
    """Return max|s|, the unit of penalties; 1 where all base values are 0."""
    return float(np.abs(base_values).max(initial=0.0)) or 1.0
