"""Robot models as arrays, one row a model, as the simulators read them."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.robot_model.robot_model import RobotModel

Floats = NDArray[np.float64]

ON_WHEELS = 0
"""How a robot drives: wheels that follow within the greatest acceleration, ..."""
BY_TORQUES = 1
"""... motors that move a mass, ..."""
HOLONOMIC = 2
"""... or in any direction at once."""


class ModelTable(NamedTuple):
    """M models, at most S sensors each with at most N rays; unused places are zero."""

    radius: Floats
    """(M,) [m]"""
    wheel_base: Floats
    """(M,) [m]"""
    max_speed: Floats
    """(M,) [m/s]"""
    max_acceleration: Floats
    """(M,) of a wheel [m/s^2]"""
    avoid_left: Floats
    """(M, S) Braitenberg weights to the left wheel"""
    avoid_right: Floats
    """(M, S)"""
    mounts: Floats
    """(M, S, 2) where each sensor sits in the robot's frame [m]"""
    rays: Floats
    """(M, S, N, 2) from each sensor to the end of each ray in the robot's frame [m]"""
    cos_kappa: Floats
    """(M, N) cosine of each ray's angle against its sensor's axis"""
    n_rays: NDArray[np.int64]
    """(M,)"""
    drive: NDArray[np.int64]
    """(M,) ON_WHEELS, BY_TORQUES or HOLONOMIC"""
    body: Floats
    """(M, 7) the fields of Dynamics in their order; 0 without"""
    stalls: NDArray[np.bool_]
    """(M,) a move that would touch something is not made"""
    law: Floats
    """(M, 3) reach [m], c1 [m^2], c2 of the infrared law"""


def model_table(models: Sequence[RobotModel]) -> ModelTable:
    """Write models as arrays; row m is models[m]."""
    n_sensors = max((model.n_sensors for model in models), default=0)
    laws = [model.infrared for model in models]
    n_rays = max((law.rays for law in laws if law is not None), default=0)
    shape = (len(models), n_sensors)
    table = ModelTable(
        radius=np.array([model.radius for model in models]),
        wheel_base=np.array([model.wheel_base for model in models]),
        max_speed=np.array([model.max_speed for model in models]),
        max_acceleration=np.array([model.max_acceleration for model in models]),
        avoid_left=np.zeros(shape),
        avoid_right=np.zeros(shape),
        mounts=np.zeros((*shape, 2)),
        rays=np.zeros((*shape, n_rays, 2)),
        cos_kappa=np.zeros((len(models), n_rays)),
        n_rays=np.array([law.rays if law is not None else 0 for law in laws], dtype=np.int64),
        drive=np.array([_drive(model) for model in models], dtype=np.int64),
        body=np.array([_body(model) for model in models]),
        stalls=np.array([model.stalls for model in models], dtype=np.bool_),
        law=np.array([(law.reach, law.c1, law.c2) if law is not None else (0.0, 0.0, 0.0) for law in laws]),
    )
    for row, model in enumerate(models):
        _fill_sensors(table, row, model)
    return table


def _drive(model: RobotModel) -> int:
    if model.holonomic:
        return HOLONOMIC
    return BY_TORQUES if model.dynamics is not None else ON_WHEELS


def _body(model: RobotModel) -> tuple[float, ...]:
    return dataclasses.astuple(model.dynamics) if model.dynamics is not None else (0.0,) * 7


def _fill_sensors(table: ModelTable, row: int, model: RobotModel) -> None:
    table.avoid_left[row, : model.n_sensors] = model.avoid_left
    table.avoid_right[row, : model.n_sensors] = model.avoid_right
    ring = model.infrared_ring
    if ring is None:
        return
    for sensor, axis in enumerate(ring.angles):
        table.mounts[row, sensor] = (ring.radius * math.cos(axis), ring.radius * math.sin(axis))
        for ray, kappa in enumerate(ring.law.ray_angles):
            table.cos_kappa[row, ray] = math.cos(kappa)
            table.rays[row, sensor, ray, 0] = ring.law.reach * math.cos(axis + kappa)
            table.rays[row, sensor, ray, 1] = ring.law.reach * math.sin(axis + kappa)
