"""The potential ranks the goals as the paper describes its trough."""

from __future__ import annotations

import numpy as np
import pytest

from ce_core.consequence_engine.candidate_actions import ActionsConfig, possible_actions
from ce_core.consequence_engine.potential_function import PotentialConfig, table, trough


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


def test_a_table_is_linear_between_its_points_and_constant_beyond() -> None:
    potential = table([0.0, 1.0], [0.0, 2.0], [[0.0, 4.0], [2.0, 6.0]])
    points = np.array([[0.0, 0.0], [1.0, 2.0], [0.5, 1.0], [0.25, 0.0], [9.0, 9.0], [-9.0, 0.0]])
    np.testing.assert_allclose(potential(points), [0.0, 6.0, 3.0, 0.5, 6.0, 0.0])


def test_a_table_of_the_trough_is_the_trough_at_its_points() -> None:
    grid = possible_actions(ActionsConfig())
    exact = trough(PotentialConfig())(grid.goals)
    potential = table(np.unique(grid.goals[:, 0]), np.unique(grid.goals[:, 1]), exact.reshape(6, 3))
    np.testing.assert_allclose(potential(grid.goals), exact)


@pytest.mark.parametrize(
    ("x", "y", "values", "message"),
    [
        ([0.0, 1.0], [0.0], [[1.0]], r"values of shape \(1, 1\) for \(2,\) x and \(1,\) y"),
        ([1.0, 0.0], [0.0], [[1.0], [2.0]], r"x = \[1.0, 0.0\] must be ascending"),
        ([0.0], [0.0], [[float("nan")]], r"must all be finite"),
    ],
)
def test_a_wrong_table_is_named(
    x: list[float], y: list[float], values: list[list[float]], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        table(x, y, values)
