"""A world to experiment with: an arena, robots with something to do, and what would become of it.

world = World("corridor")
world.add_robot("smart", (-1.0, 0.0, 0.0), "MoveTo(1, 0);Avoidance")
path = world.rollout(15.0)["smart"]      # path["x"], path["y"], path["theta"], path["time"]
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ce_core.internal_model.robot_controller.action import Action
from ce_core.internal_model.robot_controller.controller import encode
from ce_core.internal_model.robot_model import DEFAULT_ROBOT_MODEL, ROBOT_MODELS, RobotModel
from ce_core.internal_model.rollout import Rollout
from ce_core.internal_model.simulator.batch import MAX_ROBOTS
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.internal_model.simulator.noise import WorldNoise
from ce_core.internal_model.simulator.running_world import RunningWorld
from ce_core.internal_model.simulator.simulator import SimRequest, SimulationError, Simulator
from ce_core.internal_model.world_model import DEFAULT_ARENA, Arena, load_arena

TOUCH = 1e-9
"""Robots may touch walls and each other; they may not overlap by more than this [m]."""


@dataclass(frozen=True)
class _Robot:
    name: str
    model: RobotModel
    pose: tuple[float, float, float]
    velocity: tuple[float, float]
    action: Action


class World:
    """Robots in an arena before anything happens; a rollout leaves it as it is."""

    def __init__(
        self,
        arena: str | Arena = DEFAULT_ARENA,
        *,
        seed: int = 0,
        noise: WorldNoise | None = None,
        simulator: Simulator | None = None,
    ) -> None:
        """Take an arena by name, by the path of its YAML file, or as it is; the compiled kernel simulates."""
        self.arena = arena if isinstance(arena, Arena) else load_arena(arena)
        self.seed = seed
        self._noise = noise
        self._simulator = simulator
        self._robots: dict[str, _Robot] = {}
        self._discs = np.empty((0, 3))
        """(robots, 3): x, y, radius [m], in the order of the robots."""

    @property
    def robots(self) -> tuple[str, ...]:
        """Names in the order in which they were added."""
        return tuple(self._robots)

    def add_robot(
        self,
        name: str,
        pose: Sequence[float],
        action: str | Action = "Stop",
        *,
        model: str = DEFAULT_ROBOT_MODEL,
        velocity: Sequence[float] = (0.0, 0.0),
    ) -> World:
        """Put a robot at x, y [m], theta [rad] with something to do; return this world, to add the next.

        velocity is its forward speed [m/s] and turn rate [rad/s] at the beginning.
        """
        where = f"robot {name!r}"
        if name in self._robots:
            raise SimulationError(f"{where} is there already; expected another name")
        if len(self._robots) >= MAX_ROBOTS:
            raise SimulationError(
                f"{where}: there are {len(self._robots)} robots; expected at most {MAX_ROBOTS}"
            )
        x, y, theta = _numbers(pose, 3, f"{where}: pose", "x, y [m], theta [rad]")
        v, omega = _numbers(velocity, 2, f"{where}: velocity", "speed [m/s], turn rate [rad/s]")
        robot = _Robot(name, ROBOT_MODELS[model], (x, y, theta), (v, omega), _action(action, where))
        self._check_place(robot)
        self._robots[name] = robot
        self._discs = np.vstack((self._discs, (x, y, robot.model.radius)))
        return self

    def rollout(self, horizon: float, seed: int | None = None) -> Rollout:
        """Simulate for `horizon` [s] and return everybody's path; a seed here replaces the world's."""
        (rollout,) = self._simulate([(self._robots, self.seed if seed is None else seed)], horizon)
        return rollout

    def rollouts(self, horizon: float, seeds: Iterable[int]) -> list[Rollout]:
        """Simulate once a seed, all in one batch."""
        return self._simulate([(self._robots, seed) for seed in seeds], horizon)

    def try_actions(self, robot: str, actions: Iterable[str | Action], horizon: float) -> dict[str, Rollout]:
        """Simulate the world once for each action of one robot, all in one batch; return them by action."""
        if robot not in self._robots:
            raise SimulationError(f"robot {robot!r} is not there; expected one of {', '.join(self._robots)}")
        chosen = [_action(action, f"robot {robot!r}") for action in actions]
        worlds = [
            ({**self._robots, robot: replace(self._robots[robot], action=action)}, self.seed)
            for action in chosen
        ]
        rollouts = self._simulate(worlds, horizon)
        return {str(action): rollout for action, rollout in zip(chosen, rollouts, strict=True)}

    def start(self, time_step: float = 0.02) -> RunningWorld:
        """Return a running world with these robots, to be moved step by step and read sensor by sensor."""
        robots = self._robots.values()
        if not robots:
            raise SimulationError("the world is empty; expected at least one robot: add_robot(...)")
        poses = np.array([robot.pose for robot in robots])
        models = [robot.model for robot in robots]
        return RunningWorld(self.arena, models, poses, time_step, self.seed, self._noise)

    def _simulate(self, worlds: Sequence[tuple[dict[str, _Robot], int]], horizon: float) -> list[Rollout]:
        if not self._robots:
            raise SimulationError("the world is empty; expected at least one robot: add_robot(...)")
        if self._simulator is None:
            self._simulator = KernelSimulator(self._noise)
        requests = [self._request(list(robots.values()), seed, horizon) for robots, seed in worlds]
        found = []
        for (robots, _), trajectory in zip(worlds, self._simulator.simulate(requests), strict=True):
            steps = trajectory.poses.shape[1]
            found.append(
                Rollout(
                    self.arena,
                    tuple(robots),
                    tuple(robot.model for robot in robots.values()),
                    tuple(robot.action for robot in robots.values()),
                    np.linspace(0.0, (steps - 1) * trajectory.time_step, steps),
                    trajectory.poses,
                )
            )
        return found

    def _request(self, robots: Sequence[_Robot], seed: int, horizon: float) -> SimRequest:
        return SimRequest(
            world=self.arena,
            robots=tuple(robot.name for robot in robots),
            models=tuple(robot.model.name for robot in robots),
            poses=np.array([robot.pose for robot in robots]),
            velocities=np.array([robot.velocity for robot in robots]),
            actions=tuple(robot.action for robot in robots),
            duration=float(horizon),
            seed=seed,
        )

    def _check_place(self, robot: _Robot) -> None:
        """Refuse a robot in a wall or in another robot."""
        where = f"robot {robot.name!r} at {list(robot.pose[:2])}"
        place = np.array([robot.pose[:2]])
        if not self.arena.contains(place)[0]:
            low, high = self.arena.bounds[:2], self.arena.bounds[2:]
            raise SimulationError(
                f"{where} is outside of the walls of {self.arena.name!r} or inside of an obstacle; "
                f"the arena reaches from {low} to {high} m"
            )
        clearance = float(self.arena.clearance(place)[0])
        if robot.model.footprint is not None:
            self._check_outline(robot, where)
        elif clearance < robot.model.radius - TOUCH:
            raise SimulationError(
                f"{where} is {clearance:.4f} m from a wall or an obstacle; "
                f"expected at least its radius, {robot.model.radius:g} m"
            )
        distance = np.linalg.norm(self._discs[:, :2] - place, axis=1)
        apart = robot.model.radius + self._discs[:, 2]
        for other in np.flatnonzero(distance < apart - TOUCH)[:1]:
            raise SimulationError(
                f"{where} and {self.robots[other]!r} stand {distance[other]:.4f} m apart, "
                f"inside of each other; expected at least {apart[other]:g} m"
            )

    def _check_outline(self, robot: _Robot, where: str) -> None:
        from shapely import Polygon

        from ce_core.internal_model.world_model.geometry import free_space

        assert robot.model.footprint is not None
        outline = Polygon(robot.model.footprint.corners(np.array(robot.pose)))
        if not free_space(self.arena).buffer(TOUCH).covers(outline):
            raise SimulationError(
                f"{where} reaches into a wall or an obstacle with its outline; expected clear of both"
            )


def _action(action: str | Action, where: str) -> Action:
    parsed = Action.parse(action) if isinstance(action, str) else action
    try:
        encode(parsed)
    except ValueError as error:
        raise SimulationError(f"{where}: {error}") from error
    return parsed


def _numbers(values: Sequence[float], n: int, where: str, what: str) -> tuple[float, ...]:
    try:
        numbers = tuple(float(value) for value in values)
    except (TypeError, ValueError):
        numbers = ()
    if len(numbers) != n or not all(map(math.isfinite, numbers)):
        raise SimulationError(f"{where} = {values!r:.80}; expected {n} finite numbers: {what}")
    return numbers
