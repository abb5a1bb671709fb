"""Ask the internal model what happens: one simulation per action, all in one batch (section 2.3)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ce_core.consequence_engine.action_evaluator import Evaluation, evaluate, unknown
from ce_core.consequence_engine.budget import Budget
from ce_core.consequence_engine.config import EngineConfig
from ce_core.consequence_engine.placement import placed
from ce_core.consequence_engine.simulation_time import adapt, rerun_now, within_budget
from ce_core.consequence_engine.snapshot import Snapshot
from ce_core.internal_model.robot_controller.action import Action
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator.simulator import SimRequest, Simulator, Trajectory
from ce_core.internal_model.world_model import load_arena

STOP = Action.parse("Stop")


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
    reruns_left_out: int
    """Dangerous actions that were to be simulated again, shorter, when the budget was spent."""


def simulate_actions(
    seen: Snapshot,
    actions: Sequence[Action],
    base_values: NDArray[np.float64],
    times: NDArray[np.float64],
    simulator: Simulator,
    config: EngineConfig,
    budget: Budget | None = None,
) -> Consequences:
    """Simulate and evaluate every action for its time (actions,) [s], dangerous ones again for less.

    Each round is one batch, or more while the budget allows only a part of it. All rounds together stay
    within the budget, which the actions of the highest base values (actions,) use first.
    """
    budget = config.budget_from(time.perf_counter()) if budget is None else budget
    times, scene = times.copy(), situation(seen, config)
    trajectories: list[Trajectory | None] = [None] * len(actions)
    simulated = np.zeros(len(actions))
    evaluation = unknown(len(actions))
    due = np.arange(len(actions))
    simulations = reruns = reruns_left_out = 0
    while due.size:
        done = []
        while (now := within_budget(times[due], base_values[due], budget.allowance())).any():
            rows, due = due[now], due[~now]
            newest = simulator.simulate(requests(scene, [actions[i] for i in rows.tolist()], times[rows]))
            budget.spend(float(times[rows].sum()))
            for i, trajectory in zip(rows.tolist(), newest, strict=True):
                trajectories[i] = trajectory
            evaluation = evaluation.replaced(rows, evaluate(newest, config.action_evaluator))
            done.append(rows)
        rows = np.concatenate(done) if done else due[:0]
        simulated[rows] = times[rows]
        simulations += len(rows)
        reruns_left_out += len(due) if reruns else 0
        dangerous = evaluation.dangerous[rows]
        times[rows] = adapt(times[rows], dangerous, config.simulation_time)
        again = rerun_now(simulated[rows], times[rows], dangerous, reruns, config.simulation_time)
        due, reruns = rows[again], reruns + 1
    return Consequences(tuple(trajectories), evaluation, simulated, times, simulations, reruns_left_out)


def situation(snapshot: Snapshot, config: EngineConfig) -> SimRequest:
    """Write down, as a request, who is where and doing what; the own robot comes first, doing nothing yet.

    Every other robot runs its own controller: what it is known to do, or else `others_action`.
    """
    robots = (snapshot.robot, *snapshot.others)
    return SimRequest(
        world=config.world,
        robots=robots,
        models=(config.robot_model,) * len(robots),
        poses=placed(
            np.vstack([snapshot.pose[None], snapshot.other_poses]),
            load_arena(config.world),
            ROBOT_MODELS[config.robot_model].radius,
        ),
        velocities=np.vstack([snapshot.velocity[None], snapshot.other_velocities]),
        actions=(STOP, *(action or Action.parse(config.others_action) for action in snapshot.other_actions)),
        duration=config.simulation_time.maximum,
    )


def requests(scene: SimRequest, actions: Sequence[Action], times: NDArray[np.float64]) -> list[SimRequest]:
    """Build one request for each own action and its simulation time [s], from the same situation."""
    others = scene.actions[1:]
    return [
        replace(scene, actions=(action, *others), duration=duration)
        for action, duration in zip(actions, times.tolist(), strict=True)
    ]
