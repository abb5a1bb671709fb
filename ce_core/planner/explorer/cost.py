"""The evaluation phi = gamma + chi of a state (paper 2, equations 5 to 7), and as the authors compute it."""

from __future__ import annotations

import math

from ce_core.planner.core_knowledge.motion import to_digits
from ce_core.planner.core_knowledge.single import length, rounded
from ce_core.planner.explorer.rules import Rules
from ce_core.planner.explorer.states import States


def phi(rules: Rules, states: States, state: int) -> float:
    """Return past cost and heuristic of a state; a crashed task ended where it began."""
    if rules.searching.authors_cost:
        return authors_phi(rules, states, state)
    widest = 2.0 * rules.simulating.horizon
    x, y = states.pose[state, 0], states.pose[state, 1]
    cost = 0.0
    if states.crashed[state]:
        apart = math.hypot(x - states.contact[state, 0], y - states.contact[state, 1])
        cost += (widest - apart) / widest
    if rules.searching.has_target:
        cost += math.hypot(x - rules.searching.target_x, y - rules.searching.target_y) / widest
    return cost


def authors_phi(rules: Rules, states: States, state: int) -> float:
    """Return half of both parts, on distances in whole millimetres, and 2/3 more for a crash."""
    single, searching = rules.simulating.single, rules.searching
    widest = 2.0 * rules.simulating.horizon
    x, y = states.pose[state, 0], states.pose[state, 1]
    error = cost = 0.0
    if searching.has_target:
        left = length(searching.target_x - x, searching.target_y - y, single)
        error = rounded(to_digits(left, 1000.0, single) / widest / 2.0, single)
    if states.crashed[state]:
        apart = length(states.contact[state, 0] - x, states.contact[state, 1] - y, single)
        most = rounded(widest + 0.01, single)
        near = rounded(most - to_digits(apart, 1000.0, single), single)
        cost = rounded(near / widest / 2.0, single)
        error = rounded(error + rounded(2.0 / 3.0, single), single)
    return rounded(error + cost, single)
