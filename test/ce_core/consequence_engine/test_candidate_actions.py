"""The set of possible next actions."""

from __future__ import annotations

import numpy as np

from ce_core.consequence_engine.candidate_actions import ActionsConfig, possible_actions


def test_the_papers_grid() -> None:
    candidates = possible_actions(ActionsConfig())
    assert len(candidates) == 18
    np.testing.assert_allclose(np.unique(candidates.goals[:, 0]), [-1.0, -0.6, -0.2, 0.2, 0.6, 1.0])
    np.testing.assert_allclose(np.unique(candidates.goals[:, 1]), [-0.4, 0.0, 0.4])
    assert str(candidates.actions[-2]) == "MoveTo(1, 0);Avoidance"


def test_the_grid_is_mirror_symmetric_to_the_last_bit() -> None:
    goals = possible_actions(ActionsConfig(columns=7, rows=4, length=1.7, width=0.3)).goals
    mirrored = goals.reshape(7, 4, 2)[::-1, ::-1] * -1.0
    np.testing.assert_array_equal(mirrored.reshape(-1, 2), goals)


def test_a_single_goal_sits_in_the_centre() -> None:
    config = ActionsConfig(columns=1, rows=1, centre_x=0.3, centre_y=-0.1)
    assert possible_actions(config).goals.tolist() == [[0.3, -0.1]]


def test_actions_that_are_considered_keep_their_goals() -> None:
    candidates = possible_actions(ActionsConfig()).only(np.arange(18) == 5)
    assert str(candidates.actions[0]) == "MoveTo(-0.6, 0.4);Avoidance"
    np.testing.assert_allclose(candidates.goals, [[-0.6, 0.4]])
