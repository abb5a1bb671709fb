"""What a task is: a temporary closed loop around one disturbance (paper 2, sections 2.2.1 and 2.3.3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ce_core.family import Family

DEFAULT_TASK = "S"
"""What the robot does when there is nothing to counteract; the explorer evaluates only these (2.3.4)."""


class Guard(Enum):
    """Jump predicates J of Figure 4: when an edge may be taken."""

    ALWAYS = "true"
    NO_OBSTACLE = "D_obs = ∅"
    NO_DISTURBANCE = "D = ∅"


class Bound(Enum):
    """What an invariant limits."""

    DISTANCE = "‖u_dist‖ < sD"
    ANGLE = "|θ_dist| < π/2"


@dataclass(frozen=True)
class Edge:
    """A permitted transition between two tasks (K), with its guard."""

    source: str
    target: str
    guard: Guard


@dataclass(frozen=True)
class Task:
    """A control mode: its flow F, its invariant I and the edges that it brings into the automaton."""

    name: str
    flow: tuple[float, float]
    """Forward speed and turn rate, in units of the robot's speed and turn rate (M_S, M_L, M_R)."""
    bound: Bound
    """The task runs while this holds, unless something interrupts it."""
    edges: tuple[Edge, ...]


TASKS: Family[Task] = Family("task")
