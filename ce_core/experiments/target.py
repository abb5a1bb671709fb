"""`run target`: paper 2, section 3.2. A target 1 m ahead in a corridor, behind an obstacle."""

from __future__ import annotations

import numpy as np

from ce_core.experiments.experiment import EXPERIMENTS
from ce_core.experiments.planner_command import planner_experiment
from ce_core.experiments.planner_trials import Floats, Job, Run, Scene, Trial, run_once

TIME_LIMIT = 45.0
"""[s]"""
STEP_DISTANCE = 0.22
"""The robot's diameter [m]."""
TARGET = (1.0, 0.0)
"""[m]"""


def draw(seed: int) -> Scene:
    """Draw a corridor of two walls and a box in the way, about where the recorded scans have it.

    The near wall is 0.24 m aside (0.22 in the recordings) or farther; the other leaves room to overtake.
    Which is on which side is random, as are place and size of the box.
    """
    rng = np.random.default_rng(seed)
    side = rng.choice([-1.0, 1.0])
    near, far = rng.uniform(0.24, 0.45), rng.uniform(0.6, 0.8)
    x, y = rng.uniform(0.5, 0.68), rng.uniform(-0.06, 0.06)
    length, width = rng.uniform(0.04, 0.1), rng.uniform(0.08, 0.16)
    low, high = y - width / 2, y + width / 2
    walls: Floats = np.array(
        [
            [-0.6, -side * near, 1.6, -side * near],
            [-0.6, side * far, 1.6, side * far],
            [x, low, x + length, low],
            [x + length, low, x + length, high],
            [x + length, high, x, high],
            [x, high, x, low],
        ]
    )
    return Scene(walls, STEP_DISTANCE, TARGET, lambda x, y: False)


def run(job: Job) -> Run:
    """Run one trial."""
    return run_once(job, draw, TIME_LIMIT)


def run_trial(job: Job) -> Trial:
    """Run one trial and keep what counts."""
    return run(job).trial


EXPERIMENTS.add("target")(
    planner_experiment("target", "paper 2, section 3.2: a target behind an obstacle", draw, run, run_trial)
)
