"""A whole plan in one compiled call: the explorer with the analytic core knowledge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ce_core.kernels.compiled import compiled, make_compilable
from ce_core.planner.core_knowledge import analytic, contact, motion, single, windows
from ce_core.planner.core_knowledge.world import World
from ce_core.planner.explorer import cost, explore
from ce_core.planner.explorer.rules import Rules
from ce_core.planner.explorer.states import States

PLAIN_FUNCTIONS: tuple[Callable[..., Any], ...] = (
    single.rounded,
    single.heading,
    single.length,
    motion.to_digits,
    motion.place_of,
    motion.most_steps,
    motion.has_turned,
    motion.stride,
    motion.move,
    windows.between,
    windows.rectangle,
    windows.corner_window,
    windows.window_of,
    windows.sees,
    windows.look,
    contact.touches,
    contact.slab,
    contact.first_touch_straight,
    contact.first_touch_curve,
    contact.first_contact,
    analytic.simulate,
    cost.authors_phi,
    cost.phi,
    explore.add,
    explore.insert,
    explore.take_first,
    explore.side_of_target,
    explore.push_successors,
    explore.may_go_on,
    explore.judge,
    explore.expand,
    explore.explore,
)

for _function in PLAIN_FUNCTIONS:
    make_compilable(_function)


@compiled
def explore_analytically(world: World, rules: Rules, states: States) -> int:
    """Grow the transition system and return how the search ended; releases the GIL."""
    return explore.explore(world, rules, states, analytic.simulate)
