"""The experiments of paper 2 in one process: an AlphaBot in a scene, moved by plans or by a reactive loop."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.experiments.planner_world import PlannerWorld
from ce_core.planner.configurator import Configurator, ReplanConfig
from ce_core.planner.planner import Plan, Planner, Target
from ce_core.planner.presets import preset
from ce_core.planner.reactive import Reactive

CONTROLLERS = ("paper", "authors", "careful", "paper_replan", "replan", "reactive", "reactive_authors")
"""Presets of the planner; `paper` and `careful` with re-planning; the single loop, fair and the authors'."""
REPLANNING = {"paper_replan": "paper", "replan": "careful"}

WORLD_STEP, SCAN_PERIOD, MOTOR_PERIOD = 0.05, 0.2, 0.1
"""[s]"""

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Scene:
    """Where the robot starts at the origin, looking along x."""

    walls: Floats
    """(n, 4): x1, y1, x2, y2 [m]"""
    step_distance: float
    """[m]"""
    target: Target | None
    inside: Callable[[float, float], bool]
    """Whether a position is in the trap."""


class Job(NamedTuple):
    """What identifies a trial."""

    seed: int
    controller: str


@dataclass(frozen=True)
class Trial:
    """What one run came to; a row of trials.csv."""

    seed: int
    controller: str
    success: bool
    collisions: int
    """Times at which the robot began to touch something."""
    entered: bool
    """It was in the trap."""
    arrived: bool
    """It came within half a robot's length of the target."""
    end_distance_m: float
    """From the target, or from the start without one, at the end."""
    path_length_m: float
    run_time_s: float
    plan: str
    states: int
    objects: int
    planning_time_ms: float
    """Of the first plan; NaN without a planner."""
    plans: int


@dataclass(frozen=True, eq=False)
class Run:
    """A run in full, for figures."""

    trial: Trial
    scene: Scene
    poses: Floats
    """(steps, 3): x, y [m], theta [rad]"""
    touching: NDArray[np.bool_]
    """(steps,)"""
    first_scan: Floats
    """(n, 2) [m]"""
    first_plan: Plan | None


def run_once(job: Job, draw: Callable[[int], Scene], time_limit: float) -> Run:
    """Run one trial: LiDAR at 5 Hz, motors at 10 Hz."""
    scene = draw(job.seed)
    world = PlannerWorld(scene.walls)
    driver = _driver(job, scene)
    poses, touching, first_scan = [world.pose], [False], world.scan()
    command = (0.0, 0.0)
    for step in range(round(time_limit / WORLD_STEP)):
        if step % round(SCAN_PERIOD / WORLD_STEP) == 0:
            driver.see(world.scan())
        if step % round(MOTOR_PERIOD / WORLD_STEP) == 0:
            command = driver.command()
        world.step(*command, WORLD_STEP)
        poses.append(world.pose)
        touching.append(world.is_touching)
        if driver.is_done and command == (0.0, 0.0):
            break
    first_plan = driver.plans[0] if isinstance(driver, Configurator) else None
    found, touched = np.array(poses), np.array(touching)
    trial = _score(job, scene, found, touched, driver)
    return Run(trial, scene, found, touched, first_scan, first_plan)


def plan_scenes(scenes: Iterable[Scene], worldbuilding: int) -> list[Plan]:
    """Plan on the first scan of every scene, as the paper does."""
    plans: list[Plan] = []
    for scene in scenes:
        planner = Planner(preset("paper", scene.step_distance, worldbuilding))
        if not plans:
            planner.plan(np.zeros((0, 2)), scene.target)  # loads the compiled code
        plans.append(planner.plan(PlannerWorld(scene.walls).scan(), scene.target))
    return plans


def _driver(job: Job, scene: Scene) -> Configurator | Reactive:
    if job.controller.startswith("reactive"):
        signed = job.controller == "reactive"
        config = preset("paper" if signed else "authors", scene.step_distance)
        return Reactive(config, scene.target, signed, job.seed)
    again = job.controller in REPLANNING
    name = REPLANNING.get(job.controller, job.controller)
    replan = ReplanConfig(on_disturbance=again, until_target=again)
    return Configurator(preset(name, scene.step_distance), scene.target, replan)


def _score(
    job: Job, scene: Scene, poses: Floats, touching: NDArray[np.bool_], driver: Configurator | Reactive
) -> Trial:
    x, y = poses[:, 0], poses[:, 1]
    aim = (0.0, 0.0) if scene.target is None else scene.target
    collisions = int(np.count_nonzero(touching[1:] & ~touching[:-1]))
    entered = any(scene.inside(px, py) for px, py in poses[:, :2].tolist())
    near = float(np.hypot(x - aim[0], y - aim[1]).min())
    end = float(math.hypot(x[-1] - aim[0], y[-1] - aim[1]))
    arrived = scene.target is not None and near <= 0.11
    away = scene.target is None and end >= 0.5
    first = driver.plans[0] if isinstance(driver, Configurator) else None
    return Trial(
        seed=job.seed,
        controller=job.controller,
        success=collisions == 0 and not entered and (arrived or away),
        collisions=collisions,
        entered=entered,
        arrived=arrived,
        end_distance_m=end,
        path_length_m=float(np.hypot(np.diff(x), np.diff(y)).sum()),
        run_time_s=(len(poses) - 1) * WORLD_STEP,
        plan="".join(first.letters) if first else "",
        states=first.states if first else 0,
        objects=first.objects if first else 0,
        planning_time_ms=1e3 * first.time if first else math.nan,
        plans=len(driver.plans) if isinstance(driver, Configurator) else 0,
    )
