"""An action is dangerous if any other robot comes closer than the safety distance at any time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.consequence_engine.action_evaluator.evaluation import Evaluation, unknown
from ce_core.internal_model.simulator.simulator import Trajectory

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ActionEvaluatorConfig:
    """What counts as danger. Walls do not (paper 0, footnote 1)."""

    safety_distance: Annotated[
        float, Unit("m"), Ge(0.0), Doc("Nobody may come closer than this, centre to centre.")
    ] = 0.22
    exposure_time: Annotated[
        float,
        Unit("s"),
        Gt(0.0),
        Doc("Danger this far ahead counts 1/e of danger now in the exposure."),
    ] = 2.0


def evaluate(trajectories: Sequence[Trajectory | None], config: ActionEvaluatorConfig) -> Evaluation:
    """Evaluate the trajectories of every action; None where an action was not simulated.

    The first robot of a trajectory is the one that decides. The exposure is
    `integral of exp(-t / exposure_time) max(0, safety_distance - d(t)) dt`, d the distance of the nearest.
    """
    found = unknown(len(trajectories))
    found.simulated[:] = [trajectory is not None for trajectory in trajectories]
    alike: dict[tuple[tuple[str, ...], float], list[int]] = {}
    for row, trajectory in enumerate(trajectories):
        if trajectory is not None and len(trajectory.robots) > 1:
            alike.setdefault((trajectory.robots, trajectory.time_step), []).append(row)
    names = list(found.nearest_robot)
    for (robots, time_step), rows in alike.items():
        poses = [trajectory.poses for row in rows if (trajectory := trajectories[row]) is not None]
        nearest, others = _distances(poses)
        found.min_distance[rows] = nearest.min(axis=1)
        for row, other in zip(rows, others.tolist(), strict=True):
            names[row] = robots[1 + other]
        inside = nearest < config.safety_distance
        dangerous = inside.any(axis=1)
        found.dangerous[rows] = dangerous
        found.danger_time[rows] = np.where(dangerous, inside.argmax(axis=1) * time_step, np.nan)
        times = np.arange(nearest.shape[1]) * time_step
        depth = np.maximum(config.safety_distance - nearest, 0.0)
        found.exposure[rows] = depth @ np.exp(-times / config.exposure_time) * time_step
    return replace(found, nearest_robot=tuple(names))


def _distances(blocks: Sequence[Floats]) -> tuple[Floats, NDArray[np.int64]]:
    """Return who is how near in simulations of the same robots, poses (robots, steps, 3) each.

    The distance (simulations, steps) [m] of the nearest other robot, infinite where a simulation is over
    before the longest is, and which of the others (simulations,) comes nearest of all; the first of equals.
    """
    steps = [block.shape[1] for block in blocks]
    ends = np.cumsum(steps)
    # Copied as they lie in memory, step by step; then a row for each robot, so that numpy runs along rows.
    joined = np.concatenate([block.transpose(1, 0, 2) for block in blocks])
    x, y = np.ascontiguousarray(joined[..., 0].T), np.ascontiguousarray(joined[..., 1].T)
    squared = (x[1:] - x[0]) ** 2 + (y[1:] - y[0]) ** 2
    others = np.minimum.reduceat(squared, ends - steps, axis=1).argmin(axis=0)
    nearest = np.full((len(blocks), max(steps)), np.inf)
    nearest[np.arange(max(steps)) < np.array(steps)[:, None]] = np.sqrt(squared.min(axis=0))
    return nearest, others
