"""The prediction error against simulation time, as Figure 6 of paper 0, and a path, as Figure 5."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ce_core.experiments.figures.arena import draw_walls
from ce_core.experiments.figures.sheet import SMART, sheet, write
from ce_core.experiments.reality_gap import Errors
from ce_core.internal_model.world_model import load_arena


def draw_reality_gap(errors: Errors, fit_from: float, path: Path, world: str = "arena") -> Path:
    """Draw one robot's tracked path between the walls, and the errors: quantiles, median and its line."""
    figure, (left, right) = sheet(9.0, 3.6, ncols=2)
    draw_walls(left, load_arena(world))
    left.plot(*errors.path[:, 0].T, color=SMART, linewidth=0.6)
    left.set_title("tracked path of one robot, and the walls the model knows", fontsize=9)
    low, first, third, high = np.quantile(errors.normalised, (0.05, 0.25, 0.75, 0.95), axis=0)
    right.fill_between(errors.times, low, high, color=SMART, alpha=0.12, label="5 to 95 %")
    right.fill_between(errors.times, first, third, color=SMART, alpha=0.25, label="quartiles")
    right.plot(errors.times, errors.median, color=SMART, label="median")
    slope, intercept = errors.fit(fit_from)
    line = intercept + slope * errors.times
    right.plot(
        errors.times, line, color="#e0b01e", linewidth=2.0, label=f"{slope:.4f}/s x t + {intercept:.3f}"
    )
    right.set(yscale="log", xlabel="simulation time [s]", ylabel="error / path length", ylim=(1e-3, 3.0))
    right.legend(fontsize=8, loc="lower right")
    right.spines[["top", "right"]].set_visible(False)
    return write(figure, path)
