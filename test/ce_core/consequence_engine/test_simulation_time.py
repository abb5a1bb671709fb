"""How far actions are simulated ahead."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ce_core.consequence_engine.simulation_time import (
    SimulationTimeConfig,
    adapt,
    rerun_now,
    within_budget,
)

ONCE = SimulationTimeConfig()
UNTIL_MINIMUM = SimulationTimeConfig(rerun="until_minimum")


def test_half_as_long_again_when_safe_a_fifth_less_when_dangerous() -> None:
    adapted = adapt(np.array([10.0, 10.0]), np.array([False, True]), ONCE)
    np.testing.assert_allclose(adapted, [15.0, 8.0])


@given(st.floats(7.5, 15.0), st.booleans())
def test_always_within_the_limits(time: float, dangerous: bool) -> None:
    adapted = adapt(np.array([time]), np.array([dangerous]), ONCE)
    assert 7.5 <= adapted[0] <= 15.0


def test_one_reading_runs_again_once_the_other_down_to_the_minimum() -> None:
    simulated, adapted = np.array([12.0, 12.0, 7.5]), np.array([9.6, 15.0, 7.5])
    dangerous = np.array([True, False, True])
    assert rerun_now(simulated, adapted, dangerous, 0, ONCE).tolist() == [True, False, False]
    assert rerun_now(simulated, adapted, dangerous, 1, ONCE).tolist() == [False] * 3
    assert rerun_now(simulated, adapted, dangerous, 1, UNTIL_MINIMUM).tolist() == [True, False, False]


def test_the_budget_goes_to_the_best_base_values_first() -> None:
    fits = within_budget(np.array([10.0, 10.0, 10.0]), np.array([0.0, 2.0, 1.0]), 20.0)
    assert fits.tolist() == [False, True, True]


def test_limits_the_wrong_way_round_are_an_error() -> None:
    with pytest.raises(ValueError, match=r"maximum 5.0 s is below minimum 7.5 s"):
        SimulationTimeConfig(maximum=5.0)


def test_unknown_reading_lists_the_known() -> None:
    with pytest.raises(ValueError, match=r"unknown simulation_time.rerun 'twice'.*once, until_minimum"):
        SimulationTimeConfig(rerun="twice")  # type: ignore[arg-type]
