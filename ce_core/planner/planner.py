"""The planner P (paper 2, section 2.3.5): from a scan to a sequence of tasks, with the explorer's model."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ce_core.planner.config import PlannerConfig
from ce_core.planner.core_knowledge.world import World
from ce_core.planner.explorer.explore import BLOCKED, FULL
from ce_core.planner.explorer.rules import Rules, encode
from ce_core.planner.explorer.states import GOAL, HORIZON, States, new_states
from ce_core.planner.hybrid_automaton import HybridAutomaton, automaton
from ce_core.planner.transition_system import TransitionSystem

Target = tuple[float, float]

REASONS = {
    "target": "the target",
    "horizon": "the planning horizon",
    "nearest": "as near to the target as there is a way",
    "blocked": "nowhere: every way on is blocked",
    "in_collision": "nowhere: the robot touches something already",
    "state_limit": "the best of what was tried before the limit of states",
}


@dataclass(frozen=True)
class PlannedTask:
    """One task of a plan."""

    task: str
    steps: int
    """Simulated time steps n_Box2D."""
    ticks: int
    """Motor updates n_motor (equation 4)."""
    end: tuple[float, float, float]
    """Where it leads: x [m], y [m], theta [rad] in the frame of the scan."""


@dataclass(frozen=True, eq=False)
class Plan:
    """A sequence of tasks, and the model it was found in."""

    tasks: tuple[PlannedTask, ...]
    reason: str
    """Where it leads: a key of REASONS."""
    states: int
    """States of the transition system, the root included."""
    objects: int
    """Obstacles created, summed over all simulated tasks."""
    time: float
    """What planning took [s]."""
    explored: States
    head: int
    automaton: HybridAutomaton

    @property
    def letters(self) -> list[str]:
        """The sequence, for example ["R", "S", "S"]."""
        return [planned.task for planned in self.tasks]

    @property
    def end(self) -> tuple[float, float, float]:
        """Where the plan leads: x [m], y [m], theta [rad]."""
        return self.tasks[-1].end if self.tasks else (0.0, 0.0, 0.0)

    @cached_property
    def system(self) -> TransitionSystem:
        """The transition system that the plan is a path of."""
        return TransitionSystem(self.automaton, self.explored, self.head)

    def to_dict(self) -> dict[str, Any]:
        """Return what `./ce plan --json` prints."""
        x, y, theta = self.end
        return {
            "plan": self.letters,
            "states": self.states,
            "objects": self.objects,
            "time_ms": 1e3 * self.time,
            "end": {"reason": self.reason, "x": x, "y": y, "theta": theta},
        }


class Planner:
    """Plans with one config; the automaton is Figure 4 unless another one is given."""

    def __init__(self, config: PlannerConfig | None = None, modes: HybridAutomaton | None = None) -> None:
        self.config = PlannerConfig() if config is None else config
        self.automaton = automaton() if modes is None else modes
        from ce_core.kernels.explorer import build_world

        self._build_world = build_world
        self._explore = _backend(self.config.backend)
        self._rules: dict[Target | None, Rules] = {}

    def plan(self, points: ArrayLike, target: Target | None = None) -> Plan:
        """Plan from the origin among points (n, 2) [m], towards a target (x, y) [m] or just away."""
        started = time.perf_counter()
        config = self.config
        rules = self.rules(target)
        found = np.ascontiguousarray(points, dtype=np.float64).reshape(-1, 2)
        single = config.core_knowledge.single_precision
        world = self._build_world(found, config.sensor_range, config.resolution, single)
        states = new_states(config.explorer.max_states, len(self.automaton.tasks))
        ending = self._explore(world, rules, states)
        head = last_state(states, rules, ending)
        tasks = self._sequence(states, head)
        return Plan(
            tasks,
            _reason(states, head, ending),
            int(states.size[0]),
            int(states.bodies[: states.size[0]].sum()),
            time.perf_counter() - started,
            states,
            head,
            self.automaton,
        )

    def rules(self, target: Target | None) -> Rules:
        """Return the rules for a target; kept, because targets come again."""
        if target is not None and not (math.isfinite(target[0]) and math.isfinite(target[1])):
            raise ValueError(f"target {target}: must be two finite numbers, x, y [m]")
        if target not in self._rules:
            self._rules = {target: encode(self.automaton, self.config, target)}
        return self._rules[target]

    def _sequence(self, states: States, head: int) -> tuple[PlannedTask, ...]:
        """Return the path to a state, without the states that left the robot where it was."""
        letters = list(self.automaton.tasks)
        updates_per_step = self.config.core_knowledge.step_time / self.config.motor_period
        path = [head]
        while path[-1] > 0:
            path.append(int(states.parent[path[-1]]))
        left_over = dict.fromkeys(letters, 0.0)
        found = []
        for before, state in pairwise(path[::-1]):
            x, y, theta = states.pose[state].tolist()
            if [x, y, theta] == states.pose[before].tolist():
                continue
            letter, steps = letters[states.task[state]], int(states.steps[state])
            updates = steps * updates_per_step + left_over[letter]
            ticks = math.floor(updates + 0.5 - 1e-9)  # 22.5 is 22, as in the authors' logs
            if self.config.carry_remainders:
                left_over[letter] = updates - ticks
            found.append(PlannedTask(letter, steps, ticks, (x, y, theta)))
        return tuple(found)


def last_state(states: States, rules: Rules, ending: int) -> int:
    """Return the state that the plan leads to, when the search has ended so.

    That is the first of the queue where the search found an end. Otherwise it is the cheapest state that a
    default task ended in undisturbed: the first, to a hundredth, that is nearer to the target; without one
    the last, if there were too many states. Else it is the root: the robot stays.
    """
    if states.size[1] > 0 and ending != FULL:
        return int(states.queue[0])
    count = int(states.size[0])
    candidates = ~states.crashed[:count] & (states.task[:count] == rules.tasks.default)
    searching = rules.searching
    if searching.has_target:
        x, y = states.pose[:count, 0] - searching.target_x, states.pose[:count, 1] - searching.target_y
        found = np.flatnonzero(candidates & (np.hypot(x, y) < np.hypot(x[0], y[0])))
        return int(found[np.argmin(np.round(states.phi[found], 2))]) if len(found) else 0
    return int(np.flatnonzero(candidates)[-1]) if ending == FULL else 0


def _reason(states: States, head: int, ending: int) -> str:
    if ending == FULL:
        return "state_limit"
    if states.place[head] == GOAL:
        return "target"
    if states.place[head] == HORIZON:
        return "horizon"
    if head > 0 and ending == BLOCKED and not states.crashed[head]:
        return "nearest"
    count = int(states.size[0])
    first = states.parent[1:count] == 0
    stuck = (
        bool((states.crashed[1:count] & (states.steps[1:count] == 0))[first].all()) if count > 1 else False
    )
    return "in_collision" if stuck else "blocked"


def _backend(name: str) -> Callable[[World, Rules, States], int]:
    """Return the explorer with this core knowledge; what it needs is imported now."""
    if name == "box2d":
        from ce_core.planner.core_knowledge.box2d import explore_in_box2d

        return explore_in_box2d
    from ce_core.kernels.explorer import explore_analytically

    return explore_analytically
