"""What all pictures have in common: colours, size, and how they are written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.figure import Figure

SMART, OTHER, SAFE, DANGER, PAPER = "#1f5fbf", "#c8322b", "#2e8b57", "#c8322b", "#9a9a9a"
"""The smart robot is blue and the h-robots red, as in the paper."""
COLOURS = {"baseline": "#e08a1e", "ce": SMART}

matplotlib.use("Agg", force=False)


def sheet(width: float, height: float, **options: Any) -> tuple[Figure, Any]:
    """Return a figure of this size [inch] and its axes, `options` as for `Figure.subplots`."""
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots(**options)


def write(figure: Figure, path: Path) -> Path:
    """Write a PNG that is small enough for a page."""
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=90, metadata={"Software": None})
    return path
