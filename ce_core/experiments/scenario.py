"""Initial conditions and goal of the corridor experiment, drawn from a seed (paper 0, section 2.4.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Gt, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.internal_model.robot_controller.action import Action, SubAction

TRIES_PER_ROBOT = 200
TRIES_PER_LAYOUT = 100


@dataclass(frozen=True)
class ScenarioConfig:
    """Where the smart robot starts and goes, and where and how fast the h-robots are."""

    start_x: Annotated[float, Unit("m"), Doc("Where the smart robot starts, heading along x.")] = -1.0
    start_y: Annotated[float, Unit("m"), Doc("Where the smart robot starts.")] = 0.0
    goal_x: Annotated[float, Unit("m"), Doc("Where the smart robot goes.")] = 1.0
    goal_y: Annotated[float, Unit("m"), Doc("Where the smart robot goes.")] = 0.0
    h_min_x: Annotated[float, Unit("m"), Doc("Near end of the area of the h-robots.")] = -0.5
    h_max_x: Annotated[float, Unit("m"), Doc("Far end of the area of the h-robots.")] = 1.0
    h_min_y: Annotated[float, Unit("m"), Doc("Right side of the area of the h-robots.")] = -0.3
    h_max_y: Annotated[float, Unit("m"), Doc("Left side of the area of the h-robots.")] = 0.3
    min_spacing: Annotated[
        float, Unit("m"), Gt(0.0), Doc("No two robots start closer than this, centre to centre.")
    ] = 0.3
    h_min_speed: Annotated[float, Unit("1"), Gt(0.0), Doc("Slowest h-robot, fraction of top speed.")] = 0.6
    h_max_speed: Annotated[float, Unit("1"), Gt(0.0), Doc("Fastest h-robot, fraction of top speed.")] = 0.8

    def __post_init__(self) -> None:
        for low, high in (("h_min_x", "h_max_x"), ("h_min_y", "h_max_y"), ("h_min_speed", "h_max_speed")):
            if getattr(self, low) > getattr(self, high):
                raise ValueError(
                    f"{low} = {getattr(self, low)} must not be above {high} = {getattr(self, high)}"
                )


@dataclass(frozen=True, eq=False)
class CorridorScenario:
    """One trial's initial conditions; the same for every controller that is compared."""

    seed: int
    names: tuple[str, ...]
    smart_robot: str
    poses: NDArray[np.float64]
    """(robots, 3): x [m], y [m], theta [rad] in frame map, in the order of names."""
    actions: tuple[Action, ...]
    """What each robot does; for the smart robot the baseline's `MoveTo(goal);Avoidance`."""
    goal: NDArray[np.float64]
    """(2,): x [m], y [m]."""

    @property
    def smart_index(self) -> int:
        """The smart robot's place in names, poses and actions."""
        return self.names.index(self.smart_robot)

    @property
    def h_robots(self) -> tuple[str, ...]:
        """Names of the others, in order."""
        return tuple(name for name in self.names if name != self.smart_robot)


def robot_names(count: int) -> tuple[str, ...]:
    """Name this many robots; a robot's name is its namespace."""
    return tuple(f"epuck_{i}" for i in range(count))


def draw(seed: int, robots: Sequence[str], config: ScenarioConfig | None = None) -> CorridorScenario:
    """Draw roles, poses and speeds for these robots; the same seed and names give the same scenario."""
    config = ScenarioConfig() if config is None else config
    names = tuple(robots)
    if not names or len(set(names)) != len(names):
        raise ValueError(f"robots {list(names)} must be at least one name, and all different")
    if seed < 0:
        raise ValueError(f"seed {seed} must not be negative")
    rng = np.random.default_rng(seed)
    smart = int(rng.integers(len(names)))
    h_poses = np.empty((len(names) - 1, 3))
    h_poses[:, :2] = _place(len(names) - 1, config, rng)
    h_poses[:, 2] = rng.uniform(-np.pi, np.pi, len(h_poses))
    speeds = rng.uniform(config.h_min_speed, config.h_max_speed, len(h_poses))
    actions = [Action((SubAction("GoStraight", (float(v),)), SubAction("Avoidance"))) for v in speeds]
    goal = np.array([config.goal_x, config.goal_y])
    actions.insert(smart, Action((SubAction("MoveTo", (*goal.tolist(),)), SubAction("Avoidance"))))
    return CorridorScenario(
        seed=seed,
        names=names,
        smart_robot=names[smart],
        poses=np.insert(h_poses, smart, (config.start_x, config.start_y, 0.0), axis=0),
        actions=tuple(actions),
        goal=goal,
    )


def _place(count: int, config: ScenarioConfig, rng: np.random.Generator) -> NDArray[np.float64]:
    """Draw points (count, 2) [m] in the h-robots' area, far enough from each other and the start.

    One after the other, again where too close; a layout with no place for the next is begun afresh.
    """
    low, high = (config.h_min_x, config.h_min_y), (config.h_max_x, config.h_max_y)
    for _ in range(TRIES_PER_LAYOUT):
        placed = np.array([[config.start_x, config.start_y]])
        for _ in range(count):
            tries = rng.uniform(low, high, (TRIES_PER_ROBOT, 2))
            distance = np.linalg.norm(tries[:, None] - placed, axis=2).min(axis=1)
            free = np.flatnonzero(distance >= config.min_spacing)
            if not free.size:
                break
            placed = np.vstack([placed, tries[free[0]]])
        if len(placed) == count + 1:
            return placed[1:]
    raise ValueError(
        f"{count} h-robots cannot be placed {config.min_spacing} m apart in "
        f"[{low[0]}, {high[0]}] x [{low[1]}, {high[1]}] m; "
        "use fewer robots, a smaller min_spacing or a larger area"
    )
