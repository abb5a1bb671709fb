"""Snapshots of one run with predictions, attention and safety radius, as Figure 12 of paper 0."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ce_core.consequence_engine import EngineConfig
from ce_core.experiments.corridor import Run
from ce_core.experiments.figures.arena import draw_attention, draw_robot, draw_safety, draw_walls
from ce_core.experiments.figures.sheet import OTHER, SMART, sheet, write
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.world_model import load_arena


def draw_trajectories(run: Run, config: EngineConfig, path: Path, panels: int = 6) -> Path:
    """Draw the run at moments spread over it; solid: driven, dotted: predicted for the chosen action."""
    columns = 2
    figure, axes = sheet(9.0, 2.15 * (-(-panels // columns)), nrows=-(-panels // columns), ncols=columns)
    decisions = run.decisions
    picked = np.unique(np.linspace(0, len(decisions) - 1, panels).round().astype(int))
    for axis in axes.flat[len(picked) :]:
        axis.set_axis_off()
    body = ROBOT_MODELS[config.robot_model].radius
    smart = run.scenario.smart_index
    for axis, index in zip(axes.flat, picked, strict=False):
        decision = decisions[int(index)]
        step = int(np.searchsorted(run.times, decision.time - 1e-6))
        draw_walls(axis, load_arena(config.world))
        for robot in range(run.poses.shape[1]):
            colour = SMART if robot == smart else OTHER
            axis.plot(*run.poses[: step + 1, robot, :2].T, color=colour, linewidth=1.0, alpha=0.8)
            draw_robot(axis, run.poses[step, robot], body, colour)
        for robot, name in enumerate(decision.prediction.robots):
            colour = SMART if name == decision.robot else OTHER
            axis.plot(*decision.prediction.poses[robot, :, :2].T, color=colour, linewidth=1.4, linestyle=":")
        draw_safety(axis, run.poses[step, smart], config.action_evaluator.safety_distance)
        draw_attention(axis, run.poses[step, smart], config.attention)
        axis.plot(*run.scenario.goal, marker="*", color=SMART, markersize=9, zorder=5)
        axis.set_title(
            f"{decision.time:.1f} s: {decision.action}"
            + (" (all actions dangerous)" if decision.all_dangerous else ""),
            fontsize=8,
        )
    figure.supxlabel(f"seed {run.trial.seed}, condition {run.trial.condition}", fontsize=8)
    return write(figure, path)
