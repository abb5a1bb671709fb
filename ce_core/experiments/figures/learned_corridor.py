"""What a robot learned of the corridor's walls, and how well that predicts, beside the hand-made model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ce_core.experiments.learned_corridor import HAND_MADE, INTERNAL_MODELS, Job, errors_of, learn, model_of
from ce_core.experiments.learned_corridor import simulator_of as predictor
from ce_core.internal_model.simulator.simulator import SimulationError
from ce_core.internal_model.world_model import load_arena

COLOURS = {HAND_MADE: "#33415c", "lookup": "#7fb069", "piecewise": "#e07a3f"}


def draw_learned_corridor(seed: int, conditions: Sequence[str], path: Path) -> Path:
    """Draw, for each condition, the learned walls and the error against simulation time."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11.0, 3.3 * len(conditions)), layout="constrained")
    panels = figure.subplots(len(conditions), 2, squeeze=False, width_ratios=(1.7, 1.0))
    for (walls, curves), condition in zip(panels, conditions, strict=True):
        log, signatures = learn(seed, condition)
        drawn = walls.scatter(
            *signatures.locations.T, c=signatures.values.max(axis=1), s=9, marker="s", cmap="magma_r"
        )
        figure.colorbar(drawn, ax=walls, label="strongest reading")
        for x1, y1, x2, y2 in load_arena("corridor").segments:
            walls.plot((x1, x2), (y1, y2), color="#2a9df4", linewidth=2.0)
        walls.set_aspect("equal")
        walls.set_xlabel("x [m]")
        walls.set_ylabel("y [m]")
        walls.set_title(
            f"{condition}: learned in {log.time[-1] / 3600.0:.1f} h; blue: the walls of the hand-made model",
            fontsize=9,
        )
        for name in INTERNAL_MODELS:
            job = Job(seed, condition, name)
            try:
                errors = errors_of(job, predictor(model_of(job)))
            except SimulationError:
                continue
            label = name.replace("_", "-") if name == HAND_MADE else f"learned, {name}"
            kept = errors.times >= 0.5  # before, paths are too short to divide by
            curves.plot(errors.times[kept], 100.0 * errors.median[kept], color=COLOURS[name], label=label)
        curves.set_xlabel("simulation time [s]")
        curves.set_ylabel("median error [% of the path]")
        curves.set_ylim(bottom=0.0)
        curves.legend(fontsize=8)
    figure.savefig(path, dpi=90)
    return path
