"""An action is dangerous if any other robot comes closer than the safety distance at any time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Unit
from typing_extensions import Doc

from ce_core.consequence_engine.action_evaluator.evaluation import Evaluation
from ce_core.internal_model.simulator.simulator import Trajectory


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
    found = [_evaluate(t, config) for t in trajectories]
    return Evaluation(
        simulated=np.array([t is not None for t in trajectories], dtype=np.bool_),
        dangerous=np.array([not np.isnan(f[0]) for f in found], dtype=np.bool_),
        danger_time=np.array([f[0] for f in found], dtype=np.float64),
        min_distance=np.array([f[1] for f in found], dtype=np.float64),
        nearest_robot=tuple(f[2] for f in found),
        exposure=np.array([f[3] for f in found], dtype=np.float64),
    )


def _evaluate(
    trajectory: Trajectory | None, config: ActionEvaluatorConfig
) -> tuple[float, float, str, float]:
    """Return time of first danger [s] or NaN, minimum distance [m], whose it is, exposure [m s]."""
    if trajectory is None or len(trajectory.robots) < 2:
        return np.nan, np.inf, "", 0.0
    poses, time_step = trajectory.poses, trajectory.time_step
    gaps = poses[1:, :, :2] - poses[0, :, :2]
    squared = gaps[..., 0] ** 2 + gaps[..., 1] ** 2
    who = trajectory.robots[1 + int(squared.argmin()) // squared.shape[1]]
    nearest = np.sqrt(squared.min(axis=0))
    min_distance = float(nearest.min())
    if min_distance >= config.safety_distance:
        return np.nan, min_distance, who, 0.0
    steps = np.flatnonzero(nearest < config.safety_distance)
    depth = config.safety_distance - nearest[steps]
    weight = np.exp(-steps * time_step / config.exposure_time)
    return float(steps[0] * time_step), min_distance, who, float(weight @ depth) * time_step
