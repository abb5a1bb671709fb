"""The corridor of paper 0, section 2.4, in one process: the same start for every controller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, NamedTuple

import numpy as np
from annotated_types import Ge, Gt, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.consequence_engine import ConsequenceEngine, Decision, EngineConfig, Snapshot
from ce_core.experiments.metrics import RunScore, ScoreConfig
from ce_core.experiments.scenario import CorridorScenario, ScenarioConfig, draw, robot_names
from ce_core.family import unknown_name
from ce_core.internal_model.robot_controller import (
    CONTROL_PERIOD,
    Action,
    Drive,
    Senses,
    control,
    encode,
    to_twist,
)
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.internal_model.simulator.running_world import RunningWorld
from ce_core.internal_model.simulator.simulator import Simulator
from ce_core.internal_model.world_model import load_arena

CONTROLLERS = ("baseline", "ce")
CONDITION = "sim"
"""The internal model equals the world (section 3: pure simulation)."""


@dataclass(frozen=True)
class CorridorConfig:
    """One run of the corridor experiment."""

    n_robots: Annotated[int, Ge(1), Doc("The smart robot and the h-robots.")] = 6
    decision_period: Annotated[
        float, Unit("s"), Gt(0.0), Doc("The engine decides this often, a multiple of the control period.")
    ] = 0.5
    time_limit: Annotated[float, Unit("s"), Gt(0.0), Doc("A run that takes longer has failed.")] = 120.0
    engine: EngineConfig = field(default_factory=EngineConfig)
    scenario: ScenarioConfig = field(default_factory=ScenarioConfig)
    score: ScoreConfig = field(default_factory=ScoreConfig)

    def __post_init__(self) -> None:
        if self.steps_per_decision < 1 or not np.isclose(
            self.steps_per_decision * CONTROL_PERIOD, self.decision_period
        ):
            raise ValueError(
                f"decision_period {self.decision_period} s must be a multiple of the control period, "
                f"{CONTROL_PERIOD} s"
            )

    @property
    def steps_per_decision(self) -> int:
        """Control steps from one decision to the next."""
        return round(self.decision_period / CONTROL_PERIOD)


class Job(NamedTuple):
    """What identifies a trial."""

    seed: int
    condition: str
    controller: str


@dataclass(frozen=True)
class Trial:
    """What one run came to; a row of trials.csv."""

    seed: int
    condition: str
    controller: str
    smart_robot: str
    arrived: bool
    danger_ratio_percent: float
    distance_m: float
    run_time_s: float
    simulations_per_step: float
    safe_run: bool
    contacts: int
    min_distance_m: float
    stuck: bool
    """An h-robot stayed in one place for a while; the paper discards such runs (section 2.3.3)."""
    all_dangerous_decisions: int
    """Decisions in which no action was safe."""


@dataclass(frozen=True, eq=False)
class Run:
    """A run in full, for figures and for looking closer."""

    trial: Trial
    scenario: CorridorScenario
    times: NDArray[np.float64]
    """(steps,) [s]"""
    poses: NDArray[np.float64]
    """(steps, robots, 3): x [m], y [m], theta [rad], robots in the scenario's order."""
    decisions: tuple[Decision, ...]


def run_once(
    seed: int,
    controller: str,
    config: CorridorConfig | None = None,
    simulator: Simulator | None = None,
) -> Run:
    """Run one trial: the world steps, every robot's controller runs at 10 Hz, the engine at 2 Hz."""
    if controller not in CONTROLLERS:
        raise unknown_name("controller", controller, list(CONTROLLERS))
    config = CorridorConfig() if config is None else config
    scenario = draw(seed, robot_names(config.n_robots), config.scenario)
    model = ROBOT_MODELS[config.engine.robot_model]
    world = RunningWorld(
        load_arena(config.engine.world),
        [model] * config.n_robots,
        scenario.poses,
        time_step=CONTROL_PERIOD,
        seed=seed,
    )
    engine = None
    if controller == "ce":
        engine = ConsequenceEngine(config.engine, simulator or KernelSimulator())
    smart, drive, actions = scenario.smart_index, model.drive(), list(scenario.actions)
    score = RunScore(scenario.goal, smart, config.score)
    times: list[float] = []
    poses: list[NDArray[np.float64]] = []
    decisions: list[Decision] = []
    for step in range(round(config.time_limit / CONTROL_PERIOD) + 1):
        times.append(step * CONTROL_PERIOD)
        poses.append(world.poses.copy())
        score.update(times[-1], poses[-1])
        if score.arrived:
            break
        if engine is not None and step % config.steps_per_decision == 0:
            decision = engine.decide(_snapshot(times[-1], scenario, world))
            decisions.append(decision)
            score.count_simulations(decision.simulations)
            actions[smart] = decision.action
        world.step(_commands(actions, world.infrared(), poses[-1], drive))
    trial = _trial(scenario, controller, score, decisions)
    return Run(trial, scenario, np.array(times), np.array(poses), tuple(decisions))


def run_trial(job: Job, config: CorridorConfig | None = None) -> Trial:
    """Run one trial; the same seed has the same initial conditions for every controller."""
    return run_once(job.seed, job.controller, config, _simulator()).trial


@cache
def _simulator() -> KernelSimulator:
    """One for all trials of a process: it is expensive to make."""
    return KernelSimulator()


def _snapshot(time: float, scenario: CorridorScenario, world: RunningWorld) -> Snapshot:
    """See the world as it is; the controllers of the h-robots are known to the smart robot (2.4)."""
    return Snapshot.of(
        time, scenario.smart_robot, scenario.names, world.poses, world.velocities, scenario.actions
    )


def _commands(
    actions: Sequence[Action],
    infrared: NDArray[np.float64],
    poses: NDArray[np.float64],
    drive: Drive,
) -> NDArray[np.float64]:
    """Run every robot's controller once: speeds and turn rates (robots, 2) [m/s, rad/s]."""
    commands = np.empty((len(actions), 2))
    for i, action in enumerate(actions):
        senses = Senses(infrared[i], *poses[i].tolist())
        commands[i] = to_twist(control(*encode(action), senses, drive), drive)
    return commands


def _trial(
    scenario: CorridorScenario, controller: str, score: RunScore, decisions: Sequence[Decision]
) -> Trial:
    return Trial(
        seed=scenario.seed,
        condition=CONDITION,
        controller=controller,
        smart_robot=scenario.smart_robot,
        arrived=score.arrived,
        danger_ratio_percent=100.0 * score.danger_ratio,
        distance_m=score.distance,
        run_time_s=score.run_time,
        simulations_per_step=score.simulations_per_step,
        safe_run=score.danger_time == 0.0,
        contacts=score.contacts,
        min_distance_m=score.min_distance,
        stuck=bool(score.stuck_robots),
        all_dangerous_decisions=sum(d.all_dangerous for d in decisions),
    )
