"""Choosing an action."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ce_core.consequence_engine.action_evaluator import Evaluation
from ce_core.consequence_engine.action_selection import ActionSelectionConfig, select_action


def evaluation(**fields: Any) -> Evaluation:
    n = len(next(iter(fields.values())))
    given = {key: np.array(value) for key, value in fields.items()}
    danger_time = given.get("danger_time", np.full(n, np.nan))
    return Evaluation(
        simulated=given.get("simulated", np.ones(n, dtype=np.bool_)),
        dangerous=~np.isnan(danger_time),
        danger_time=danger_time,
        min_distance=given.get("min_distance", np.full(n, 0.1)),
        nearest_robot=("a",) * n,
        exposure=given.get("exposure", np.zeros(n)),
        others_danger_time=np.full(n, np.nan),
    )


BASE = np.array([0.0, 1.0, 1.0])


DISTANCE = ActionSelectionConfig()
EXPOSURE = ActionSelectionConfig(all_dangerous="least_exposure")
LATEST = ActionSelectionConfig(all_dangerous="latest_danger")
VALUE = ActionSelectionConfig(all_dangerous="highest_value")
RULES = [DISTANCE, EXPOSURE, LATEST, VALUE]


def test_the_highest_value_and_the_first_of_equals() -> None:
    selection = select_action(evaluation(min_distance=[1.0, 1.0, 1.0]), BASE, BASE, VALUE)
    assert selection == (1, False, "highest_value")


@pytest.mark.parametrize("config", RULES)
def test_a_safe_action_before_a_dangerous_better_one(config: ActionSelectionConfig) -> None:
    found = evaluation(danger_time=[np.nan, 1.0, 2.0])
    values = BASE + np.array([0.0, -100.0, -100.0])
    assert select_action(found, BASE, values, config) == (0, False, "highest_value")


@pytest.mark.parametrize("config", RULES)
def test_what_was_not_simulated_is_not_chosen(config: ActionSelectionConfig) -> None:
    found = evaluation(simulated=[True, False, False])
    assert select_action(found, BASE, BASE, config).chosen == 0
    dangerous = evaluation(danger_time=[1.0, np.nan, np.nan], simulated=[True, False, False])
    values = BASE - np.array([100.0, 0.0, 0.0])
    assert select_action(dangerous, BASE, values, config) == (0, True, config.all_dangerous)


def test_highest_value_goes_for_the_goal_and_says_so() -> None:
    found = evaluation(danger_time=[5.0, 1.0, 3.0], exposure=[0.1, 0.3, 0.2])
    assert select_action(found, BASE, BASE - 100.0, VALUE) == (1, True, "highest_value")


def test_largest_distance_then_the_base_value() -> None:
    found = evaluation(danger_time=[1.0, 5.0, 3.0], min_distance=[0.2, 0.1, 0.19])
    assert select_action(found, BASE, BASE - 100.0, DISTANCE) == (0, True, "largest_distance")
    equal = evaluation(danger_time=[5.0, 1.0, 3.0], min_distance=[0.2, 0.2, 0.19])
    assert select_action(equal, BASE, BASE - 100.0, DISTANCE).chosen == 1


def test_least_exposure() -> None:
    found = evaluation(danger_time=[5.0, 1.0, 3.0], exposure=[0.3, 0.1, 0.2])
    assert select_action(found, BASE, BASE - 100.0, EXPOSURE) == (1, True, "least_exposure")


@pytest.mark.parametrize("config", [EXPOSURE, LATEST])
def test_then_the_latest_danger_then_the_distance_then_the_base_value(config: ActionSelectionConfig) -> None:
    later = evaluation(danger_time=[5.0, 1.0, 3.0])
    assert select_action(later, BASE, BASE - 100.0, config).chosen == 0
    farther = evaluation(danger_time=[1.0, 1.0, 1.0], min_distance=[0.2, 0.1, 0.21])
    assert select_action(farther, BASE, BASE - 100.0, config).chosen == 2
    equal = evaluation(danger_time=[1.0, 1.0, 1.0])
    assert select_action(equal, BASE, BASE - 100.0, config).chosen == 1


def test_an_unknown_last_resort_lists_the_known() -> None:
    with pytest.raises(
        ValueError, match=r"unknown last resort 'panic'.*Known: highest_value, largest_distance"
    ):
        ActionSelectionConfig(all_dangerous="panic")
