"""Pictures of paper 1's experiments: ways, completion times with intervals, sensors over measured points."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ce_core.experiments.lego import SOLUTIONS, TWENTY, Job, play
from ce_core.experiments.lego_paper import PHYSICAL
from ce_core.lego import measurements as measured
from ce_core.lego.drawing import draw_trials
from ce_core.lego.responses import (
    blink_over_view,
    blink_reading,
    down_reading,
    red_reading,
    speed_response,
    ultrasound_reading,
    yaw_rate_response,
)
from ce_core.lego.world.cubes import GREEN, RED
from ce_core.lego.world.sensors import PRESETS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = NDArray[np.float64]

STYLES = {"authors": "-", "paper": "--"}
DOT_INK, OTHER_INK = "#1f4e8c", "#b5541c"


def write_pictures(folder: Path, content: dict[str, Any], preset: str) -> None:
    """Draw everything into a folder."""
    trials = [
        (f"{solution}, start {start}", play(Job(preset, solution, TWENTY, start), keep_trace=True))
        for solution in SOLUTIONS
        for start in (1, 2, 3)
    ]
    draw_trials(trials, folder / "trajectories.png")
    draw_times(content["summary"], folder / "completion_times.png")
    draw_sensors(folder / "sensors.png")


def draw_times(summary: dict[str, Any], path: Path) -> None:
    """Draw mean completion times with 95 % intervals: ours, the paper's simulation, the physical robot."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.4, 6.4), layout="constrained")
    for i, solution in enumerate(SOLUTIONS):
        axes = figure.add_subplot(len(SOLUTIONS), 1, i + 1)
        bars: list[tuple[str, Mapping[str, Any], str]] = []
        for preset, found in summary.items():
            for starts, ours in found.get(solution, {}).items():
                bars.append((f"{preset}, {starts}", ours, DOT_INK))
                if preset == PRESETS[0] and ours["paper"]:
                    bars.append((f"paper's simulation, {starts}", ours["paper"], OTHER_INK))
        bars.append(("physical robot, 20", PHYSICAL[solution]._asdict(), "#444444"))
        bars = [bar for bar in bars if bar[1]["mean"] is not None]
        for row, (_, moments, ink) in enumerate(bars):
            reach = 1.96 * (moments["sd"] or 0.0) / math.sqrt(max(moments["n"], 1))
            axes.errorbar(moments["mean"], -row, xerr=reach, fmt="o", color=ink, capsize=3, markersize=4)
        axes.set_yticks([-row for row in range(len(bars))], [name for name, _, _ in bars], fontsize=6)
        axes.set_title(solution, fontsize=9, loc="left")
        axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel("task completion time [s]: mean and 95 % interval of the mean")
    figure.savefig(path, dpi=80)


def draw_sensors(path: Path) -> None:
    """Draw what the simulated sensors read, and how fast the robot is, over the points of the data sheet."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12.0, 11.1), layout="constrained")
    panels = [figure.add_subplot(3, 3, i + 1) for i in range(9)]
    near, far = np.arange(8.0, 32.0, 0.25), np.arange(8.0, 131.0, 0.5)
    angles = np.arange(-45.0, 45.5, 0.5)

    axes = _panel(panels[0], "ultrasound", "distance to the cube's centre [cm]", "reading")
    _points(axes, measured.ULTRASOUND_FACE_ON, "face on", DOT_INK)
    _points(axes, measured.ULTRASOUND_CORNER_ON, "corner on", OTHER_INK)
    _curves(axes, far, lambda d, preset: ultrasound_reading(d, preset=preset), DOT_INK)

    axes = _panel(panels[1], "ultrasound: where a cube is seen", "turn of the cube [deg]", "view angle [deg]")
    _points(axes, {0: measured.CUTOFF_FACE_ON}, "face on", DOT_INK)
    for cutoff in measured.CUTOFF_CORNER_ON:
        _points(axes, {45: cutoff}, "", DOT_INK)
    turns = np.arange(0.0, 46.0, 1.0)
    _curves(axes, turns, _cutoff, DOT_INK)

    axes = _panel(panels[2], "blink", "distance to the light [cm]", "reading")
    _points(axes, measured.BLINK_FACE_ON, "face on", DOT_INK)
    _points(axes, measured.BLINK_CORNER_ON, "corner on", OTHER_INK)
    _curves(axes, far, lambda d, preset: blink_reading(d, preset=preset), DOT_INK)
    _curves(axes, far, lambda d, preset: blink_reading(d, 45.0, preset), OTHER_INK)
    axes.set_ylim(-5.0, 205.0)

    axes = _panel(panels[3], "blink at 40 cm", "view angle, left negative [deg]", "view factor")
    for right, points, ink in (
        (False, measured.BLINK_VIEW_LEFT, DOT_INK),
        (True, measured.BLINK_VIEW_RIGHT, OTHER_INK),
    ):
        _points(axes, points, "right sensor" if right else "left sensor", ink)
        _curves(axes, angles, partial(_over_view, right), ink)

    axes = _panel(panels[4], "blink at 40 cm", "turn of the cube [deg]", "reading")
    _points(axes, measured.BLINK_TURNED, "measured", DOT_INK)
    turns = np.arange(0.0, 91.0, 1.0)
    _curves(axes, turns, partial(blink_reading, 40.0), DOT_INK)

    axes = _panel(panels[5], "red reflection", "distance to the cube's centre [cm]", "reading")
    for colour, right, points, name, ink in (
        (RED, False, measured.RED_LEFT, "red cube, left", DOT_INK),
        (RED, True, measured.RED_RIGHT, "red cube, right", OTHER_INK),
        (GREEN, False, measured.GREEN_LEFT, "green cube, left", "#2f8f4e"),
    ):
        _points(axes, points, name, ink)
        _curves(axes, near, partial(_red_over_distance, colour, right), ink)

    axes = _panel(panels[6], "reflection down", "beyond the edge of the white area [cm]", "reading")
    for beyond, below in ((-5, "white"), (7, "cardboard"), (20, "beyond")):
        for reading in measured.REFLECTION_DOWN[below]:
            _points(axes, {beyond: reading}, "measured" if below == "white" else "", DOT_INK)
    _curves(axes, np.arange(-10.0, 25.0, 0.1), lambda d, preset: down_reading(d, preset), DOT_INK)

    percents = np.arange(0.0, 101.0, 1.0)
    axes = _panel(panels[7], "straight ahead", "command [%]", "speed [mm/s]")
    _points(axes, measured.SPEED, "free", DOT_INK)
    _points(axes, measured.SPEED_PUSHING, "pushing a cube", OTHER_INK)
    _curves(axes, percents, speed_response, DOT_INK)
    _curves(axes, percents, partial(speed_response, pushing=True), OTHER_INK)

    axes = _panel(panels[8], "on the spot", "command, one belt forward and one back [%]", "yaw rate [deg/s]")
    _points(axes, measured.YAW_RATE, "measured", DOT_INK)
    _curves(axes, percents, yaw_rate_response, DOT_INK)
    for axes in panels:
        axes.legend(fontsize=7)
    figure.suptitle(
        "dots: measured on the physical robot; solid: preset authors; dashed: preset paper", fontsize=9
    )
    figure.savefig(path, dpi=80)


def _cutoff(turned: float, preset: str) -> float:
    """Find the largest view angle at which the ultrasound sees a cube that is turned by so much [deg]."""
    views = np.arange(0.0, 45.0, 0.25)
    seen = [view for view in views if ultrasound_reading(50.0, view, turned, preset) < 200]
    return max(seen, default=0.0)


def _panel(axes: Axes, title: str, x: str, y: str) -> Axes:
    axes.set_title(title, fontsize=9)
    axes.set_xlabel(x, fontsize=8)
    axes.set_ylabel(y, fontsize=8)
    axes.grid(alpha=0.3)
    return axes


def _points(axes: Axes, points: Mapping[int, float], label: str, ink: str) -> None:
    axes.plot(list(points), list(points.values()), "o", color=ink, markersize=3.5, label=label or None)


def _over_view(right: bool, view: float, preset: str) -> float:
    return blink_over_view(view, right, preset)


def _red_over_distance(colour: int, right: bool, distance: float, preset: str) -> float:
    return red_reading(distance, colour, right, preset)


def _curves(axes: Axes, at: Floats, reading: Callable[[float, str], float], ink: str) -> None:
    for preset in PRESETS:
        axes.plot(at, [reading(x, preset) for x in at.tolist()], STYLES[preset], color=ink, linewidth=1.0)
