"""The area of attention."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ce_core.consequence_engine import Snapshot
from ce_core.consequence_engine.attention import (
    AttentionConfig,
    attended_robots,
    considered_actions,
    inside,
    radius,
)
from ce_core.consequence_engine.candidate_actions import ActionsConfig, possible_actions

EGG = AttentionConfig()
GRID = possible_actions(ActionsConfig())


@pytest.mark.parametrize(("bearing", "reach"), [(0.0, 1.0), (np.pi / 2, 0.6), (np.pi, 0.5)])
def test_reach_ahead_abeam_and_behind(bearing: float, reach: float) -> None:
    assert radius(np.array([bearing, -bearing]), EGG) == pytest.approx([reach, reach])


def test_a_robot_behind_is_seen_only_when_near(snapshot: Callable[..., Snapshot]) -> None:
    seen = attended_robots(
        snapshot(
            (0.0, 0.0, 0.0),
            ("ahead", (0.99, 0.0, 0.0), None),
            ("too far ahead", (1.01, 0.0, 0.0), None),
            ("behind", (-0.49, 0.0, 0.0), None),
            ("too far behind", (-0.51, 0.0, 0.0), None),
        ),
        EGG,
    )
    assert seen.tolist() == [True, False, True, False]


@given(x=st.floats(-2.0, 2.0), y=st.floats(-2.0, 2.0), theta=st.floats(-7.0, 7.0), turn=st.floats(-7.0, 7.0))
def test_the_area_turns_with_the_robot(x: float, y: float, theta: float, turn: float) -> None:
    distance = float(np.hypot(x, y))
    bearing = np.arctan2(y, x) - theta
    if abs(distance - radius(np.array(bearing), EGG)) < 1e-9:
        return
    turned = np.array([[np.cos(turn) * x - np.sin(turn) * y, np.sin(turn) * x + np.cos(turn) * y]])
    here = inside(np.array([[x, y]]), np.array([0.0, 0.0, theta]), EGG)
    there = inside(turned + 5.0, np.array([5.0, 5.0, theta + turn]), EGG)
    assert here.tolist() == there.tolist()


def test_goals_at_the_start_of_the_corridor(snapshot: Callable[..., Snapshot]) -> None:
    considered = considered_actions(GRID, snapshot((-1.0, 0.0, 0.0)), EGG)
    assert GRID.goals[considered].tolist() == [
        *([x, y] for x in (-1.0, -0.6) for y in (-0.4, 0.0, 0.4)),
        [-0.2, 0.0],
    ]


def test_far_from_every_goal_the_nearest_few_are_considered(snapshot: Callable[..., Snapshot]) -> None:
    considered = considered_actions(GRID, snapshot((9.0, 0.0, 0.0)), EGG)
    assert np.flatnonzero(considered).tolist() == [15, 16, 17]


def test_without_other_robots_nobody_is_attended(snapshot: Callable[..., Snapshot]) -> None:
    assert attended_robots(snapshot((0.0, 0.0, 0.0)), EGG).shape == (0,)
