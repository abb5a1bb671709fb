"""The planner as an action generator of the consequence engine."""

from __future__ import annotations

import math

import numpy as np

from ce_core.consequence_engine import ConsequenceEngine, Decision, EngineConfig, Snapshot
from ce_core.internal_model.robot_controller import Action
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.planner import Plan, Planner, preset
from ce_core.planner.candidate_plans import candidate_plans


def make_plan() -> Plan:
    walls = np.array([[x, y] for x in np.arange(-0.5, 0.9, 0.01) for y in (0.5, -0.5)])
    return Planner(preset("careful", 0.3)).plan(walls, (0.9, 0.0))


def decide(others: list[list[float]]) -> Decision:
    plan = make_plan()
    candidates, values = candidate_plans(plan, (-0.9, 0.0, 0.0))
    engine = ConsequenceEngine(EngineConfig(), KernelSimulator(), actions=candidates, potential=values)
    names = [f"epuck_{i}" for i in range(1 + len(others))]
    actions = [Action.parse("MoveTo(1, 0);Avoidance")] + [Action.parse("GoStraight(0.8)")] * len(others)
    poses = np.array([[-0.9, 0.0, 0.0], *others])
    return engine.decide(Snapshot.of(0.0, "epuck_0", names, poses, np.zeros((len(names), 2)), actions))


def test_each_first_leg_is_one_candidate_and_the_plans_own_is_worth_most() -> None:
    plan = make_plan()
    candidates, values = candidate_plans(plan, (-0.9, 0.0, 0.0))
    worth = values(candidates.goals)
    assert 2 <= len(candidates) <= 3
    first = next(task for task in plan.tasks if task.task == "S")
    np.testing.assert_allclose(
        candidates.goals[np.argmax(worth)], [first.end[0] - 0.9, first.end[1]], atol=1e-3
    )
    assert (worth > 0.0).all()


def test_alone_the_engine_follows_the_plan() -> None:
    assert str(decide([]).action).startswith("MoveTo(-0.6, 0") or str(decide([]).action).startswith(
        "MoveTo(-0.599, 0"
    )


def test_somebody_coming_head_on_makes_it_take_another_way() -> None:
    alone, met = decide([]), decide([[-0.3, 0.0, math.pi]])
    assert met.attended
    assert str(met.action) != str(alone.action)
