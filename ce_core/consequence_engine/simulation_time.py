"""How far each action is simulated ahead: longer while safe, shorter when dangerous (2.3.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, get_args

import numpy as np
from annotated_types import Ge, Gt, Le, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.family import unknown_name

Rerun = Literal["once", "until_minimum"]


@dataclass(frozen=True)
class SimulationTimeConfig:
    """Limits of the simulation time and how it adapts.

    The text allows two readings of "the simulation is re-run immediately": one re-run, or re-runs until
    the action is safe or the minimum is reached.
    """

    minimum: Annotated[float, Unit("s"), Gt(0.0), Doc("No action is simulated shorter.")] = 7.5
    maximum: Annotated[
        float, Unit("s"), Gt(0.0), Doc("No action is simulated longer; a new one starts here.")
    ] = 15.0
    growth: Annotated[float, Ge(1.0), Doc("Factor for the next update after a safe simulation.")] = 1.5
    shrink: Annotated[float, Gt(0.0), Le(1.0), Doc("Factor for the re-run after a dangerous simulation.")] = (
        0.8
    )
    rerun: Annotated[Rerun, Doc("How often a dangerous action is simulated again.")] = "once"

    def __post_init__(self) -> None:
        if self.maximum < self.minimum:
            raise ValueError(f"simulation_time.maximum {self.maximum} s is below minimum {self.minimum} s")
        if self.rerun not in get_args(Rerun):
            raise unknown_name("simulation_time.rerun", self.rerun, list(get_args(Rerun)))


def adapt(
    times: NDArray[np.float64], dangerous: NDArray[np.bool_], config: SimulationTimeConfig
) -> NDArray[np.float64]:
    """Return the times (n,) [s] to simulate next, from those just simulated and what they showed."""
    shorter = np.maximum(times * config.shrink, config.minimum)
    longer = np.minimum(times * config.growth, config.maximum)
    return np.where(dangerous, shorter, longer)


def rerun_now(
    simulated: NDArray[np.float64],
    adapted: NDArray[np.float64],
    dangerous: NDArray[np.bool_],
    reruns: int,
    config: SimulationTimeConfig,
) -> NDArray[np.bool_]:
    """Tell which actions (n,) are simulated again at once, after `reruns` re-runs in this update.

    A dangerous action already at the minimum is not: the same simulation would say the same.
    """
    if config.rerun == "once" and reruns >= 1:
        return np.zeros(len(simulated), dtype=np.bool_)
    return dangerous & (adapted < simulated)


def within_budget(
    times: NDArray[np.float64], base_values: NDArray[np.float64], budget: float
) -> NDArray[np.bool_]:
    """Tell which simulations (n,) fit into a budget of simulated time [s], the best base values first."""
    order = np.argsort(-base_values, kind="stable")
    fits = np.empty(len(times), dtype=np.bool_)
    fits[order] = np.cumsum(times[order]) <= budget + 1e-9
    return fits
