"""World building, and a whole plan in one compiled call: the explorer with the analytic core knowledge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ce_core.kernels.compiled import callable_from_kernels, compiled
from ce_core.planner.core_knowledge import analytic, contact, motion, single, windows, world
from ce_core.planner.core_knowledge.world import EMPTY, Heap, World
from ce_core.planner.explorer import cost, explore
from ce_core.planner.explorer.rules import Rules
from ce_core.planner.explorer.states import States

PLAIN_FUNCTIONS: tuple[Callable[..., Any], ...] = (
    single.rounded,
    single.heading,
    single.length,
    world.to_grid,
    world.comes_before,
    world.swap,
    world.sift,
    world.put_in_order,
    world.collect,
    motion.to_digits,
    motion.within,
    motion.place_of,
    motion.most_steps,
    motion.has_turned,
    motion.stride,
    motion.clear_strides,
    motion.clear_turns,
    motion.repeated,
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
    explore.is_end,
    explore.been_there,
    explore.insert,
    explore.take_first,
    explore.side_of_target,
    explore.push_successors,
    explore.may_go_on,
    explore.judge,
    explore.expand,
    explore.explore,
)

callable_from_kernels(*PLAIN_FUNCTIONS)


@compiled
def collect(
    points: NDArray[np.float64],
    reach: float,
    resolution: float,
    single: bool,
    slots: NDArray[np.int64],
    heap: Heap,
) -> int:
    """Round, single out and order the points of a scan, and return how many there are."""
    return world.collect(points, reach, resolution, single, slots, heap)


def build_world(points: NDArray[np.float64], reach: float, resolution: float, single: bool = False) -> World:
    """Make the world of points (n, 2) [m]: those nearer than `reach`, rounded, one of each, in order."""
    n = len(points)
    slots = np.full(1 << (2 * n + 1).bit_length(), EMPTY, dtype=np.int64)
    heap = Heap(np.empty(n), np.empty(n), np.empty(n), np.empty(n))
    count = collect(points, reach, resolution, single, slots, heap)
    room = 2 * count + 1
    return World(
        heap.x[:count], heap.y[:count], np.zeros(room, dtype=np.int64), np.zeros(room, dtype=np.int64)
    )


@compiled
def explore_analytically(world: World, rules: Rules, states: States) -> int:
    """Grow the transition system and return how the search ended; releases the GIL."""
    return explore.explore(world, rules, states, analytic.simulate)


@compiled
def find_contact(
    world: World, rules: Rules, task: int, start: NDArray[np.float64], steps: int, count: int
) -> int:
    """Return the first time step in which a task from a pose touches one of the first `count` near points."""
    return contact.first_contact(world, rules, task, start, steps, count)[0]


@compiled
def simulate_task(world: World, rules: Rules, states: States, state: int) -> None:
    """Simulate the task of one state and write what came of it."""
    analytic.simulate(world, rules, states, state)
