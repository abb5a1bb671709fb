"""How far predictions miss: six robots, recorded and predicted from every moment (paper 0, section 2.3.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

import numpy as np
from annotated_types import Ge, Gt, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.consequence_engine.placement import placed
from ce_core.experiments.condition import CONDITIONS
from ce_core.experiments.corridor_world import CorridorWorld
from ce_core.experiments.scenario import CorridorScenario, robot_names
from ce_core.internal_model.robot_controller import CONTROL_PERIOD, Action
from ce_core.internal_model.robot_model import DEFAULT_ROBOT_MODEL, ROBOT_MODELS
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.internal_model.simulator.simulator import SimRequest, Simulator
from ce_core.internal_model.world_model import load_arena

Floats = NDArray[np.float64]

HORIZONS = (1.0, 2.0, 5.0, 10.0, 15.0)
"""Simulation times of which the median error is reported [s]."""


@dataclass(frozen=True)
class RealityGapConfig:
    """The measurement of section 2.3.3."""

    world: Annotated[str, Doc("Arena.")] = "arena"
    n_robots: Annotated[int, Ge(1), Doc("Robots.")] = 6
    action: Annotated[str, Doc("What every robot does.")] = "GoStraight(0.8);Avoidance"
    duration: Annotated[float, Unit("s"), Gt(0.0), Doc("Length of the recording.")] = 489.0
    horizon: Annotated[float, Unit("s"), Gt(0.0), Doc("Longest simulation time.")] = 15.0
    start_period: Annotated[float, Unit("s"), Gt(0.0), Doc("A prediction begins this often.")] = 1.0
    fit_from: Annotated[
        float, Unit("s"), Ge(0.0), Doc("The line is fitted from here; before, short paths divide.")
    ] = 2.0


class Job(NamedTuple):
    """What identifies a recording."""

    seed: int
    condition: str


@dataclass(frozen=True)
class Recording:
    """A row of trials.csv."""

    seed: int
    condition: str
    predictions: int
    median_error_1s: float
    """Distance of prediction and truth over the length of the true path, median over starts and robots."""
    median_error_2s: float
    median_error_5s: float
    median_error_10s: float
    median_error_15s: float
    slope_per_s: float
    """Of the line through the medians against simulation time."""
    intercept: float


@dataclass(frozen=True, eq=False)
class Errors:
    """The errors in full, for the figure."""

    times: Floats
    """(steps,) simulation time [s]"""
    normalised: Floats
    """(predictions x robots, steps) error over path length"""
    path: Floats
    """(recorded steps, robots, 2) as tracked [m]"""

    @property
    def median(self) -> Floats:
        """(steps,)"""
        return np.asarray(np.median(self.normalised, axis=0))

    def fit(self, start: float) -> tuple[float, float]:
        """Return slope [1/s] and intercept of the line through the medians from a simulation time [s] on."""
        rows = self.times >= start
        slope, intercept = np.polyfit(self.times[rows], self.median[rows], 1)
        return float(slope), float(intercept)


def measure(
    seed: int, condition: str, config: RealityGapConfig | None = None, simulator: Simulator | None = None
) -> Errors:
    """Record the robots, predict them from every start, and compare.

    simulator: the internal model that predicts; the hand-made one unless another is given.
    """
    config = RealityGapConfig() if config is None else config
    names = robot_names(config.n_robots)
    actions = (Action.parse(config.action),) * config.n_robots
    scenario = CorridorScenario(seed, names, names[0], _start_poses(seed, config), actions, np.zeros(2))
    model = ROBOT_MODELS[DEFAULT_ROBOT_MODEL]
    world = CorridorWorld(scenario, CONDITIONS[condition], model, config.world)
    horizon, every = (round(t / CONTROL_PERIOD) for t in (config.horizon, config.start_period))
    path, requests = [], []
    for step in range(round(config.duration / CONTROL_PERIOD) + 1):
        seen = world.snapshot()
        # The own robot comes first, as it does in names.
        poses = np.vstack([seen.pose[None], seen.other_poses])
        path.append(poses[:, :2])
        if step % every == 0:
            requests.append(
                SimRequest(
                    world=config.world,
                    robots=names,
                    models=(DEFAULT_ROBOT_MODEL,) * config.n_robots,
                    poses=placed(poses, load_arena(config.world), model.radius),
                    velocities=np.vstack([seen.velocity[None], seen.other_velocities]),
                    actions=actions,
                    duration=config.horizon,
                )
            )
        world.advance(actions)
    truth = np.array(path)
    requests = [r for i, r in enumerate(requests) if i * every + horizon < len(truth)]
    found = []
    for i, trajectory in enumerate((simulator or KernelSimulator()).simulate(requests)):
        found.append(_normalised(trajectory.poses[:, : horizon + 1, :2], truth[i * every :][: horizon + 1]))
    times = np.arange(1, horizon + 1, dtype=np.float64) * CONTROL_PERIOD
    return Errors(times, np.concatenate(found), truth)


def record(job: Job, config: RealityGapConfig | None = None) -> Recording:
    """Measure once and keep the numbers."""
    config = RealityGapConfig() if config is None else config
    errors = measure(job.seed, job.condition, config)
    e1, e2, e5, e10, e15 = (float(np.interp(h, errors.times, errors.median)) for h in HORIZONS)
    slope, intercept = errors.fit(config.fit_from)
    return Recording(*job, len(errors.normalised), e1, e2, e5, e10, e15, slope, intercept)


def _normalised(predicted: Floats, truth: Floats) -> Floats:
    """Return the errors (robots, steps) of a prediction (robots, steps + 1, 2) over the path's length."""
    true = truth.transpose(1, 0, 2)
    error = np.hypot(*np.moveaxis(predicted - true, 2, 0))[:, 1:]
    length = np.hypot(*np.moveaxis(np.diff(true, axis=1), 2, 0)).cumsum(axis=1)
    return np.asarray(error / np.maximum(length, 1e-4))


def _start_poses(seed: int, config: RealityGapConfig) -> Floats:
    """Draw poses (robots, 3) in the arena, 0.3 m from each other and 0.15 m from the walls."""
    rng = np.random.default_rng(seed)
    x1, y1, x2, y2 = load_arena(config.world).bounds
    places: list[Floats] = []
    for _ in range(5_000):
        place = rng.uniform((x1 + 0.15, y1 + 0.15), (x2 - 0.15, y2 - 0.15))
        if all(np.hypot(*(place - other)) >= 0.3 for other in places):
            places.append(place)
        if len(places) == config.n_robots:
            return np.column_stack((np.array(places), rng.uniform(-np.pi, np.pi, config.n_robots)))
    raise ValueError(f"{config.n_robots} robots do not fit into arena {config.world!r}, 0.3 m apart")
