"""One decision explained, stage by stage, as Figure 3 of paper 0."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ce_core.consequence_engine import ConsequenceEngine, Decision, EngineConfig, Snapshot
from ce_core.consequence_engine.candidate_actions import possible_actions
from ce_core.consequence_engine.potential_function import trough
from ce_core.experiments.figures.arena import draw_attention, draw_robot, draw_safety, draw_walls
from ce_core.experiments.figures.sheet import DANGER, OTHER, SAFE, SMART, sheet, write
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator.simulator import SimRequest, Simulator, Trajectory
from ce_core.internal_model.world_model import load_arena

Floats = NDArray[np.float64]

LABEL = 0.17
"""A value is written no nearer to the side walls [m]."""


class _Remembering:
    """Hands requests on and keeps the last trajectories of every own action."""

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self.trajectories: dict[str, Trajectory] = {}

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        found = self._simulator.simulate(requests)
        for request, trajectory in zip(requests, found, strict=True):
            self.trajectories[str(request.actions[0])] = trajectory
        return found


def draw_decision(snapshot: Snapshot, config: EngineConfig, simulator: Simulator, path: Path) -> Decision:
    """Let a new engine decide on a snapshot and draw what every stage said; returns the decision."""
    memory = _Remembering(simulator)
    decision = ConsequenceEngine(config, memory).decide(snapshot)
    figure, panels = sheet(9.0, 6.6, nrows=3, ncols=2)
    axes = dict(zip(range(6), panels.flat, strict=True))
    titles = (
        "potential function",
        "set of possible actions, attention",
        f"trajectories: {decision.simulations} simulations",
        f"Action Evaluator: {sum(c.dangerous for c in decision.candidates)} dangerous",
        "Safety Logic: values",
        f"Action Selection: {decision.action}",
    )
    arena, body = load_arena(config.world), ROBOT_MODELS[config.robot_model].radius
    for axis, title in zip(axes.values(), titles, strict=True):
        draw_walls(axis, arena)
        axis.set_title(title, fontsize=9)
        draw_robot(axis, snapshot.pose, body, SMART)
        for name, pose in zip(snapshot.others, snapshot.other_poses, strict=True):
            draw_robot(axis, pose, body, OTHER if name in decision.attended else "#e9b6b3")
    _potential(axes[0], config, arena.bounds)
    _actions(axes[1], config, decision)
    draw_attention(axes[1], snapshot.pose, config.attention)
    for candidate in decision.candidates:
        if candidate.simulated:
            trajectory = memory.trajectories[str(candidate.action)]
            _paths(axes[2], trajectory, SMART)
            _paths(axes[3], trajectory, DANGER if candidate.dangerous else SAFE)
    _potential(axes[4], config, arena.bounds)
    _values(axes[4], decision, arena.bounds)
    _paths(axes[5], decision.prediction, SMART, linewidth=1.8)
    draw_safety(axes[5], snapshot.pose, config.action_evaluator.safety_distance)
    write(figure, path)
    return decision


def _potential(axis: Any, config: EngineConfig, bounds: tuple[float, float, float, float]) -> None:
    x, y = np.meshgrid(np.linspace(bounds[0], bounds[2], 120), np.linspace(bounds[1], bounds[3], 60))
    values = trough(config.potential)(np.column_stack((x.ravel(), y.ravel()))).reshape(x.shape)
    axis.imshow(
        values,
        extent=(bounds[0], bounds[2], bounds[1], bounds[3]),
        origin="lower",
        cmap="YlGnBu_r",
        alpha=0.55,
        zorder=0,
    )


def _actions(axis: Any, config: EngineConfig, decision: Decision) -> None:
    considered = {str(c.action): c.simulated for c in decision.candidates}
    grid = possible_actions(config.actions)
    for action, (x, y) in zip(grid.actions, grid.goals, strict=True):
        marker = {True: "o", False: "x", None: "."}[considered.get(str(action))]
        axis.plot(x, y, marker=marker, color=SMART if marker == "o" else "#888888", markersize=5, zorder=3)


def _paths(axis: Any, trajectory: Trajectory, colour: str, linewidth: float = 1.0) -> None:
    axis.plot(*trajectory.poses[0, :, :2].T, color=colour, linewidth=linewidth, zorder=3)
    for other in trajectory.poses[1:]:
        axis.plot(*other[:, :2].T, color=OTHER, linewidth=0.8, linestyle="--", zorder=2)


def _values(axis: Any, decision: Decision, bounds: tuple[float, float, float, float]) -> None:
    for candidate in decision.candidates:
        x, y = candidate.action.sub_actions[0].arguments
        axis.text(
            min(max(x, bounds[0] + LABEL), bounds[2] - LABEL),
            y,
            f"{candidate.value:.2f}" if candidate.simulated else "not simulated",
            fontsize=7,
            color=DANGER if candidate.dangerous else "black",
            weight="bold" if candidate.chosen else "normal",
            ha="center",
            va="center",
            zorder=6,
            bbox={"facecolor": "white", "alpha": 0.7, "linewidth": 0, "pad": 1.0},
        )
