"""A scene as in Figures 5 and 6 of paper 2: A the planner, B the single loop, C the transition system."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ce_core.experiments.planner_trials import Run
from ce_core.planner.drawing import BLUE, GREEN, GREY, RED, draw_robot, draw_system


def draw_figure(planned: Run, reactive: Run, path: Path) -> None:
    """Draw the same scene with both controllers, and the reasoning of the first."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12.0, 4.4))
    left, middle, right = figure.subplots(1, 3, width_ratios=(1.0, 1.0, 1.5))
    _draw_run(left, planned, f"A  {planned.trial.controller}: {' '.join(planned.trial.plan) or '(stay)'}")
    _draw_run(middle, reactive, "B  single loop")
    if planned.first_plan is not None:
        draw_system(right, planned.first_plan.system)
    right.set_title(f"C  {planned.trial.states} states, {planned.trial.objects} objects", fontsize=10)
    figure.tight_layout()
    figure.savefig(path, dpi=80)


def _draw_run(axes: Any, run: Run, title: str) -> None:
    for x1, y1, x2, y2 in run.scene.walls.tolist():
        axes.plot([x1, x2], [y1, y2], color="black", linewidth=2)
    axes.plot(run.poses[:, 0], run.poses[:, 1], color=BLUE, linewidth=1.5)
    draw_robot(axes, _pose(run, 0), GREY)
    for step in range(40, len(run.poses) - 1, 60):
        draw_robot(axes, _pose(run, step), BLUE)
    draw_robot(axes, _pose(run, -1), BLUE)
    began = run.touching & ~_before(run.touching)
    axes.plot(run.poses[began, 0], run.poses[began, 1], "*", color=RED, markersize=12)
    if run.scene.target is not None:
        axes.plot(*run.scene.target, "+", color=GREEN, markersize=14, markeredgewidth=2.5)
    axes.set_aspect("equal")
    axes.set_xlim(-0.7, 1.4)
    axes.set_ylim(-1.25, 1.25)
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")
    ends = "collides" if run.trial.collisions else "arrives" if run.trial.arrived else ""
    axes.set_title(f"{title}{', ' + ends if ends else ''}", fontsize=10)


def _before(touching: Any) -> Any:
    import numpy as np

    return np.concatenate([[False], touching[:-1]])


def _pose(run: Run, step: int) -> tuple[float, float, float]:
    x, y, theta = run.poses[step].tolist()
    return x, y, theta
