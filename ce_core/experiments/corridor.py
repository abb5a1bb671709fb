"""The corridor of paper 0, section 2.4, in one process: the same start for every controller."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, NamedTuple

import numpy as np
from annotated_types import Ge, Gt, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.consequence_engine import ConsequenceEngine, Decision, EngineConfig
from ce_core.experiments.condition import CONDITIONS, Condition
from ce_core.experiments.corridor_world import CorridorWorld
from ce_core.experiments.metrics import ScoreConfig
from ce_core.experiments.run_metrics import RunMetrics, run_metrics
from ce_core.experiments.scenario import CorridorScenario, ScenarioConfig, draw, robot_names
from ce_core.family import unknown_name
from ce_core.internal_model.robot_controller import CONTROL_PERIOD, Action
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.internal_model.simulator.simulator import Simulator

CONTROLLERS = ("baseline", "ce")

STOP = Action.parse("Stop")
"""What a robot does that nobody has told anything yet."""


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
    """What one run came to; a row of trials.csv. NaN where there is no such thing."""

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
    unsimulated_actions: int
    """Actions that were left out because the simulation budget was spent."""
    success: bool
    timeout: bool
    spl: float
    slow_time_s: float
    min_time_to_collision_s: float
    jerk_m_s3: float
    others_time_to_goal_s: float
    """NaN: h-robots have no goal. What the smart robot costs them shows in their speed."""
    others_speed_m_s: float


@dataclass(frozen=True, eq=False)
class Run:
    """A run in full, for figures and for looking closer."""

    trial: Trial
    scenario: CorridorScenario
    times: NDArray[np.float64]
    """(steps,) [s]"""
    poses: NDArray[np.float64]
    """(steps, robots, 3): x [m], y [m], theta [rad] in the arena, robots in the scenario's order."""
    decisions: tuple[Decision, ...]


def run_once(
    seed: int,
    controller: str,
    config: CorridorConfig | None = None,
    simulator: Simulator | None = None,
    condition: str = "sim",
) -> Run:
    """Run one trial: the world steps, every robot's controller runs at 10 Hz, the engine at 2 Hz."""
    if controller not in CONTROLLERS:
        raise unknown_name("controller", controller, list(CONTROLLERS))
    config = CorridorConfig() if config is None else config
    scenario = draw(seed, robot_names(config.n_robots), config.scenario)
    model = ROBOT_MODELS[config.engine.robot_model]
    world = CorridorWorld(scenario, CONDITIONS[condition], model, config.engine.world)
    engine = None
    if controller == "ce":
        engine = ConsequenceEngine(config.engine, simulator or _simulator())
    times, poses, decisions = _drive(world, engine, config)
    metrics = run_metrics(times, poses, _goal(scenario, world.condition), scenario.smart_index, config.score)
    trial = trial_of(Job(seed, condition, controller), scenario.smart_robot, metrics, decisions)
    return Run(trial, scenario, times, poses, tuple(decisions))


def run_trial(job: Job, config: CorridorConfig | None = None) -> Trial:
    """Run one trial; the same seed has the same initial conditions for every controller."""
    return run_once(job.seed, job.controller, config, condition=job.condition).trial


def _drive(
    world: CorridorWorld, engine: ConsequenceEngine | None, config: CorridorConfig
) -> tuple[NDArray[np.float64], NDArray[np.float64], list[Decision]]:
    """Let the robots drive until the smart one arrives or the time is up: times, poses and decisions."""
    scenario, smart = world.scenario, world.scenario.smart_index
    actions = list(scenario.actions)
    goal_x, goal_y = _goal(scenario, world.condition)
    waiting = math.ceil(world.condition.engine_delay / CONTROL_PERIOD - 1e-6)
    if engine is not None and waiting > 0:
        actions[smart] = STOP
    times: list[float] = []
    poses: list[NDArray[np.float64]] = []
    decisions: list[Decision] = []
    for step in range(round(config.time_limit / CONTROL_PERIOD) + 1):
        times.append(world.time)
        poses.append(world.poses)
        x, y, _ = poses[-1][smart]
        if math.hypot(goal_x - x, goal_y - y) <= config.score.goal_tolerance:
            break
        if engine is not None:
            if step % config.steps_per_decision == 0:
                decisions.append(engine.decide(world.snapshot()))
            if step >= waiting and (step - waiting) % config.steps_per_decision == 0:
                actions[smart] = decisions[(step - waiting) // config.steps_per_decision].action
        world.advance(actions)
    return np.array(times), np.array(poses), decisions


def _goal(scenario: CorridorScenario, condition: Condition) -> NDArray[np.float64]:
    """Where the goal is in the arena, (2,) [m]."""
    return np.asarray(condition.in_arena(np.array([[*scenario.goal, 0.0]]))[0, :2])


@cache
def _simulator() -> KernelSimulator:
    """One for all trials of a process: it is expensive to make."""
    return KernelSimulator()


def trial_of(job: Job, smart_robot: str, metrics: RunMetrics, decisions: Sequence[Decision]) -> Trial:
    """Write down what a run came to, in process or from a recording."""
    return Trial(
        **job._asdict(),
        smart_robot=smart_robot,
        arrived=metrics.arrived,
        danger_ratio_percent=100.0 * metrics.danger_ratio,
        distance_m=metrics.distance,
        run_time_s=metrics.run_time,
        simulations_per_step=float(np.mean([d.simulations for d in decisions])) if decisions else 0.0,
        safe_run=metrics.danger_time == 0.0,
        contacts=metrics.contacts,
        min_distance_m=metrics.min_distance,
        stuck=bool(metrics.stuck_robots),
        all_dangerous_decisions=sum(d.all_dangerous for d in decisions),
        unsimulated_actions=sum(not c.simulated for d in decisions for c in d.candidates),
        success=metrics.success,
        timeout=not metrics.arrived,
        spl=metrics.spl,
        slow_time_s=metrics.slow_time,
        min_time_to_collision_s=metrics.min_time_to_collision,
        jerk_m_s3=metrics.jerk,
        others_time_to_goal_s=metrics.others_time_to_goal,
        others_speed_m_s=metrics.others_speed,
    )
