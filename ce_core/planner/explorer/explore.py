"""The explorer E (paper 2, section 2.3.4, Algorithm 1): best first, from straight to straight."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ce_core.planner.core_knowledge.motion import place_of
from ce_core.planner.explorer.cost import phi
from ce_core.planner.explorer.rules import NO_TASK, Rules
from ce_core.planner.explorer.states import GOAL, HORIZON, OPEN, States

FOUND, BLOCKED, FULL = 0, 1, 2
"""How a search ends: at the target or the horizon, with nothing left to try, or with too many states."""

Simulate = Callable[[Any, Rules, States, int], None]


def explore(world: Any, rules: Rules, states: States, simulate: Simulate) -> int:
    """Grow the transition system from its root until the cheapest state is an end; return how it ended.

    That state is then the first of the queue. `simulate` is the core knowledge.
    """
    states.size[0], states.size[1] = 1, 1
    states.task[0], states.queue[0] = rules.tasks.default, 0
    while states.size[1] > 0:
        state = states.queue[0]
        if is_end(rules, states, state):
            return FOUND
        if not may_go_on(rules, states, state) and rules.searching.dead_ends_stop:
            return BLOCKED
        take_first(states)
        if not expand(world, rules, states, simulate, state):
            return FULL
    return BLOCKED


def expand(world: Any, rules: Rules, states: States, simulate: Simulate, state: int) -> bool:
    """Simulate all that may follow a state, depth first up to the next default tasks; False: no room left."""
    waiting = push_successors(rules, states, state, 0)
    while waiting > 0:
        waiting -= 1
        if states.size[0] == states.parent.shape[0]:
            return False
        new = add(states, states.stack[waiting, 0], states.stack[waiting, 1])
        simulate(world, rules, states, new)
        judge(rules, states, new)
        is_default = states.task[new] == rules.tasks.default
        if is_default or states.crashed[new] or states.place[new] != OPEN:
            wanted = rules.searching.dead_ends_stop or may_go_on(rules, states, new)
            if wanted and (rules.searching.revisits or not been_there(rules, states, new)):
                insert(states, new)
        else:
            waiting = push_successors(rules, states, new, waiting)
    return True


def is_end(rules: Rules, states: States, state: int) -> bool:
    """Tell whether a plan may end with a state: at the target or, if the rules say so, at the horizon."""
    return bool(
        states.place[state] == GOAL or (states.place[state] == HORIZON and rules.searching.horizon_ends)
    )


def been_there(rules: Rules, states: States, state: int) -> bool:
    """Tell whether the robot was here before, after another default task."""
    if states.crashed[state] or states.place[state] != OPEN:
        return False
    for other in range(state):
        if states.task[other] != rules.tasks.default or states.crashed[other]:
            continue
        dx = states.pose[other, 0] - states.pose[state, 0]
        dy = states.pose[other, 1] - states.pose[state, 1]
        turned = states.pose[other, 2] - states.pose[state, 2]
        if dx * dx + dy * dy < 0.05**2 and math.cos(turned) > math.cos(0.2):
            return True
    return False


def add(states: States, parent: int, task: int) -> int:
    """Add a state without a result, and return its number."""
    new = int(states.size[0])
    states.size[0] = new + 1
    states.parent[new], states.task[new] = parent, task
    return new


def judge(rules: Rules, states: States, state: int) -> None:
    """Write how a simulated state is to be valued, from where it led."""
    parent = states.parent[state]
    before, after = states.pose[parent], states.pose[state]
    states.place[state] = place_of(rules, after[0], after[1])
    if math.hypot(after[0] - before[0], after[1] - before[1]) <= 0.01:
        states.on_spot[state] = states.on_spot[parent] + 1
        turned = (
            states.steps[state] * rules.simulating.step_time * abs(rules.tasks.turn_rate[states.task[state]])
        )
        states.turned[state] = states.turned[parent] + turned
    else:
        states.on_spot[state] = 0
        states.turned[state] = 0.0
    states.phi[state] = phi(rules, states, state)
    if rules.searching.twice and states.crashed[state] and rules.tasks.by_angle[states.task[state]]:
        states.bodies[state] *= 2


def may_go_on(rules: Rules, states: States, state: int) -> bool:
    """Tell whether a state belongs into the queue: an end does, a dead end and a robot in a spin do not.

    sigma, equation 8, is meant to keep the robot from turning more than 180° on the spot. As printed it
    compares with Pre(Pre(q)), one turn of 90° earlier, and never holds; here all turns count since the robot
    last moved.
    """
    task, crashed = states.task[state], int(states.crashed[state])
    if states.place[state] != OPEN:
        return not rules.searching.dead_ends_stop and is_end(rules, states, state)
    if crashed == 1:
        if rules.searching.counter and task == rules.tasks.default and states.on_spot[state] >= 4:
            return False
        if not rules.searching.counter and states.turned[state] >= math.pi:
            return False
    return bool(rules.tasks.post[crashed, task, 0] != NO_TASK)


def push_successors(rules: Rules, states: States, state: int, waiting: int) -> int:
    """Put what may follow a state on the stack, what to try first last; return how much waits there now.

    With a target that is not straight ahead, what turns towards it comes first and the default task last.
    """
    post = rules.tasks.post[int(states.crashed[state]), states.task[state]]
    side = side_of_target(rules, states, state)
    most = post.shape[0]
    for turn in range(3):  # what is to be tried last goes first
        for k in range(most - 1, -1, -1):
            task = post[k]
            if task == NO_TASK:
                continue
            rank = 0
            if side != 0.0:
                along = side * rules.tasks.turn_rate[task]
                rank = 2 if along > 0.0 else 1 if task != rules.tasks.default else 0
            if rank == turn:
                states.stack[waiting, 0], states.stack[waiting, 1] = state, task
                waiting += 1
    return waiting


def side_of_target(rules: Rules, states: States, state: int) -> float:
    """Return 1 if the target is to the left, -1 if to the right, 0 if ahead or if there is none."""
    searching = rules.searching
    if not searching.has_target:
        return 0.0
    dx, dy = searching.target_x - states.pose[state, 0], searching.target_y - states.pose[state, 1]
    cos, sin = math.cos(states.pose[state, 2]), math.sin(states.pose[state, 2])
    bearing = math.atan2(cos * dy - sin * dx, cos * dx + sin * dy)
    if abs(bearing) <= searching.bearing_tolerance:
        return 0.0
    return -1.0 if bearing < 0.0 and searching.signed else 1.0


def insert(states: States, state: int) -> None:
    """Put a state into the queue, behind all that cost no more."""
    i = states.size[1]
    while i > 0 and states.phi[states.queue[i - 1]] > states.phi[state]:
        states.queue[i] = states.queue[i - 1]
        i -= 1
    states.queue[i] = state
    states.size[1] += 1


def take_first(states: States) -> None:
    """Remove the first state from the queue."""
    states.size[1] -= 1
    for i in range(states.size[1]):
        states.queue[i] = states.queue[i + 1]
