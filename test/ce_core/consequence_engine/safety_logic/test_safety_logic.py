"""Adding up the safety rules."""

from __future__ import annotations

import numpy as np
import pytest

from ce_core.consequence_engine.action_evaluator import Evaluation
from ce_core.consequence_engine.safety_logic import SAFETY_RULES, SafetyLogicConfig, safety_modifiers
from ce_core.consequence_engine.safety_logic.danger import DangerConfig


def test_the_rules_own_block_is_used_and_rules_add_up() -> None:
    found = Evaluation(
        simulated=np.array([True, True]),
        dangerous=np.array([True, False]),
        danger_time=np.array([1.0, np.nan]),
        min_distance=np.array([0.1, 0.3]),
        nearest_robot=("a", "a"),
        exposure=np.zeros(2),
        others_danger_time=np.full(2, np.nan),
    )
    config = SafetyLogicConfig(rules=("danger", "danger"), danger=DangerConfig(weight=10.0))
    np.testing.assert_array_equal(safety_modifiers(found, np.array([1.0, 0.5]), config), [-20.0, 0.0])


def test_every_rule_has_a_block_of_its_name() -> None:
    for name in SAFETY_RULES:
        assert hasattr(SafetyLogicConfig(), name)


def test_an_unknown_rule_lists_the_known() -> None:
    with pytest.raises(ValueError, match=r"unknown safety rule 'dangre'.*'danger'.*Known: danger"):
        SafetyLogicConfig(rules=("dangre",))
