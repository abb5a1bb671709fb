"""Adds up what the configured rules say about every action."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np
from annotated_types import MinLen
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.consequence_engine.action_evaluator.evaluation import Evaluation
from ce_core.consequence_engine.safety_logic.danger import DangerConfig
from ce_core.consequence_engine.safety_logic.rule import SAFETY_RULES
from ce_core.consequence_engine.safety_logic.vector import VectorConfig


@dataclass(frozen=True)
class SafetyLogicConfig:
    """Which rules apply; one that can be configured has a block of its own name, with its weight."""

    rules: Annotated[tuple[str, ...], MinLen(1), Doc("Names of the safety rules that are added up.")] = (
        "danger",
    )
    danger: DangerConfig = field(default_factory=DangerConfig)
    vector: VectorConfig = field(default_factory=VectorConfig)

    def __post_init__(self) -> None:
        for name in self.rules:
            SAFETY_RULES[name]


def safety_modifiers(
    evaluation: Evaluation, base_values: NDArray[np.float64], config: SafetyLogicConfig
) -> NDArray[np.float64]:
    """Return the safety modifiers (actions,), the sum over the rules."""
    modifiers = np.zeros(len(base_values))
    for name in config.rules:
        modifiers += SAFETY_RULES[name](evaluation, base_values, getattr(config, name, None))
    return modifiers
