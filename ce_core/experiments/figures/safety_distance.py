"""Danger ratio against safety distance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ce_core.experiments.figures.sheet import COLOURS, sheet, write


def draw_safety_distance(content: dict[str, Any], path: Path) -> Path:
    """Draw mean and standard error of every controller's danger ratio, from results.json's content."""
    curves = content["curve"]
    figure, panels = sheet(5.0 * len(curves), 3.6, ncols=len(curves), squeeze=False)
    for axes, (condition, controllers) in zip(panels[0], curves.items(), strict=True):
        for controller, points in controllers.items():
            axes.errorbar(
                [p["safety_distance_m"] for p in points],
                [p["mean"] for p in points],
                yerr=[(p["sd"] or 0.0) / max(p["n"], 1) ** 0.5 for p in points],
                marker="o",
                color=COLOURS[controller],
                label=f"{controller}, n = {points[0]['n']} each",
                capsize=3,
            )
        axes.axvline(0.22, color="#888888", linewidth=0.8, linestyle="--")
        axes.set(xlabel="safety distance [m]", ylabel="danger ratio [%]", title=condition)
        axes.set_ylim(bottom=0.0)
        axes.legend(fontsize=8)
        axes.spines[["top", "right"]].set_visible(False)
    return write(figure, path)
