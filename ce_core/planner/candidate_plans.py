"""Plans as candidate actions of the consequence engine: it evaluates them with the robots that move."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ce_core.consequence_engine.candidate_actions import CandidateActions
from ce_core.consequence_engine.potential_function import PotentialFunction
from ce_core.internal_model.robot_controller.action import Action, SubAction
from ce_core.planner.planner import Plan

WORST = 4.0
"""Above every phi: base values are positive, as the safety logic expects them."""


def candidate_plans(
    plan: Plan, pose: tuple[float, float, float]
) -> tuple[CandidateActions, PotentialFunction]:
    """Return one action for each different first leg of the ways found, and what each is worth.

    A first leg ends where the first default task of a way does; it is worth WORST less the cheapest phi that
    it leads to. pose: x, y [m], theta [rad] of the robot in frame map when the scan was taken.
    """
    system, default = plan.system, plan.automaton.default
    worth: dict[tuple[float, float], float] = {}
    for state in system.find(lambda q: q.parent is not None and q.task == default and not q.crashed):
        leg = next(q for q in system.path(state) if q.parent is not None and q.task == default)
        if leg.crashed:
            continue
        goal = _to_map(leg.x, leg.y, pose)
        worth[goal] = max(worth.get(goal, -math.inf), WORST - state.phi)
    goals = np.array(list(worth) or [(pose[0], pose[1])], dtype=np.float64)
    values = np.array(list(worth.values()) or [0.0])
    actions = tuple(
        Action((SubAction("MoveTo", (float(x), float(y))), SubAction("Avoidance"))) for x, y in goals
    )

    def potential(points: NDArray[np.float64]) -> NDArray[np.float64]:
        nearest = np.argmin(np.hypot(*(points[:, None] - goals[None]).T).T, axis=1)
        found: NDArray[np.float64] = values[nearest]
        return found

    return CandidateActions(actions, goals), potential


def _to_map(x: float, y: float, pose: tuple[float, float, float]) -> tuple[float, float]:
    cos, sin = math.cos(pose[2]), math.sin(pose[2])
    return round(pose[0] + cos * x - sin * y, 3), round(pose[1] + sin * x + cos * y, 3)
