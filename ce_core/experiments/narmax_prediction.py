"""A robot with an internal model learned from its own log: how well it foresees where it will be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ce_core.experiments.narmax_laboratory import Laboratory, empty_table
from ce_core.identified_environment.closed_loop import new_run
from ce_core.identified_environment.environment_model import EnvironmentModel
from ce_core.internal_model.simulator.noise import seed_key

if TYPE_CHECKING:
    from ce_core.experiments.narmax import Exploration

HORIZONS = (2.0, 5.0, 10.0)
"""[s]"""
INSTANTS = 200


def prediction_errors(
    laboratory: Laboratory, found: Exploration, seed: int, model: EnvironmentModel | None
) -> dict[float, float]:
    """Return the mean distance [m] between where the robot was and where it thought it would be, by horizon.

    At many instants of the validation run the robot simulates its own program ahead from where the camera
    sees it, without noise: perceiving in the learned model, or in the plan that was made by hand. Where a
    simulation ends at a place that the model knows nothing of, it counts with its last pose.
    """
    from ce_core.kernels.closed_loop import drive  # here, so that only its users import numba

    period = laboratory.config.period
    ahead = [round(horizon / period) for horizon in HORIZONS]
    true, seen = found.validation.poses, found.validation_log.poses
    instants = np.linspace(0, len(true) - ahead[-1] - 1, INSTANTS).astype(np.int64)
    errors = np.zeros((len(instants), len(ahead)))
    run = new_run(ahead[-1] + 1, len(laboratory.angles), keep_scans=False)
    world, table = (laboratory.plan, empty_table()) if model is None else (laboratory.plan, model.table)
    for row, instant in enumerate(instants):
        memory = np.zeros(7)
        memory[2:5] = seen[instant]
        done = drive(
            world,
            table,
            model is not None,
            laboratory.body(noisy=False),
            laboratory.config.validation,
            laboratory.beams,
            seed_key(seed),
            memory,
            run,
        )
        for column, step in enumerate(ahead):
            apart = run.poses[min(step, max(done - 1, 0)), :2] - true[instant + step, :2]
            errors[row, column] = np.hypot(*apart)
    return {horizon: float(mean) for horizon, mean in zip(HORIZONS, errors.mean(axis=0), strict=True)}
