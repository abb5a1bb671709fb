"""Core knowledge by calculation: a task is followed until collision, end or horizon."""

from __future__ import annotations

from ce_core.planner.core_knowledge.contact import NEVER, first_contact
from ce_core.planner.core_knowledge.motion import move
from ce_core.planner.core_knowledge.windows import look
from ce_core.planner.core_knowledge.world import World
from ce_core.planner.explorer.rules import Rules
from ce_core.planner.explorer.states import States


def simulate(world: World, rules: Rules, states: States, state: int) -> None:
    """Simulate the task of a state from where its parent ended, and write what came of it.

    A task that crashes ends where it began (Reset 2).
    """
    task, start, end = states.task[state], states.pose[states.parent[state]], states.pose[state]
    others = 0
    if state == 1 and rules.simulating.root_window:
        others = look(world, rules, rules.tasks.default, states.pose[0], 0)
        states.bodies[0] = others
    count = look(world, rules, task, start, others)
    states.bodies[state] = count - others
    states.steps[state] = move(rules, task, start, end)
    step, point = first_contact(world, rules, task, start, states.steps[state], count)
    states.crashed[state] = step != NEVER
    if step != NEVER:
        states.steps[state] = step
        states.contact[state, 0], states.contact[state, 1] = world.x[point], world.y[point]
        for i in range(3):
            end[i] = start[i]
