"""Initial conditions keep what section 2.4.6 of paper 0 says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ce_core.experiments.scenario import ScenarioConfig, draw, robot_names


def names(n: int) -> list[str]:
    return [f"epuck_{i}" for i in range(n)]


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**63), n=st.integers(1, 8))
def test_every_draw_keeps_the_papers_constraints(seed: int, n: int) -> None:
    scenario = draw(seed, names(n))
    smart = scenario.smart_index
    assert scenario.names == tuple(names(n))
    assert scenario.poses[smart].tolist() == [-1.0, 0.0, 0.0]
    assert scenario.goal.tolist() == [1.0, 0.0]
    assert str(scenario.actions[smart]) == "MoveTo(1, 0);Avoidance"
    others = np.delete(scenario.poses, smart, axis=0)
    assert len(scenario.h_robots) == n - 1
    assert ((others[:, 0] >= -0.5) & (others[:, 0] <= 1.0)).all()
    assert (np.abs(others[:, 1]) <= 0.3).all()
    apart = np.linalg.norm(scenario.poses[:, None, :2] - scenario.poses[None, :, :2], axis=2)
    assert (apart[~np.eye(n, dtype=bool)] >= 0.3).all()
    for i, action in enumerate(scenario.actions):
        if i != smart:
            assert [s.name for s in action.sub_actions] == ["GoStraight", "Avoidance"]
            assert 0.6 <= action.sub_actions[0].arguments[0] <= 0.8


def test_the_same_seed_gives_the_same_scenario_and_another_seed_another() -> None:
    one, again, other = draw(5, names(6)), draw(5, names(6)), draw(6, names(6))
    np.testing.assert_array_equal(one.poses, again.poses)
    assert one.actions == again.actions
    assert not np.array_equal(one.poses, other.poses)


def test_every_robot_gets_to_be_the_smart_one() -> None:
    assert {draw(seed, names(6)).smart_robot for seed in range(60)} == set(names(6))


def test_headings_go_all_around() -> None:
    headings = np.concatenate([np.delete(s.poses, s.smart_index, 0)[:, 2] for s in _many()])
    counts, _ = np.histogram(headings, bins=4, range=(-np.pi, np.pi))
    assert (counts > 0.2 * len(headings)).all()


def _many() -> list:
    return [draw(seed, names(6)) for seed in range(40)]


def test_too_many_robots_say_so() -> None:
    with pytest.raises(ValueError, match=r"29 h-robots cannot be placed 0.3 m apart.*use fewer robots"):
        draw(0, names(30))


@pytest.mark.parametrize("robots", [[], ["a", "a"]])
def test_names_must_be_there_and_differ(robots: list[str]) -> None:
    with pytest.raises(ValueError, match="at least one name, and all different"):
        draw(0, robots)


def test_a_negative_seed_is_an_error() -> None:
    with pytest.raises(ValueError, match="seed -1 must not be negative"):
        draw(-1, names(2))


def test_limits_the_wrong_way_round_are_an_error() -> None:
    with pytest.raises(ValueError, match=r"h_min_speed = 0.9 must not be above h_max_speed = 0.8"):
        ScenarioConfig(h_min_speed=0.9)


def test_robots_are_counted_from_zero() -> None:
    assert robot_names(3) == ("epuck_0", "epuck_1", "epuck_2")
