"""The attention area with robot and safety radius to scale, as Figure 7 of paper 0."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ce_core.consequence_engine import EngineConfig
from ce_core.experiments.figures.arena import draw_attention, draw_robot, draw_safety
from ce_core.experiments.figures.sheet import SMART, sheet, write
from ce_core.internal_model.robot_model import ROBOT_MODELS


def draw_attention_area(config: EngineConfig, path: Path) -> Path:
    """Draw the area of a robot at the origin that heads along x."""
    figure, axes = sheet(4.6, 3.8)
    pose = np.zeros(3)
    draw_attention(axes, pose, config.attention)
    draw_safety(axes, pose, config.action_evaluator.safety_distance)
    draw_robot(axes, pose, ROBOT_MODELS[config.robot_model].radius, SMART)
    axes.set(aspect="equal", xlim=(-1.1, 1.3), ylim=(-1.0, 1.0), xlabel="x [m], ahead", ylabel="y [m]")
    axes.grid(alpha=0.3)
    area = config.attention
    axes.set_title(
        f"attention: {area.front:g} m ahead, {area.behind:g} behind, {area.side:g} abeam; "
        f"safety radius {config.action_evaluator.safety_distance:g} m",
        fontsize=8,
    )
    return write(figure, path)
