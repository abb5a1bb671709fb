"""The loop of paper 0: try every action inside the internal model, choose the best safe one."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from ce_core.consequence_engine.action_selection import select_action
from ce_core.consequence_engine.attention import attended_robots, considered_actions
from ce_core.consequence_engine.candidate_actions import CandidateActions, possible_actions
from ce_core.consequence_engine.config import EngineConfig
from ce_core.consequence_engine.decision import Decision, record
from ce_core.consequence_engine.internal_simulation import simulate_actions
from ce_core.consequence_engine.potential_function import PotentialFunction, trough
from ce_core.consequence_engine.safety_logic import safety_modifiers
from ce_core.consequence_engine.snapshot import Snapshot
from ce_core.internal_model.robot_controller.action import Action
from ce_core.internal_model.simulator.simulator import Simulator

ActionGenerator = Callable[[Snapshot], CandidateActions]
"""Makes the set of possible actions for an instant."""


class ConsequenceEngine:
    """Decides again and again; remembers nothing but how far to simulate each action ahead."""

    def __init__(
        self,
        config: EngineConfig,
        simulator: Simulator,
        *,
        actions: CandidateActions | ActionGenerator | None = None,
        potential: PotentialFunction | None = None,
    ) -> None:
        """Use other `actions` than the config's grid or another `potential` than its trough if given.

        actions: a fixed set, or a function that makes one for every snapshot.
        """
        self.config = config
        self.simulator = simulator
        self._actions = possible_actions(config.actions) if actions is None else actions
        self._potential = trough(config.potential) if potential is None else potential
        self._simulation_times: dict[Action, float] = {}
        if not callable(self._actions):
            _check(self._actions)

    def decide(self, snapshot: Snapshot) -> Decision:
        """Return the next action for the robot of the snapshot, and what every stage said."""
        config, start = self.config, time.perf_counter()
        seen = snapshot.only(attended_robots(snapshot, config.attention))
        possible = _check(self._actions(snapshot)) if callable(self._actions) else self._actions
        candidates = possible.only(considered_actions(possible, snapshot, config.attention))
        base_values = self._potential(candidates.goals)
        times = np.array([self._simulation_time(action) for action in candidates.actions])
        budget = config.budget_from(start)
        consequences = simulate_actions(
            seen, candidates.actions, base_values, times, self.simulator, config, budget
        )
        self._simulation_times.update(zip(candidates.actions, consequences.next_times, strict=True))
        modifiers = safety_modifiers(consequences.evaluation, base_values, config.safety_logic)
        values = base_values + modifiers
        selection = select_action(consequences.evaluation, base_values, values, config.action_selection)
        elapsed = time.perf_counter() - start
        return record(seen, candidates, base_values, modifiers, consequences, selection, elapsed)

    def _simulation_time(self, action: Action) -> float:
        """Return how far to simulate an action [s]: as adapted before, or the maximum at first."""
        return self._simulation_times.get(action, self.config.simulation_time.maximum)


def _check(actions: CandidateActions) -> CandidateActions:
    if not len(actions):
        raise ValueError("the engine has no actions to choose from; give it at least one")
    return actions
