"""Draws walls, robots, the safety disc and the attention area."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.patches import Circle, Polygon
from numpy.typing import NDArray

from ce_core.consequence_engine.attention import AttentionConfig, radius
from ce_core.experiments.figures.sheet import SMART
from ce_core.internal_model.world_model import Arena

Floats = NDArray[np.float64]


def draw_walls(axes: Any, arena: Arena) -> None:
    """Draw an arena to scale."""
    for x1, y1, x2, y2 in arena.segments:
        axes.plot([x1, x2], [y1, y2], color="black", linewidth=1.5, solid_capstyle="projecting")
    for x, y, r in arena.circles:
        axes.add_patch(Circle((x, y), r, color="black"))
    x1, y1, x2, y2 = arena.bounds
    axes.set(xlim=(x1 - 0.05, x2 + 0.05), ylim=(y1 - 0.05, y2 + 0.05), aspect="equal")
    axes.set_axis_off()


def draw_robot(axes: Any, pose: Floats, body: float, colour: str, zorder: float = 4.0) -> None:
    """Draw a robot (3,) of a radius [m] with its heading."""
    x, y, theta = pose
    axes.add_patch(Circle((x, y), body, color=colour, zorder=zorder))
    tip = (x + 1.6 * body * np.cos(theta), y + 1.6 * body * np.sin(theta))
    axes.plot([x, tip[0]], [y, tip[1]], color=colour, linewidth=2.0, zorder=zorder)


def draw_safety(axes: Any, pose: Floats, distance: float) -> None:
    """Shade the disc that nobody else may enter."""
    axes.add_patch(Circle((pose[0], pose[1]), distance, color=SMART, alpha=0.15, linewidth=0, zorder=1))


def draw_attention(axes: Any, pose: Floats, config: AttentionConfig) -> None:
    """Draw the outline of the attention area of a robot at a pose (3,)."""
    bearing = np.linspace(-np.pi, np.pi, 181)
    reach = radius(bearing, config)
    angle = bearing + pose[2]
    outline = np.column_stack((pose[0] + reach * np.cos(angle), pose[1] + reach * np.sin(angle)))
    axes.add_patch(Polygon(outline, fill=False, edgecolor="black", linewidth=1.0, zorder=2))
