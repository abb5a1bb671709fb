"""The transition system: search, text, JSON, DOT, picture."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from ce_core.planner import Plan, Planner, preset


@pytest.fixture
def plan(cul_de_sac: NDArray[np.float64]) -> Plan:
    return Planner(preset("paper", 0.5)).plan(cul_de_sac)


def test_pre_and_post_are_inverse(plan: Plan) -> None:
    system = plan.system
    assert len(system) == plan.states
    for state in system:
        assert all(system.pre(after) is state for after in system.post(state))
    assert system.pre(system[0]) is None


def test_the_path_is_the_plan_without_crashes(plan: Plan) -> None:
    path = plan.system.path()
    assert path[0].number == 0
    assert [state.task for state in path[1:] if not state.crashed] == plan.letters
    assert plan.system.post(path[-1]) == []


def test_crashed_states_start_over_and_know_the_obstacle(plan: Plan) -> None:
    crashed = plan.system.find(lambda state: state.crashed)
    assert crashed
    for state in crashed:
        before = plan.system.pre(state)
        assert before is not None
        assert (state.x, state.y, state.theta) == (before.x, before.y, before.theta)
        assert state.obstacle is not None


def test_phi_is_the_papers(plan: Plan) -> None:
    """gamma = (2r - distance to the obstacle) / 2r for a crash, 0 otherwise; chi = 0 without a goal."""
    for state in list(plan.system)[1:]:
        expected = 0.0
        if state.obstacle:
            expected = (2.0 - np.hypot(state.x - state.obstacle[0], state.y - state.obstacle[1])) / 2.0
        assert state.phi == pytest.approx(expected)


def test_exports_hold_every_state(plan: Plan, tmp_path: Path) -> None:
    content = json.loads(plan.system.to_json())
    assert len(content["states"]) == plan.states
    assert len(content["edges"]) == plan.states - 1
    assert plan.system.to_dot().count("->") == plan.states - 1
    assert len(plan.system.to_text().splitlines()) == plan.states
    assert plan.system.to_text().count("*") == len(plan.system.path()) - 1


def test_a_plan_can_be_drawn(plan: Plan, cul_de_sac: NDArray[np.float64], tmp_path: Path) -> None:
    from ce_core.planner.drawing import draw_plan

    draw_plan(plan, cul_de_sac, None, tmp_path / "plan.png")
    assert (tmp_path / "plan.png").stat().st_size > 5000
