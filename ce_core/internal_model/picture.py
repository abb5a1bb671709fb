"""Pictures of worlds: walls and obstacles, paths, robots where they started and where they ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.patches import Circle, Polygon
from numpy.typing import NDArray

from ce_core.internal_model.robot_model import RobotModel
from ce_core.internal_model.world_model import Arena

if TYPE_CHECKING:
    from ce_core.internal_model.rollout import Rollout

WALL = "#333333"
COLOURS = (
    "tab:blue",
    "tab:orange",
    "tab:purple",
    "tab:brown",
    "tab:pink",
    "tab:cyan",
    "tab:olive",
    "tab:gray",
)
"""Of robots, in order; red and green are left for good and bad."""


def draw_arena(arena: Arena, axes: Any = None) -> Any:
    """Draw walls and obstacles to scale; return the axes."""
    left, bottom, right, top = arena.bounds
    if axes is None:
        width = 8.0
        height = width * (top - bottom) / (right - left) + 0.6
        _, axes = plt.subplots(figsize=(width, min(max(height, 2.0), 12.0)), layout="constrained")
    axes.add_collection(LineCollection(list(arena.segments.reshape(-1, 2, 2)), colors=WALL, linewidths=2.0))
    for x, y, radius in arena.circles.tolist():
        axes.add_patch(Circle((x, y), radius, facecolor="#bbbbbb", edgecolor=WALL))
    margin = 0.02 * max(right - left, top - bottom)
    axes.set(xlim=(left - margin, right + margin), ylim=(bottom - margin, top + margin))
    axes.set(aspect="equal", xlabel="x [m]", ylabel="y [m]")
    return axes


def draw_rollout(rollout: Rollout, axes: Any = None, colours: Mapping[str, str] | None = None) -> Any:
    """Draw each robot in a colour of its own, pale where it starts and solid where it ends; return the axes.

    On axes that are given, the arena and the robots at their start are taken to be drawn already.
    """
    first = axes is None
    if first:
        axes = draw_arena(rollout.arena)
    for index, (robot, model) in enumerate(zip(rollout.robots, rollout.models, strict=True)):
        colour = (colours or {}).get(robot, COLOURS[index % len(COLOURS)])
        path = rollout.poses[index]
        axes.plot(path[:, 0], path[:, 1], color=colour, linewidth=1.2)
        if first:
            _draw_robot(axes, model, path[0], colour, 0.3)
            place = path[0, :2] + np.array([0.0, 1.3 * model.radius])
            axes.annotate(robot, place, ha="center", fontsize="small", zorder=5)
        _draw_robot(axes, model, path[-1], colour, 0.9)
    return axes


def _draw_robot(axes: Any, model: RobotModel, pose: NDArray[np.float64], colour: str, alpha: float) -> None:
    if model.footprint is not None:
        body: Any = Polygon(model.footprint.corners(pose))
    else:
        body = Circle((pose[0], pose[1]), model.radius)
    body.set(facecolor=colour, edgecolor="black", alpha=alpha, linewidth=0.8, zorder=3)
    axes.add_patch(body)
    ahead = pose[:2] + model.radius * np.array([np.cos(pose[2]), np.sin(pose[2])])
    axes.plot([pose[0], ahead[0]], [pose[1], ahead[1]], color="black", linewidth=0.8, zorder=4)
