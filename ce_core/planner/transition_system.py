"""The transition system G = (Q, ->) that the explorer has grown: to search, to print, to export."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ce_core.planner.explorer.states import GOAL, HORIZON, States
from ce_core.planner.hybrid_automaton import HybridAutomaton

PLACES = {GOAL: "target", HORIZON: "horizon"}


@dataclass(frozen=True)
class State:
    """q = (task, continuous state): a simulated task and where it led."""

    number: int
    parent: int | None
    task: str
    crashed: bool
    x: float
    """Where the next task would begin [m]."""
    y: float
    theta: float
    """[rad]"""
    phi: float
    steps: int
    """Simulated time steps."""
    bodies: int
    """Obstacles in the simulated world."""
    obstacle: tuple[float, float] | None
    """What interrupted the task [m]."""
    place: str
    """`target`, `horizon` or empty."""


class TransitionSystem:
    """States by number, the root first; `path` marks the plan."""

    def __init__(self, automaton: HybridAutomaton, states: States, head: int) -> None:
        self.automaton = automaton
        self.head = head
        """The last state of the plan."""
        self._states = _read(states, list(automaton.tasks))
        self._post: list[list[int]] = [[] for _ in self._states]
        for state in self._states[1:]:
            assert state.parent is not None
            self._post[state.parent].append(state.number)

    def __len__(self) -> int:
        return len(self._states)

    def __iter__(self) -> Iterator[State]:
        return iter(self._states)

    def __getitem__(self, number: int) -> State:
        return self._states[number]

    def pre(self, state: State) -> State | None:
        """Return the state before, Pre(q); the root has none."""
        return None if state.parent is None else self._states[state.parent]

    def post(self, state: State) -> list[State]:
        """Return the states after, Post(q)."""
        return [self._states[number] for number in self._post[state.number]]

    def leaves(self) -> list[State]:
        """Return the states with Post(q) = ∅."""
        return [state for state in self._states if not self._post[state.number]]

    def find(self, wanted: Callable[[State], bool]) -> list[State]:
        """Return the states that are wanted, in the order in which they were simulated."""
        return [state for state in self._states if wanted(state)]

    def path(self, state: State | None = None) -> list[State]:
        """Return the states from the root to a state; without one, to the end of the plan."""
        found = [self._states[self.head] if state is None else state]
        while found[-1].parent is not None:
            found.append(self._states[found[-1].parent])
        return found[::-1]

    def to_text(self) -> str:
        """Draw the tree with lines of text; the plan is marked with *."""
        planned = {state.number for state in self.path()}
        lines: list[str] = []
        # Depth first, with what stands left of each state; a plan can be deeper than Python's stack.
        waiting: list[tuple[State, str, bool]] = [(self._states[0], "", True)]
        while waiting:
            state, left, last = waiting.pop()
            branch = "" if state.parent is None else left + ("└─ " if last else "├─ ")
            lines.append(branch + _line(state, state.number in planned))
            below = left if state.parent is None else left + ("   " if last else "│  ")
            after = self.post(state)
            waiting += [(q, below, i == len(after) - 1) for i, q in reversed(list(enumerate(after)))]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return states, edges and plan as plain values; NaN never appears."""
        return {
            "tasks": list(self.automaton.tasks),
            "states": [vars(state) for state in self._states],
            "edges": [[state.parent, state.number] for state in self._states[1:]],
            "path": [state.number for state in self.path()],
        }

    def to_json(self) -> str:
        """Write `to_dict` as JSON."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def to_dot(self) -> str:
        """Write the graph in the DOT language: crashed states red, the plan bold."""
        planned = {state.number for state in self.path()}
        lines = ["digraph transition_system {", "  node [shape=circle, fontname=Helvetica];"]
        for state in self._states:
            style = ", color=red" if state.crashed else ", peripheries=2" if state.place else ""
            bold = ", penwidth=3" if state.number in planned else ""
            lines.append(f'  q{state.number} [label="q{state.number}\\nT_{state.task}"{style}{bold}];')
        for state in self._states[1:]:
            bold = " [penwidth=3]" if state.number in planned else ""
            lines.append(f"  q{state.parent} -> q{state.number}{bold};")
        return "\n".join([*lines, "}"]) + "\n"


def _read(states: States, letters: list[str]) -> list[State]:
    count = int(states.size[0])
    rows = zip(
        states.parent[:count].tolist(),
        states.task[:count].tolist(),
        states.crashed[:count].tolist(),
        states.pose[:count].tolist(),
        states.phi[:count].tolist(),
        states.steps[:count].tolist(),
        states.bodies[:count].tolist(),
        states.contact[:count].tolist(),
        states.place[:count].tolist(),
        strict=True,
    )
    return [
        State(
            number=number,
            parent=None if parent < 0 else parent,
            task=letters[task],
            crashed=crashed,
            x=x,
            y=y,
            theta=theta,
            phi=phi,
            steps=steps,
            bodies=bodies,
            obstacle=None if math.isnan(contact[0]) else (contact[0], contact[1]),
            place=PLACES.get(place, ""),
        )
        for number, (parent, task, crashed, (x, y, theta), phi, steps, bodies, contact, place) in enumerate(
            rows
        )
    ]


def _line(state: State, planned: bool) -> str:
    if state.parent is None:
        return "q0 start"
    end = (
        f"crash at ({state.obstacle[0]:.2f}, {state.obstacle[1]:.2f})"
        if state.obstacle
        else f"({state.x:.3f}, {state.y:.3f}, {math.degrees(state.theta):.1f}°)"
    )
    place = f" {state.place}" if state.place else ""
    return f"q{state.number} T_{state.task} {end}{place} phi {state.phi:.3f}{' *' if planned else ''}"
