"""`run stuck`: how often robots get stuck in simulation, and in which contact model (paper 0, section 2.3.3).

The paper saw robots stuck in 10 to 20 % of its simulated experiments. A robot is stuck here when it travels
less than 3 cm in 5 s while its action tells it to move.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ce_core.experiments.experiment import EXPERIMENTS, Experiment, ExperimentError
from ce_core.experiments.scenario import CorridorScenario, draw, robot_names
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.internal_model.simulator.noise import WorldNoise
from ce_core.internal_model.simulator.simulator import SimRequest
from ce_core.internal_model.world_model import DEFAULT_ARENA

STUCK_TIME = 5.0
"""[s]"""
STUCK_DISTANCE = 0.03
"""Whoever travels less in STUCK_TIME is stuck [m]."""
ARRIVED = 0.05
"""The run is over when the smart robot is this near to its goal [m]."""
RUN_TIME = 36.0
"""Longest run [s]; the paper's simulated runs with the engine take 35.8 s on average (Table 2)."""
TOUCHING = 0.05
"""What a stuck robot is this near to is what it is stuck on: the reach of its sensors [m]."""
BATCH = 100
"""Runs simulated at once."""


@dataclass(frozen=True)
class StuckRates:
    """What some runs of one robot model came to."""

    model: str
    noise: float
    runs: int
    stuck_runs: int
    """Runs in which somebody was stuck at some time."""
    on_walls: int
    """Robots that were stuck near walls only ..."""
    on_robots: int
    """... and those that were stuck near another robot, with or without a wall."""

    @property
    def rate(self) -> float:
        """Part of the runs in which somebody was stuck."""
        return self.stuck_runs / self.runs

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the rate."""
        n, p, z = self.runs, self.rate, 1.96
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(middle - half, 0.0), min(middle + half, 1.0)


def stuck_windows(poses: NDArray[np.float64], time_step: float) -> NDArray[np.bool_]:
    """Tell at which steps each robot begins STUCK_TIME in which it travels less than STUCK_DISTANCE.

    poses (robots, steps, 3), time_step in [s]; the result is (robots, steps - window).
    """
    window = round(STUCK_TIME / time_step)
    moved = np.linalg.norm(np.diff(poses[..., :2], axis=1), axis=-1)
    travelled = np.concatenate((np.zeros((len(poses), 1)), np.cumsum(moved, axis=1)), axis=1)
    stuck: NDArray[np.bool_] = travelled[:, window:] - travelled[:, :-window] < STUCK_DISTANCE
    return stuck


def measure(model: str, seeds: Sequence[int], noise: float = 0.0) -> StuckRates:
    """Run the baseline of the corridor experiment once a seed, all robots of this model.

    noise is the relative standard deviation of motors and infrared readings.
    """
    simulator = KernelSimulator(WorldNoise(motor=noise, infrared=noise) if noise > 0.0 else None)
    stuck_runs, on_walls, on_robots = 0, 0, 0
    for first in range(0, len(seeds), BATCH):
        scenarios = [draw(seed, robot_names(6)) for seed in seeds[first : first + BATCH]]
        trajectories = simulator.simulate([_request(scenario, model) for scenario in scenarios])
        for scenario, trajectory in zip(scenarios, trajectories, strict=True):
            poses = until_arrival(trajectory.poses, scenario)
            stuck = stuck_windows(poses, trajectory.time_step)
            stuck_runs += bool(stuck.any())
            for robot in np.flatnonzero(stuck.any(axis=1)):
                begin = int(np.argmax(stuck[robot]))
                if _near_another(poses[:, begin], int(robot), ROBOT_MODELS[model].radius):
                    on_robots += 1
                else:
                    on_walls += 1
    return StuckRates(model, noise, len(seeds), stuck_runs, on_walls, on_robots)


def until_arrival(poses: NDArray[np.float64], scenario: CorridorScenario) -> NDArray[np.float64]:
    """Cut poses (robots, steps, 3) where the smart robot arrives: from then on it is told to stay."""
    smart = poses[scenario.smart_index, :, :2]
    arrived = np.linalg.norm(smart - scenario.goal, axis=1) <= ARRIVED
    return poses[:, : int(np.argmax(arrived))] if arrived.any() else poses


def _request(scenario: CorridorScenario, model: str) -> SimRequest:
    n = len(scenario.names)
    return SimRequest(
        world=DEFAULT_ARENA,
        robots=scenario.names,
        models=(model,) * n,
        poses=scenario.poses,
        velocities=np.zeros((n, 2)),
        actions=scenario.actions,
        duration=RUN_TIME,
        seed=scenario.seed,
    )


def _near_another(poses: NDArray[np.float64], robot: int, radius: float) -> bool:
    gaps = np.linalg.norm(poses[:, :2] - poses[robot, :2], axis=1) - 2.0 * radius
    return bool((np.delete(gaps, robot) < TOUCHING).any())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--trials", type=int, default=200, help="runs of each model (200)")
    parser.add_argument("--seed", type=int, default=10_000, help="first seed (10000)")
    parser.add_argument(
        "--models", default="epuck,epuck_stalling", help="robot models to compare (epuck,epuck_stalling)"
    )
    parser.add_argument(
        "--noise",
        type=float,
        default=0.05,
        help="each model also with this relative noise (0.05); 0: without only",
    )


def run(arguments: argparse.Namespace) -> int:
    """Measure every model, without and with noise, and print a line each."""
    if arguments.trials < 1 or arguments.seed < 0 or not 0.0 <= arguments.noise < math.inf:
        raise ExperimentError(
            f"--trials {arguments.trials}, --seed {arguments.seed}, --noise {arguments.noise}: "
            "expected at least 1 trial, and neither seed nor noise below 0"
        )
    seeds = range(arguments.seed, arguments.seed + arguments.trials)
    for model in arguments.models.split(","):
        try:
            ROBOT_MODELS[model]
        except ValueError as error:
            raise ExperimentError(f"--models {arguments.models}: {error}") from None
    sys.stdout.write(
        f"runs in which somebody travels less than {100 * STUCK_DISTANCE:g} cm in {STUCK_TIME:g} s "
        f"(paper: 10 to 20 %), seeds {seeds[0]} to {seeds[-1]}\n"
    )
    for model in arguments.models.split(","):
        for noise in dict.fromkeys((0.0, arguments.noise)):
            rates = measure(model, seeds, noise)
            low, high = rates.interval
            sys.stdout.write(
                f"  {model:18s} noise {noise:4.0%}: {rates.rate:6.1%} of the runs "
                f"(95 %: {low:.1%} to {high:.1%}); on robots {rates.on_robots}, on walls {rates.on_walls}\n"
            )
    return 0


EXPERIMENTS.add("stuck")(
    Experiment("how often robots get stuck in simulation, paper 0, section 2.3.3", add_arguments, run)
)
