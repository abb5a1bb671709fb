"""The hybrid automaton HA = (T, C, F, K, I, J, R) of paper 2, 2.2.2 and 2.3.3, as data (Figure 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from ce_core.family import unknown_name
from ce_core.planner.tasks import DEFAULT_TASK, TASKS, Bound, Edge, Guard, Task


class Reset(Enum):
    """R: with which continuous variables the next task begins."""

    GO_ON = "Reset 1: D' = {D_goal}, c'_self = c_self, c'_dist = 0"
    """The task ended undisturbed: the next one begins where it ended and aims at the goal."""
    START_OVER = "Reset 2: D'_init = D_inter, c'_self = c_self - c_dist, c'_dist = 0"
    """An obstacle interrupted the task: the next one begins where it began and counteracts the obstacle."""


@dataclass(frozen=True)
class HybridAutomaton:
    """Control modes and edges; flows and invariants belong to the modes, guards and resets to the edges."""

    tasks: Mapping[str, Task]
    default: str = DEFAULT_TASK

    def __post_init__(self) -> None:
        if self.default not in self.tasks:
            raise unknown_name("default task", self.default, list(self.tasks))
        for edge in self.edges:
            for end in (edge.source, edge.target):
                if end not in self.tasks:
                    raise unknown_name(
                        f"task in the edge {edge.source} -> {edge.target}", end, list(self.tasks)
                    )

    @property
    def edges(self) -> tuple[Edge, ...]:
        """K: every edge of every task."""
        return tuple(edge for task in self.tasks.values() for edge in task.edges)

    def post(self, task: str, crashed: bool) -> list[str]:
        """Return the tasks that may follow, the default task first (Figure 5 numbers its states so).

        `crashed` says that an obstacle interrupted the task.
        """
        targets = [
            edge.target
            for edge in self.edges
            if edge.source == task and (edge.guard is Guard.ALWAYS or not crashed)
        ]
        return sorted(targets, key=lambda target: target != self.default)

    def reset(self, crashed: bool) -> Reset:
        """Return which reset applies to an edge that leaves a task."""
        return Reset.START_OVER if crashed else Reset.GO_ON

    def flow(self, task: str, speed: float, turn_rate: float) -> tuple[float, float]:
        """Return forward speed [m/s] and turn rate [rad/s] of a task on a robot with these."""
        forward, turn = self.tasks[task].flow
        return forward * speed, turn * turn_rate

    def describe(self) -> str:
        """Write the automaton as text, mode by mode."""
        lines = []
        for letter, task in self.tasks.items():
            limit = "D_obs = ∅" if task.bound is Bound.DISTANCE else "D = {D_init}"
            lines.append(f"T_{letter} ({task.name}): flow {task.flow}, while {limit} and {task.bound.value}")
            for edge in self.edges:
                if edge.source == letter:
                    resets = "Reset 1 or 2" if edge.guard is Guard.ALWAYS else "Reset 1"
                    lines.append(f"  -> T_{edge.target} if {edge.guard.value}; {resets}")
        return "\n".join(lines)


def automaton(letters: tuple[str, ...] | None = None) -> HybridAutomaton:
    """Build the automaton of all registered tasks, or of these; edges to other tasks are left out."""
    chosen = tuple(TASKS) if letters is None else letters
    tasks = {letter: TASKS[letter] for letter in chosen}
    return HybridAutomaton(
        {
            letter: Task(
                task.name,
                task.flow,
                task.bound,
                tuple(e for e in task.edges if e.source in tasks and e.target in tasks),
            )
            for letter, task in tasks.items()
        }
    )
