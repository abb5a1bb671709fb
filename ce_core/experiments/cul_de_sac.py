"""`run cul_de_sac`: paper 2, section 3.1. A dead end ahead, seen in time or not."""

from __future__ import annotations

import math

import numpy as np

from ce_core.experiments.experiment import EXPERIMENTS
from ce_core.experiments.planner_command import planner_experiment
from ce_core.experiments.planner_trials import Floats, Job, Run, Scene, Trial, run_once

TIME_LIMIT = 25.0
"""[s]"""
STEP_DISTANCE = 0.5
"""[m]"""


def draw(seed: int) -> Scene:
    """Draw a dead end: three walls, its entrance beyond the robot's front, its end within the horizon.

    Width, depth, distance, and how it stands to the robot are random. It is deeper than a single loop looks
    ahead, stepDistance from the robot's front and the skin: the paper's loop enters because the dead end is
    outside of its range. A shallower one is seen from outside.
    """
    rng = np.random.default_rng(seed)
    width = rng.uniform(0.5, 0.65)
    near = rng.uniform(0.22, 0.32)
    far = near + rng.uniform(0.6, 0.64)
    turn, aside = rng.uniform(-0.1, 0.1), rng.uniform(-0.03, 0.03)
    left, right = width / 2, -width / 2
    outline = np.array([[near, left], [far, left], [far, right], [near, right]])
    cos, sin = math.cos(turn), math.sin(turn)
    placed = outline @ np.array([[cos, sin], [-sin, cos]]) + [0.0, aside]
    walls: Floats = np.hstack([placed[:-1], placed[1:]])

    def inside(x: float, y: float) -> bool:
        along, across = cos * x + sin * (y - aside), cos * (y - aside) - sin * x
        return near < along < far and right < across < left

    return Scene(walls, STEP_DISTANCE, None, inside)


def run(job: Job) -> Run:
    """Run one trial."""
    return run_once(job, draw, TIME_LIMIT)


def run_trial(job: Job) -> Trial:
    """Run one trial and keep what counts."""
    return run(job).trial


EXPERIMENTS.add("cul_de_sac")(
    planner_experiment(
        "cul_de_sac", "paper 2, section 3.1: a dead end, planner and reactive loop", draw, run, run_trial
    )
)
