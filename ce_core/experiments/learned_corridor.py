"""The corridor with an internal model that the robot has learned from its own log, beside the hand-made one.

Paper 0 names a learned internal model as future work; the method is that of paper 3.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ce_core.experiments.condition import CONDITIONS
from ce_core.experiments.corridor import CorridorConfig, run_once
from ce_core.experiments.epuck_exploration import ExplorationConfig, explore
from ce_core.experiments.reality_gap import Errors, RealityGapConfig, measure
from ce_core.identified_environment import ENVIRONMENT_MODELS, EnvironmentModel, approximate_signatures
from ce_core.identified_environment.identified_simulator import IdentifiedSimulator
from ce_core.identified_environment.perception_log import PerceptionLog
from ce_core.identified_environment.signatures import Signatures
from ce_core.internal_model.robot_model import DEFAULT_ROBOT_MODEL, ROBOT_MODELS
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.internal_model.simulator.simulator import SimulationError, Simulator
from ce_core.internal_model.world_model import load_arena

HAND_MADE = "hand_made"
INTERNAL_MODELS = (HAND_MADE, "lookup", "piecewise")
WORLD = "corridor"

SPACING, REACH, WIDTH = 0.02, 0.08, 5
"""An infrared ring sees 5 cm: a finer grid than a laser's [m], and wide beams [degree]."""
PREDICTION = RealityGapConfig(world=WORLD, duration=120.0, horizon=10.0)
HORIZONS = (1.0, 2.0, 5.0, 10.0)
EXPLORATION_RUN = 1 << 40
"""Keeps the noise of an exploration apart from that of the trial with the same seed."""


class Job(NamedTuple):
    """What identifies a trial."""

    seed: int
    condition: str
    internal_model: str


@dataclass(frozen=True)
class LearnedTrial:
    """A row of trials.csv; NaN where there is no such thing."""

    seed: int
    condition: str
    internal_model: str
    locations: int
    """that the learned model knows; 0 for the hand-made one"""
    memory_bytes: int
    error_1s: float
    """distance of prediction and truth over the length of the true path, median over starts and robots"""
    error_2s: float
    error_5s: float
    error_10s: float
    arrived: bool
    """the smart robot, in a trial of the corridor with this model in its consequence engine"""
    danger_ratio_percent: float
    distance_m: float
    run_time_s: float
    contacts: int
    lost: bool
    """a simulation came to where the learned model knows nothing: predictions or trial are missing"""


@lru_cache(maxsize=1)
def learn(
    seed: int, condition: str, config: ExplorationConfig | None = None
) -> tuple[PerceptionLog, Signatures]:
    """Let a robot explore the corridor alone, in the condition's world, and approximate its signatures."""
    log = explore(
        load_arena(WORLD),
        ROBOT_MODELS[DEFAULT_ROBOT_MODEL],
        CONDITIONS[condition],
        seed + EXPLORATION_RUN,
        config,
    )
    return log, approximate_signatures(log, SPACING, REACH, ranges=False, width=WIDTH)


def model_of(job: Job, config: ExplorationConfig | None = None) -> EnvironmentModel | None:
    """Return the learned model of a trial, None for the one made by hand."""
    if job.internal_model == HAND_MADE:
        return None
    log, signatures = learn(job.seed, job.condition, config)
    return ENVIRONMENT_MODELS[job.internal_model](signatures, log.sensor)


def simulator_of(model: EnvironmentModel | None) -> Simulator:
    """Return the internal simulation that predicts with a model."""
    return KernelSimulator() if model is None else IdentifiedSimulator(model)


def errors_of(job: Job, simulator: Simulator, config: RealityGapConfig = PREDICTION) -> Errors:
    """Record six robots in the corridor and compare with what the internal model predicts of them."""
    return measure(job.seed, job.condition, config, simulator)


def run_trial(
    job: Job,
    exploration: ExplorationConfig | None = None,
    prediction: RealityGapConfig = PREDICTION,
    corridor: CorridorConfig | None = None,
) -> LearnedTrial:
    """Learn, predict, and drive through the corridor with the model inside."""
    model = model_of(job, exploration)
    simulator = simulator_of(model)
    errors, trial, lost = (math.nan,) * len(HORIZONS), None, False
    try:
        found = errors_of(job, simulator, prediction)
        errors = tuple(float(np.interp(h, found.times, found.median)) for h in HORIZONS)
        trial = run_once(job.seed, "ce", corridor, simulator, job.condition).trial
    except SimulationError as error:
        if model is None or "knows nothing of" not in str(error):
            raise
        lost = True
    return LearnedTrial(
        job.seed,
        job.condition,
        job.internal_model,
        locations=0 if model is None else len(model.knowledge.locations),
        memory_bytes=0 if model is None else model.memory_bytes,
        error_1s=errors[0],
        error_2s=errors[1],
        error_5s=errors[2],
        error_10s=errors[3],
        arrived=trial is not None and trial.arrived,
        danger_ratio_percent=math.nan if trial is None else trial.danger_ratio_percent,
        distance_m=math.nan if trial is None else trial.distance_m,
        run_time_s=math.nan if trial is None else trial.run_time_s,
        contacts=0 if trial is None else trial.contacts,
        lost=lost,
    )
