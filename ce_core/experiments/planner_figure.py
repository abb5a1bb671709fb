"""Figures 5 and 6 of paper 2: A the planner, B the single loop, C the transition system, D planning times."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ce_core.experiments.planner_trials import Run
from ce_core.planner.drawing import BLUE, GREEN, GREY, RED, draw_robot, draw_system
from ce_core.planner.planner import Plan

PUBLISHED, HERE = "published: mean, SD", "here: median, 5 to 95 %"


def draw_figure(
    planned: Run,
    reactive: Run,
    plans: Sequence[Sequence[Plan]],
    published: Sequence[tuple[float, float, int]],
    path: Path,
) -> None:
    """Draw the same scene with both controllers, the reasoning of the first, and what planning takes.

    `plans` of many scenes with worldbuilding 1 and 2; `published` mean, SD [ms] and number of each.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(13.0, 5.2), layout="constrained")
    panels = figure.subplot_mosaic([["A", "C", "D"], ["B", "C", "D"]], width_ratios=(1.1, 1.3, 0.6))
    first, second, third, fourth = (panels[name] for name in "ABCD")
    _draw_run(first, planned, f"A  {planned.trial.controller}: {' '.join(planned.trial.plan) or '(stay)'}")
    _draw_run(second, reactive, "B  single loop")
    x, y = np.concatenate([planned.poses[:, :2], reactive.poses[:, :2], planned.scene.walls.reshape(-1, 2)]).T
    for axes in (first, second):
        axes.set_xlim(x.min() - 0.2, x.max() + 0.2)
        axes.set_ylim(y.min() - 0.2, y.max() + 0.2)
    if planned.first_plan is not None:
        draw_system(third, planned.first_plan.system)
    third.set_title(f"C  {planned.trial.states} states, {planned.trial.objects} objects", fontsize=10)
    _draw_times(fourth, plans, published)
    figure.savefig(path, dpi=80)


def _draw_times(
    axes: Any, plans: Sequence[Sequence[Plan]], published: Sequence[tuple[float, float, int]]
) -> None:
    for place, (mine, (mean, spread, n)) in enumerate(zip(plans, published, strict=True)):
        low, middle, high = np.percentile([1e3 * plan.time for plan in mine], (5.0, 50.0, 95.0))
        reach = [[middle - low], [high - middle]]
        axes.bar(place - 0.2, mean, 0.36, yerr=spread, color=GREY, label=PUBLISHED if place == 0 else None)
        axes.bar(place + 0.2, middle, 0.36, yerr=reach, color=BLUE, label=HERE if place == 0 else None)
        axes.text(place - 0.2, 1.5 * mean, f"n = {n}", ha="center", fontsize=7)
        axes.text(place + 0.2, 1.2 * high, f"n = {len(mine)}", ha="center", fontsize=7)
    axes.set_yscale("log")
    axes.set_ylim(0.02, 5000.0)
    axes.set_xticks(range(len(plans)), [f"wb{place + 1}" for place in range(len(plans))])
    axes.set_ylabel("time of a plan [ms]")
    axes.legend(fontsize=7, loc="upper right")
    axes.set_title("D", fontsize=10)


def _draw_run(axes: Any, run: Run, title: str) -> None:
    for x1, y1, x2, y2 in run.scene.walls.tolist():
        axes.plot([x1, x2], [y1, y2], color="black", linewidth=2)
    axes.plot(run.poses[:, 0], run.poses[:, 1], color=BLUE, linewidth=1.5)
    draw_robot(axes, _pose(run, 0), GREY)
    for step in range(40, len(run.poses) - 1, 60):
        draw_robot(axes, _pose(run, step), BLUE)
    draw_robot(axes, _pose(run, -1), BLUE)
    began = run.touching & ~np.concatenate([[False], run.touching[:-1]])
    axes.plot(run.poses[began, 0], run.poses[began, 1], "*", color=RED, markersize=12)
    if run.scene.target is not None:
        axes.plot(*run.scene.target, "+", color=GREEN, markersize=14, markeredgewidth=2.5)
    axes.set_aspect("equal")
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")
    axes.set_title(f"{title}, {_ending(run)}", fontsize=10)


def _ending(run: Run) -> str:
    trial = run.trial
    if trial.entered:
        return "enters"
    arrives = "arrives" if trial.arrived else "stays out" if run.scene.target is None else "does not arrive"
    return f"collides, {arrives}" if trial.collisions else arrives


def _pose(run: Run, step: int) -> tuple[float, float, float]:
    x, y, theta = run.poses[step].tolist()
    return x, y, theta
