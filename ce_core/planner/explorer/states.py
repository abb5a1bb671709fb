"""The states of the transition system while it grows, as arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

OPEN, GOAL, HORIZON = 0, 1, 2
"""Where a state is: under way, at the target, or at the planning horizon."""


class States(NamedTuple):
    """One row for each state; row 0 is the root, which is not simulated."""

    parent: NDArray[np.int64]
    task: NDArray[np.int64]
    crashed: NDArray[np.bool_]
    place: NDArray[np.int64]
    """OPEN, GOAL or HORIZON."""
    pose: NDArray[np.float64]
    """(states, 3): where the next task begins, x [m], y [m], theta [rad]."""
    contact: NDArray[np.float64]
    """(states, 2): the obstacle that interrupted the task [m]."""
    steps: NDArray[np.int64]
    """Simulated time steps."""
    on_spot: NDArray[np.int64]
    """States in a row that moved the robot by no more than a centimetre."""
    turned: NDArray[np.float64]
    """By how much the robot has turned since it last moved [rad]."""
    phi: NDArray[np.float64]
    bodies: NDArray[np.int64]
    """Obstacles in the simulated world of the task."""
    queue: NDArray[np.int64]
    """States to expand, the cheapest first."""
    stack: NDArray[np.int64]
    """(states, 2): parent and task of states to simulate, the next one last."""
    size: NDArray[np.int64]
    """(2,): how many states there are, how many of them are in the queue."""


def new_states(most: int, tasks: int) -> States:
    """Make room for that many states, of an automaton with that many tasks."""
    return States(
        parent=np.full(most, -1, dtype=np.int64),
        task=np.zeros(most, dtype=np.int64),
        crashed=np.zeros(most, dtype=np.bool_),
        place=np.zeros(most, dtype=np.int64),
        pose=np.zeros((most, 3)),
        contact=np.full((most, 2), np.nan),
        steps=np.zeros(most, dtype=np.int64),
        on_spot=np.zeros(most, dtype=np.int64),
        turned=np.zeros(most),
        phi=np.zeros(most),
        bodies=np.zeros(most, dtype=np.int64),
        queue=np.zeros(most, dtype=np.int64),
        stack=np.zeros((most * max(tasks, 1), 2), dtype=np.int64),
        size=np.zeros(2, dtype=np.int64),
    )
