"""Scenes that the planner's tests share."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray


def wall(start: tuple[float, float], end: tuple[float, float]) -> NDArray[np.float64]:
    """Points every centimetre from start to end [m]."""
    count = int(np.hypot(*np.subtract(end, start)) / 0.01) + 1
    return np.linspace(start, end, count)


@pytest.fixture
def cul_de_sac() -> NDArray[np.float64]:
    """A dead end ahead: two sides and a back wall beyond the first step."""
    return np.concatenate(
        [
            wall((0.3, 0.25), (0.85, 0.25)),
            wall((0.3, -0.25), (0.85, -0.25)),
            wall((0.85, -0.25), (0.85, 0.25)),
        ]
    )


@pytest.fixture
def box_ahead() -> NDArray[np.float64]:
    """A small obstacle on the way to (1, 0)."""
    return np.concatenate([wall((0.68, -0.05), (0.68, 0.09)), wall((0.68, 0.09), (0.75, 0.09))])


@pytest.fixture
def recordings() -> Path:
    """The folder of the authors' recorded scans, beside the project."""
    folder = Path(__file__).resolve().parents[4] / "shared" / "data" / "planner"
    if not folder.exists():
        pytest.skip(f"the recorded scans are not in {folder}")
    return folder
