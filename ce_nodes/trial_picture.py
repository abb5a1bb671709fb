"""One trial as a picture: where everyone drove, and how near they came to the smart robot."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ce_core.experiments.run_record import RunRecord
from ce_core.internal_model.world_model import load_arena

SMART, OTHERS = "#1f5bd8", "#d8412f"


def draw_trial(record: RunRecord, file: Path, world: str = "corridor") -> None:
    """Draw the paths above and the distance of the nearest robot below."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    times, paths = np.array(record.times), np.array(record.positions)
    figure, (top, below) = plt.subplots(
        2, 1, figsize=(7.0, 5.2), height_ratios=(2.2, 1.0), layout="constrained"
    )
    arena = load_arena(world)
    for x1, y1, x2, y2 in arena.segments.tolist():
        top.plot([x1, x2], [y1, y2], color="black", lw=1.5)
    for x, y, r in arena.circles.tolist():
        top.add_patch(plt.Circle((x, y), r, color="black"))
    for i in range(paths.shape[1]):
        color = SMART if i == 0 else OTHERS
        top.plot(*paths[:, i].T, color=color, lw=1.6 if i == 0 else 0.9)
        top.plot(*paths[-1, i], "o", color=color, ms=7)
    goal = record.score.goal
    top.plot(goal[0], goal[1], "x", color=SMART, ms=9, mew=2)
    top.set(aspect="equal", xlabel="x [m]", ylabel="y [m]")
    job = record.job
    top.set_title(f"{job.controller}, {job.condition}, seed {job.seed}: {record.smart_robot}", fontsize=10)
    if paths.shape[1] > 1:
        gaps = np.linalg.norm(paths[:, 1:] - paths[:, :1], axis=2).min(axis=1)
        safe = record.score.config.safety_distance
        below.plot(times - times[0], gaps, color=SMART, lw=1.2)
        below.axhline(safe, color=OTHERS, lw=0.9, ls="--")
        below.fill_between(times - times[0], gaps, safe, where=gaps < safe, color=OTHERS, alpha=0.3)
        below.set_ylim(bottom=0.0)
    below.set(xlabel="time [s]", ylabel="nearest robot [m]")
    figure.savefig(file, dpi=90)
    plt.close(figure)
