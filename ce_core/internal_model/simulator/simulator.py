"""The seam between the engine and whoever simulates: in process, or a server over ROS."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.robot_controller.action import Action
from ce_core.internal_model.world_model.arena import Arena


@dataclass(frozen=True)
class SimRequest:
    """These robots, from these poses, doing these actions, for this long (paper 0, section 2.3.1)."""

    world: str | Arena
    """Name of an arena, or of its file; in process also the arena itself."""
    robots: tuple[str, ...]
    """Names, unique."""
    models: tuple[str, ...]
    """Robot model of each robot."""
    poses: NDArray[np.float64]
    """(robots, 3): x [m], y [m], theta [rad] in frame map."""
    velocities: NDArray[np.float64]
    """(robots, 2): forward speed [m/s], turn rate [rad/s]."""
    actions: tuple[Action, ...]
    """What each robot does."""
    duration: float
    """Simulated time [s]."""
    seed: int = 0
    """Keys the noise, if the models have any."""
    scenario: int = 0
    """Keys it too: requests of one seed meet the same noise in one scenario, other noise in another."""


@dataclass(frozen=True)
class Trajectory:
    """Where every robot of one request goes."""

    robots: tuple[str, ...]
    time_step: float
    """[s] between two poses."""
    poses: NDArray[np.float64]
    """(robots, steps, 3): x [m], y [m], theta [rad]; step 0 is the initial pose."""


class Simulator(Protocol):
    """Runs internal simulations; implementations must agree."""

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        """Simulate every request, in order; raise SimulationError for a request that is wrong."""
        ...


class SimulationError(ValueError):
    """A request that cannot be simulated; says which, the value, and what would be right."""
