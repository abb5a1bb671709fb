"""Ask the internal model what happens: one simulation per action, all in one batch (section 2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ce_core.consequence_engine.action_evaluator import Evaluation, evaluate
from ce_core.consequence_engine.config import EngineConfig
from ce_core.consequence_engine.placement import placed
from ce_core.consequence_engine.simulation_time import adapt, rerun_now, within_budget
from ce_core.consequence_engine.snapshot import Snapshot
from ce_core.internal_model.robot_controller.action import Action
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator.simulator import SimRequest, Simulator, Trajectory
from ce_core.internal_model.world_model import load_arena


@dataclass(frozen=True, eq=False)
class Consequences:
    """What the internal simulation showed; one entry per action."""

    trajectories: tuple[Trajectory | None, ...]
    """Of each action's last simulation; None where the budget was spent before."""
    evaluation: Evaluation
    simulation_times: NDArray[np.float64]
    """Simulated [s] in the last simulation; 0 where there was none."""
    next_times: NDArray[np.float64]
    """To simulate [s] at the next update."""
    simulations: int
    """Run in total, re-runs included."""


def simulate_actions(
    seen: Snapshot,
    actions: Sequence[Action],
    base_values: NDArray[np.float64],
    times: NDArray[np.float64],
    simulator: Simulator,
    config: EngineConfig,
) -> Consequences:
    """Simulate and evaluate every action for its time (actions,) [s], dangerous ones again for less.

    Each round is one batch. All rounds together stay within the budget of simulated time, which the
    actions of the highest base values (actions,) use first.
    """
    times, budget = times.copy(), config.simulation_budget
    trajectories: list[Trajectory | None] = [None] * len(actions)
    simulated = np.zeros(len(actions))
    evaluation = evaluate(trajectories, config.action_evaluator)
    rows = np.arange(len(actions))
    simulations = reruns = 0
    while (rows := rows[within_budget(times[rows], base_values[rows], budget)]).size:
        batch = requests(seen, [actions[int(i)] for i in rows], times[rows], config)
        newest = simulator.simulate(batch)
        for i, trajectory in zip(rows.tolist(), newest, strict=True):
            trajectories[i] = trajectory
        simulated[rows] = times[rows]
        budget -= float(times[rows].sum())
        simulations += len(rows)
        evaluation = evaluation.replaced(rows, evaluate(newest, config.action_evaluator))
        dangerous = evaluation.dangerous[rows]
        times[rows] = adapt(times[rows], dangerous, config.simulation_time)
        again = rerun_now(simulated[rows], times[rows], dangerous, reruns, config.simulation_time)
        rows, reruns = rows[again], reruns + 1
    return Consequences(tuple(trajectories), evaluation, simulated, times, simulations)


def requests(
    snapshot: Snapshot, actions: Sequence[Action], times: NDArray[np.float64], config: EngineConfig
) -> list[SimRequest]:
    """Build one request for each own action and its simulation time [s]; the own robot comes first.

    Every other robot runs its own controller: what it is known to do, or else `others_action`.
    """
    robots = (snapshot.robot, *snapshot.others)
    models = (config.robot_model,) * len(robots)
    poses = placed(
        np.vstack([snapshot.pose[None], snapshot.other_poses]),
        load_arena(config.world),
        ROBOT_MODELS[config.robot_model].radius,
    )
    velocities = np.vstack([snapshot.velocity[None], snapshot.other_velocities])
    unknown = Action.parse(config.others_action)
    others = tuple(action or unknown for action in snapshot.other_actions)
    return [
        SimRequest(
            world=config.world,
            robots=robots,
            models=models,
            poses=poses,
            velocities=velocities,
            actions=(action, *others),
            duration=duration,
        )
        for action, duration in zip(actions, times.tolist(), strict=True)
    ]
