"""The potential ranks the goals as the paper describes its trough."""

from __future__ import annotations

import numpy as np

from ce_core.consequence_engine.candidate_actions import ActionsConfig, possible_actions
from ce_core.consequence_engine.potential_function import PotentialConfig, trough


def test_values_of_the_formula() -> None:
    values = trough(PotentialConfig())(np.array([[1.0, 0.0], [0.2, 0.4], [-1.0, -0.4]]))
    np.testing.assert_allclose(values, [1.0, 0.2 - 0.08, -1.0 - 0.08])


def test_farther_is_better_and_the_middle_beats_the_sides() -> None:
    values = trough(PotentialConfig())(possible_actions(ActionsConfig()).goals).reshape(6, 3)
    assert (values[1:].min(axis=1) > values[:-1].max(axis=1)).all()
    assert (values[:, 1] > values[:, 0]).all()
    np.testing.assert_array_equal(values[:, 0], values[:, 2])


def test_the_middle_of_the_trough_can_be_elsewhere() -> None:
    potential = trough(PotentialConfig(middle=0.4))
    assert potential(np.array([[0.0, 0.4]]))[0] > potential(np.array([[0.0, 0.0]]))[0]
