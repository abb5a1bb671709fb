"""The four metrics of both controllers in every condition, as Figure 13 of paper 0."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ce_core.experiments.corridor import Trial
from ce_core.experiments.figures.sheet import COLOURS, PAPER, sheet, write
from ce_core.experiments.paper import PAPER as PUBLISHED
from ce_core.experiments.statistics import column
from ce_core.experiments.table import STANDS_FOR

PANELS = {
    "danger_ratio_percent": "danger ratio [%]",
    "distance_m": "distance [m]",
    "run_time_s": "run time [s]",
    "simulations_per_step": "simulations per step",
}


def draw_box_plots(trials: Sequence[Trial], path: Path) -> Path:
    """Draw median, quartiles, whiskers at 5 and 95 %, crosses outside; diamonds are the paper's means."""
    groups = list(dict.fromkeys((t.condition, t.controller) for t in trials))
    figure, panels = sheet(9.0, 3.4, ncols=len(PANELS))
    for axes, (metric, label) in zip(panels, PANELS.items(), strict=True):
        for place, (condition, controller) in enumerate(groups):
            values = column(trials, metric, condition=condition, controller=controller)
            box = axes.boxplot(
                [values],
                positions=[place],
                widths=0.6,
                whis=(5, 95),
                flierprops={"marker": "x", "markersize": 4, "markeredgecolor": COLOURS[controller]},
                medianprops={"color": "black"},
                patch_artist=True,
            )
            box["boxes"][0].set(facecolor=COLOURS[controller], alpha=0.55)
            published = PUBLISHED[STANDS_FOR[condition]][controller][metric]
            axes.plot(place, published.mean, marker="D", markersize=5, color=PAPER, markeredgecolor="black")
            axes.plot(place, np.mean(values), marker="_", markersize=14, color=COLOURS[controller])
        axes.set_xticks(range(len(groups)), [f"{b}\n{a}" for a, b in groups], fontsize=8)
        axes.set_title(label, fontsize=10)
        axes.set_ylim(bottom=0.0)
        axes.spines[["top", "right"]].set_visible(False)
    counts = ", ".join(f"n = {len(column(trials, 'seed', condition=a, controller=b))}" for a, b in groups)
    figure.supxlabel(f"{counts}; diamonds: means of paper 0 (simulation, real robots)", fontsize=8)
    return write(figure, path)
