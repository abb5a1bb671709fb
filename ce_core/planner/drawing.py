"""Pictures: the hybrid automaton as in Figure 4, a plan and its transition system as in Figures 5 and 6."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ce_core.planner.config import BodyConfig
from ce_core.planner.hybrid_automaton import HybridAutomaton, Reset
from ce_core.planner.planner import Plan, Target
from ce_core.planner.tasks import Bound, Guard
from ce_core.planner.transition_system import State, TransitionSystem

BLUE, RED, GREY, GREEN = "#1f4e9c", "#c23b22", "#8a8a8a", "#3a7d44"


def draw_automaton(automaton: HybridAutomaton, path: Path, body: BodyConfig | None = None) -> None:
    """Draw modes as circles with their invariants, flows beside them, guards and resets at the edges."""
    body = BodyConfig() if body is None else body
    figure, axes = _figure(8.0, 5.6)
    others = [letter for letter in automaton.tasks if letter != automaton.default]
    spread = np.linspace(-0.5, 0.5, max(len(others), 2)) * min(1.6 * len(others), 4.4)
    places = {automaton.default: (0.0, 1.1)}
    places |= {letter: (float(spread[i]), -1.1) for i, letter in enumerate(others)}
    for letter, (x, y) in places.items():
        _draw_mode(axes, automaton, letter, (x, y), body)
    for edge in automaton.edges:
        _draw_edge(axes, places[edge.source], places[edge.target], edge.guard)
    for i, reset in enumerate(Reset):
        axes.text(
            3.0, 0.9 - 1.3 * i, reset.value.replace(": ", "\n").replace(", ", "\n"), fontsize=8, bbox=_box()
        )
    axes.set_xlim(-3.0, 4.9)
    axes.set_ylim(-2.5, 2.6)
    _save(figure, path)


def draw_plan(plan: Plan, points: NDArray[np.float64], target: Target | None, path: Path) -> None:
    """Draw the scan with the robot along the plan, and beside it the transition system."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11.0, 4.8))
    place, tree = figure.subplots(1, 2, width_ratios=(1.0, 1.5))
    draw_scene(place, points, target)
    pose = (0.0, 0.0, 0.0)
    draw_robot(place, pose, GREY)
    for planned in plan.tasks:
        place.plot([pose[0], planned.end[0]], [pose[1], planned.end[1]], color=BLUE, linewidth=2)
        pose = planned.end
        draw_robot(place, pose, BLUE)
    place.set_title(" ".join(plan.letters) or "(stay)", fontsize=10)
    draw_system(tree, plan.system)
    tree.set_title(f"{plan.states} states, {plan.objects} objects", fontsize=10)
    _save(figure, path)


def draw_scene(axes: Any, points: NDArray[np.float64], target: Target | None, reach: float = 1.2) -> None:
    """Draw the points of a scan [m] and the target."""
    axes.plot(points[:, 0], points[:, 1], ".", color="black", markersize=2)
    if target is not None:
        axes.plot(*target, "+", color=GREEN, markersize=14, markeredgewidth=2.5)
    axes.set_aspect("equal")
    axes.set_xlim(-reach, reach)
    axes.set_ylim(-reach, reach)
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")


def draw_robot(
    axes: Any, pose: tuple[float, float, float], colour: str, body: BodyConfig | None = None
) -> None:
    """Draw the robot's rectangle at a pose [m, rad], its front thicker."""
    body = BodyConfig() if body is None else body
    front, back, side = body.centre + body.length / 2, body.centre - body.length / 2, body.width / 2
    corners = np.array([[front, side], [back, side], [back, -side], [front, -side]])
    cos, sin = math.cos(pose[2]), math.sin(pose[2])
    x, y = (corners @ np.array([[cos, sin], [-sin, cos]]) + pose[:2]).T
    axes.fill(x, y, facecolor=colour, alpha=0.12, edgecolor=colour, linewidth=0.6)
    axes.plot(x[[3, 0]], y[[3, 0]], color=colour, linewidth=1.6)


def draw_system(axes: Any, system: TransitionSystem) -> None:
    """Draw the transition system as a tree from left to right: crashed states are stars, the plan is bold."""
    planned = {state.number for state in system.path()}
    places = _layout(system)
    size = 9.0 if len(system) <= 60 else 4.0
    for state in system:
        x, y = places[state.number]
        before = system.pre(state)
        if before is not None:
            start = places[before.number]
            bold = state.number in planned
            axes.plot(
                [start[0], x],
                [start[1], y],
                color=BLUE if bold else GREY,
                linewidth=2.6 if bold else 0.8,
                zorder=1,
            )
        colour = RED if state.crashed else GREEN if state.place else BLUE if state.number in planned else GREY
        axes.plot(
            x, y, "*" if state.crashed else "o", color=colour, markersize=size * (1.5 if state.crashed else 1)
        )
        if len(system) <= 60:
            axes.annotate(
                f"$q_{{{state.number}}}$ {state.task}", (x, y), (3, 5), textcoords="offset points", fontsize=6
            )
    axes.axis("off")


def _layout(system: TransitionSystem) -> dict[int, tuple[float, float]]:
    """Put every state at its depth; leaves below each other, others in the middle of what follows them."""
    depth = {0: 0}
    for state in list(system)[1:]:
        assert state.parent is not None
        depth[state.number] = depth[state.parent] + 1
    rows: dict[int, float] = {}
    waiting: list[tuple[State, bool]] = [(system[0], False)]
    next_row = 0.0
    while waiting:
        state, below_done = waiting.pop()
        after = system.post(state)
        if not after:
            rows[state.number] = next_row
            next_row += 1.0
        elif below_done:
            rows[state.number] = sum(rows[q.number] for q in after) / len(after)
        else:
            waiting.append((state, True))
            waiting += [(q, False) for q in reversed(after)]
    return {number: (float(depth[number]), -row) for number, row in rows.items()}


def _draw_mode(
    axes: Any, automaton: HybridAutomaton, letter: str, place: tuple[float, float], body: BodyConfig
) -> None:
    task = automaton.tasks[letter]
    condition = "D_obs = ∅" if task.bound is Bound.DISTANCE else "D = {D_init}"
    axes.add_patch(_circle(place))
    text = f"$T_{letter}$\n{condition}\n{task.bound.value}"
    axes.text(*place, text, ha="center", va="center", fontsize=8, zorder=4)
    speed, turn = automaton.flow(letter, body.speed, body.turn_rate)
    flow = f"ċ_self = ċ_dist =\n{{({speed:g} m/s, 0), {turn:g} rad/s}}"
    axes.text(
        place[0], place[1] + (1.0 if place[1] > 0 else -0.98), flow, ha="center", fontsize=7, color=BLUE
    )


def _draw_edge(axes: Any, start: tuple[float, float], end: tuple[float, float], guard: Guard) -> None:
    from matplotlib.patches import FancyArrowPatch

    label = "Reset 1 or 2" if guard is Guard.ALWAYS else f"{guard.value}\nReset 1"
    if start == end:
        start, end, bend = (start[0] + 0.45, start[1] + 0.45), (start[0] + 0.45, start[1] - 0.45), -1.7
        middle = (start[0] + 0.75, start[1] - 0.45)
    else:
        way = np.subtract(end, start) / np.hypot(*np.subtract(end, start))
        side = 0.2 * np.array([way[1], -way[0]])
        middle = tuple(np.add(start, end) / 2 + 1.9 * side)
        start, end, bend = tuple(start + 0.68 * way + side), tuple(end - 0.68 * way + side), 0.12
    axes.add_patch(
        FancyArrowPatch(start, end, connectionstyle=f"arc3,rad={bend}", arrowstyle="-|>", mutation_scale=13)
    )
    blank = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}
    axes.text(*middle, label, ha="center", va="center", fontsize=7, color=RED, zorder=5, bbox=blank)


def _circle(place: tuple[float, float]) -> Any:
    from matplotlib.patches import Circle

    return Circle(place, 0.64, facecolor="white", edgecolor="black", zorder=3)


def _box() -> dict[str, str]:
    return {"facecolor": "white", "edgecolor": "black", "boxstyle": "round"}


def _figure(width: float, height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    axes = figure.subplots()
    axes.set_aspect("equal")
    axes.axis("off")
    return figure, axes


def _save(figure: Any, path: Path) -> None:
    figure.tight_layout()
    figure.savefig(path, dpi=90, bbox_inches="tight")
