"""What a world did or would do: every robot's path by its name, as numpy arrays with names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ce_core.family import unknown_name
from ce_core.internal_model.robot_controller.action import Action
from ce_core.internal_model.robot_model import RobotModel
from ce_core.internal_model.world_model import Arena

PATH = np.dtype([("time", np.float64), ("x", np.float64), ("y", np.float64), ("theta", np.float64)])
"""One row a step: time [s], x, y [m], theta [rad], frame map."""


@dataclass(frozen=True, eq=False)
class Rollout(Mapping[str, NDArray[np.void]]):
    """Paths by robot: `rollout["smart"]["x"]` is where it was in every step; `poses` has all at once."""

    arena: Arena
    robots: tuple[str, ...]
    models: tuple[RobotModel, ...]
    actions: tuple[Action, ...]
    time: NDArray[np.float64]
    """(steps,) [s], from 0."""
    poses: NDArray[np.float64]
    """(robots, steps, 3): x, y [m], theta [rad], frame map."""

    def __getitem__(self, robot: str) -> NDArray[np.void]:
        """Return the path of a robot: (steps,) with the fields time, x, y, theta."""
        if robot not in self.robots:
            raise unknown_name("robot", str(robot), list(self.robots))
        path = np.empty(len(self.time), dtype=PATH)
        path["time"] = self.time
        path["x"], path["y"], path["theta"] = self.poses[self.robots.index(robot)].T
        return path

    def __iter__(self) -> Iterator[str]:
        return iter(self.robots)

    def __len__(self) -> int:
        return len(self.robots)

    def distance(self, robot: str, other: str) -> NDArray[np.float64]:
        """Return how far two robots' centres are apart in every step, (steps,) [m]."""
        one, two = self[robot], self[other]
        gap: NDArray[np.float64] = np.hypot(one["x"] - two["x"], one["y"] - two["y"])
        return gap

    def draw(self, axes: Any = None, **colours: str) -> Any:
        """Draw walls, paths and robots with matplotlib; return the axes, to draw another rollout on top.

        A robot's colour is given by its name: `rollout.draw(smart="red")`.
        """
        from ce_core.internal_model.picture import draw_rollout  # matplotlib takes a second to import

        for robot in colours:
            if robot not in self.robots:
                raise unknown_name("robot", robot, list(self.robots))
        return draw_rollout(self, axes, colours)
