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
    others_distance: Annotated[
        float,
        Unit("m"),
        Ge(0.0),
        Doc(
            "Two other robots are in danger if closer than this to each other, centre to centre; "
            "0: not looked at."
        ),
    ] = 0.0


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
        x, y, ends = _rows(poses)
        nearest, others = _distances(x, y, ends)
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
        if config.others_distance > 0.0 and len(robots) > 2:
            close = _closest_pair(x, y, ends) < config.others_distance
            first = close.argmax(axis=1) * time_step
            found.others_danger_time[rows] = np.where(close.any(axis=1), first, np.nan)
    return replace(found, nearest_robot=tuple(names))


def _rows(blocks: Sequence[Floats]) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Return x and y (robots, steps of all) [m] of simulations of the same robots, and where each ends.

    blocks: poses (robots, steps, 3). A row for each robot, so that numpy runs along rows.
    """
    ends = np.cumsum([block.shape[1] for block in blocks])
    # First copied as they lie in memory, step by step.
    joined = np.concatenate([block.transpose(1, 0, 2) for block in blocks])
    return np.ascontiguousarray(joined[..., 0].T), np.ascontiguousarray(joined[..., 1].T), ends


def _distances(x: Floats, y: Floats, ends: NDArray[np.int64]) -> tuple[Floats, NDArray[np.int64]]:
    """Return who is how near to the first robot, for each simulation of `_rows`.

    The distance (simulations, steps) [m] of the nearest other robot, infinite where a simulation is over
    before the longest is, and which of the others (simulations,) comes nearest of all; the first of equals.
    """
    squared = (x[1:] - x[0]) ** 2 + (y[1:] - y[0]) ** 2
    first = np.concatenate(([0], ends[:-1]))
    others = np.minimum.reduceat(squared, first, axis=1).argmin(axis=0)
    return _by_simulation(np.sqrt(squared.min(axis=0)), ends), others


def _closest_pair(x: Floats, y: Floats, ends: NDArray[np.int64]) -> Floats:
    """Return the smallest distance (simulations, steps) [m] of any two robots but the first."""
    one, two = np.triu_indices(len(x) - 1, 1)
    squared = (x[1 + one] - x[1 + two]) ** 2 + (y[1 + one] - y[1 + two]) ** 2
    return _by_simulation(np.sqrt(squared.min(axis=0)), ends)


def _by_simulation(values: Floats, ends: NDArray[np.int64]) -> Floats:
    """Return values (steps of all,) as (simulations, steps), infinite behind the end of a shorter one."""
    steps = np.diff(ends, prepend=0)
    table = np.full((len(ends), int(steps.max())), np.inf)
    table[np.arange(table.shape[1]) < steps[:, None]] = values
    return table
