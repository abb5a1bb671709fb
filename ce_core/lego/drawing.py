"""Pictures of trials: the playground, the cubes and where everything went."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ce_core.lego.trial import Trial
from ce_core.lego.world.contact import SQUARE
from ce_core.lego.world.cubes import COLOURS, CUBE_STARTS
from ce_core.lego.world.playground import HALF_CARDBOARD, HALF_WHITE, STEP_RATE
from ce_core.lego.world.pushing import ROBOT
from ce_core.lego.world.robot import OUTLINE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = NDArray[np.float64]

PAINT = {"red": "#c8382f", "green": "#2f8f4e", "blue": "#2f62c8"}
COLUMNS = 3


def draw_trials(trials: Sequence[tuple[str, Trial]], path: Path) -> None:
    """Draw each trial, which must have its trace, under its title into one picture."""
    from matplotlib.figure import Figure

    columns = min(COLUMNS, len(trials))
    rows = math.ceil(len(trials) / columns)
    figure = Figure(figsize=(4.6 * columns, 3.9 * rows), layout="constrained")
    for i, (title, trial) in enumerate(trials):
        axes = figure.add_subplot(rows, columns, i + 1)
        draw_playground(axes)
        draw_trial(axes, trial)
        axes.set_title(f"{title}: " + (f"{trial.time:.1f} s" if trial.completed else trial.end), fontsize=9)
    figure.savefig(path, dpi=80)


def draw_playground(axes: Axes) -> None:
    """Draw white area and cardboard, and the cubes where they start."""
    from matplotlib.patches import Polygon, Rectangle

    for (x, y), colour in ((HALF_CARDBOARD, "#d9c3a0"), (HALF_WHITE, "white")):
        axes.add_patch(Rectangle((-x, -y), 2 * x, 2 * y, facecolor=colour, edgecolor="none", zorder=0))
    for name, pose in zip(COLOURS, CUBE_STARTS, strict=True):
        axes.add_patch(
            Polygon(placed(SQUARE, pose), facecolor=PAINT[name], alpha=0.25, edgecolor=PAINT[name], zorder=1)
        )
    margin = 0.05
    axes.set(
        xlim=(-HALF_CARDBOARD[0] - margin, HALF_CARDBOARD[0] + margin),
        ylim=(-HALF_CARDBOARD[1] - margin, HALF_CARDBOARD[1] + margin),
        aspect="equal",
        xlabel="x [m]",
        ylabel="y [m]",
    )


def draw_trial(axes: Axes, trial: Trial) -> None:
    """Draw the ways of robot and cubes, the robot at its start, and a mark where a cube was removed."""
    from matplotlib.patches import Polygon

    assert trial.trace is not None, "the trial was run without keeping its trace"
    robot = trial.trace[1:, ROBOT]
    axes.plot(robot[:, 0], robot[:, 1], color="#333333", linewidth=0.9, zorder=3)
    axes.add_patch(
        Polygon(placed(OUTLINE, robot[0]), facecolor="#bbbbbb", edgecolor="#333333", alpha=0.8, zorder=2)
    )
    for cube, (name, time) in enumerate(zip(COLOURS, trial.removed, strict=True)):
        way = trial.trace[1:, cube]
        if time is not None:
            way = way[: round(time * STEP_RATE) - 1]  # then it is put away
            axes.plot(*way[-1, :2], marker="x", color=PAINT[name], markersize=8, zorder=4)
            x, y = way[-1, :2].tolist()
            axes.annotate(f"{time:.1f} s", (x, y), fontsize=7, xytext=(5, 4), textcoords="offset points")
        axes.plot(way[:, 0], way[:, 1], color=PAINT[name], linewidth=1.6, zorder=2)


def placed(corners: Floats, pose: Floats) -> Floats:
    """Return the corners of a body at (x, y, theta) [m]."""
    cos, sin = math.cos(pose[2]), math.sin(pose[2])
    return np.asarray(corners @ np.array([[cos, sin], [-sin, cos]]) + pose[:2])
