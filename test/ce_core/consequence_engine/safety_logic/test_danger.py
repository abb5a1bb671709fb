"""The paper's safety rule."""

from __future__ import annotations

import numpy as np

from ce_core.consequence_engine.action_evaluator import Evaluation
from ce_core.consequence_engine.safety_logic.danger import DangerConfig, danger


def evaluation(*dangerous: bool) -> Evaluation:
    n = len(dangerous)
    return Evaluation(
        simulated=np.ones(n, dtype=np.bool_),
        dangerous=np.array(dangerous),
        danger_time=np.where(dangerous, 1.0, np.nan),
        min_distance=np.full(n, 0.3),
        nearest_robot=("a",) * n,
        exposure=np.zeros(n),
        others_danger_time=np.full(n, np.nan),
    )


def test_minus_a_hundred_times_the_largest_base_value() -> None:
    modifiers = danger(evaluation(True, False, True), np.array([0.5, 1.0, -2.0]), DangerConfig())
    np.testing.assert_array_equal(modifiers, [-200.0, 0.0, -200.0])


def test_danger_counts_even_where_all_base_values_are_zero() -> None:
    modifiers = danger(evaluation(True, False), np.zeros(2), DangerConfig())
    np.testing.assert_array_equal(modifiers, [-100.0, 0.0])


def test_far_danger_can_be_discounted() -> None:
    found = evaluation(True, False, True)
    object.__setattr__(found, "danger_time", np.array([0.0, np.nan, 10.0]))
    modifiers = danger(found, np.ones(3), DangerConfig(discount_time=5.0))
    np.testing.assert_allclose(modifiers, [-100.0, 0.0, -100.0 * np.exp(-2.0)])
