"""Paper 3, section 3: explore, identify three models, follow the wall in the world and in each of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ce_core.experiments.narmax_circuits import (
    Floats,
    anova_p,
    circuits,
    signed_distances,
    stretch_means,
)
from ce_core.experiments.narmax_laboratory import VALIDATION_RUN, Laboratory, LaboratoryConfig
from ce_core.experiments.narmax_prediction import HORIZONS, prediction_errors
from ce_core.identified_environment import ENVIRONMENT_MODELS, EnvironmentModel, approximate_signatures
from ce_core.identified_environment.closed_loop import Run
from ce_core.identified_environment.environment_model import count_status
from ce_core.identified_environment.perception_log import PerceptionLog
from ce_core.identified_environment.signatures import BORROWED, VISITED, Signatures

MODELS = ("lookup", "complete", "piecewise")
CIRCUITS = 15
"""of each trajectory (section 3.2.2), and one more of the robot's, the reference"""


class Job(NamedTuple):
    """What identifies a trial."""

    seed: int
    model: str


@dataclass(frozen=True)
class Trial:
    """What one model of one exploration came to; a row of trials.csv. NaN where there is no such thing."""

    seed: int
    model: str
    locations: int
    visited: int
    """of them the robot's centre was within half a cell"""
    borrowed: int
    """of them have readings only from further away"""
    polynomials: int
    terms: int
    memory_bytes: int
    validation_rmse_m: float
    """of all beams of the wall-following run in the world, at the tracked poses"""
    validation_median_m: float
    """median absolute error of the same"""
    circuits: int
    """completed of CIRCUITS"""
    deviation_m: float
    """mean signed distance of the model's circuits to the reference circuit, to the left"""
    robot_deviation_m: float
    """the same of the robot's own circuits"""
    absolute_deviation_m: float
    """mean distance to the reference circuit"""
    robot_absolute_deviation_m: float
    anova_p: float
    """robot against model, one value for each stretch of the circuit: its mean over all circuits"""
    anova_p_circuits: float
    """robot against model, one value for each circuit: its mean over all places"""
    stretches_m: str
    """mean distance in each stretch, in the model"""
    robot_stretches_m: str
    prediction_error_2s_m: float
    """of the robot's place after 2 s, predicted in the model; of a robot with the model inside"""
    prediction_error_5s_m: float
    prediction_error_10s_m: float
    plan_error_2s_m: float
    """the same, predicted in a plan of the room made by hand"""
    plan_error_5s_m: float
    plan_error_10s_m: float


@dataclass(frozen=True, eq=False)
class Exploration:
    """What all models of one seed share."""

    log: PerceptionLog
    signatures: Signatures
    explored: Run
    validation: Run
    validation_log: PerceptionLog


@lru_cache(maxsize=1)
def explore(seed: int, config: LaboratoryConfig) -> Exploration:
    """Explore, approximate the signatures, and follow the wall in the world."""
    laboratory = Laboratory(config)
    log, run = laboratory.explore(seed)
    validation = laboratory.follow_wall(seed)
    return Exploration(
        log,
        approximate_signatures(log),
        run,
        validation,
        laboratory.logged(validation, seed, VALIDATION_RUN),
    )


def build(kind: str, found: Exploration) -> EnvironmentModel:
    """Identify one of the three models."""
    return ENVIRONMENT_MODELS[kind](found.signatures, found.log.sensor)


def run_trial(job: Job, config: LaboratoryConfig | None = None) -> Trial:
    """Identify a model, validate its predictions, and follow the wall in it."""
    config = config or LaboratoryConfig()
    laboratory, found = Laboratory(config), explore(job.seed, config)
    model = build(job.model, found)
    error = model.scan(found.validation_log.poses, laboratory.angles) - found.validation.scans
    known = np.isfinite(error)
    robot, simulated = rounds_of(laboratory, found, model, job)
    reference = robot[0]
    means = [_circuit_means(group, reference) for group in (robot[1:], simulated)]
    stretches = [stretch_means(group, reference) for group in (robot[1:], simulated)]
    complete = len(simulated) == CIRCUITS
    learned, plan = (prediction_errors(laboratory, found, job.seed, m) for m in (model, None))
    return Trial(
        job.seed,
        job.model,
        locations=len(found.signatures.locations),
        visited=count_status(model.knowledge, VISITED),
        borrowed=count_status(model.knowledge, BORROWED),
        polynomials=model.polynomials,
        terms=len(model.table.parameter),
        memory_bytes=model.memory_bytes,
        validation_rmse_m=float(np.sqrt(np.mean(error[known] ** 2))),
        validation_median_m=float(np.median(np.abs(error[known]))),
        circuits=len(simulated),
        deviation_m=_mean(means[1]),
        robot_deviation_m=_mean(means[0]),
        absolute_deviation_m=_absolute(simulated, reference),
        robot_absolute_deviation_m=_absolute(robot[1:], reference),
        anova_p=anova_p(*stretches) if complete else math.nan,
        anova_p_circuits=anova_p(*means) if complete else math.nan,
        stretches_m=_text(stretches[1]),
        robot_stretches_m=_text(stretches[0]),
        prediction_error_2s_m=learned[HORIZONS[0]],
        prediction_error_5s_m=learned[HORIZONS[1]],
        prediction_error_10s_m=learned[HORIZONS[2]],
        plan_error_2s_m=plan[HORIZONS[0]],
        plan_error_5s_m=plan[HORIZONS[1]],
        plan_error_10s_m=plan[HORIZONS[2]],
    )


def rounds_of(
    laboratory: Laboratory, found: Exploration, model: EnvironmentModel, job: Job
) -> tuple[list[Floats], list[Floats]]:
    """Return the robot's circuits, as the camera saw them, and those in the model."""
    centre = laboratory.config.centre
    robot = circuits(found.validation_log.poses[:, :2], centre, CIRCUITS + 1)
    run = laboratory.follow_wall(job.seed, model, MODELS.index(job.model))
    if len(robot) < CIRCUITS + 1:
        raise ValueError(f"the robot made {len(robot)} circuits in the world; expected {CIRCUITS + 1}")
    return robot, circuits(run.poses[:, :2], centre, CIRCUITS)


def _circuit_means(rounds: list[Floats], reference: Floats) -> Floats:
    return np.array([signed_distances(positions, reference)[0].mean() for positions in rounds])


def _absolute(rounds: list[Floats], reference: Floats) -> float:
    distances = [np.abs(signed_distances(positions, reference)[0]) for positions in rounds]
    return float(np.concatenate(distances).mean()) if distances else math.nan


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else math.nan


def _text(values: Floats) -> str:
    return " ".join(f"{value:.6f}" for value in values)
