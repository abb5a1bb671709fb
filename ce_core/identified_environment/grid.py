"""The regular grid of locations that an environment is modelled at (paper 3, Figure 6)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SPACING = 0.1
"""[m], the paper's"""
MAX_NODES = 4_000_000


class Grid(NamedTuple):
    """Nodes at (x0 + i spacing, y0 + j spacing), i < nx, j < ny."""

    x0: float
    """[m]"""
    y0: float
    """[m]"""
    spacing: float
    """[m]"""
    nx: int
    ny: int

    def nodes(self) -> Floats:
        """Return every node (nx * ny, 2) [m], y fastest."""
        x = self.x0 + self.spacing * np.arange(self.nx)
        y = self.y0 + self.spacing * np.arange(self.ny)
        return np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2)


def grid_around(positions: Floats, margin: float, spacing: float = SPACING) -> Grid:
    """Lay a grid over all positions (n, 2) and `margin` [m] around them, at multiples of the spacing."""
    if not (math.isfinite(spacing) and spacing > 0.0):
        raise ValueError(f"grid: spacing = {spacing!r} m; expected a finite number above 0")
    low = np.floor((positions.min(axis=0) - margin) / spacing)
    high = np.ceil((positions.max(axis=0) + margin) / spacing)
    nx, ny = (int(n) for n in high - low + 1)
    if nx * ny > MAX_NODES:
        raise ValueError(
            f"grid: positions from {positions.min(axis=0).tolist()} to {positions.max(axis=0).tolist()} m "
            f"make {nx} x {ny} nodes each {spacing} m; expected at most {MAX_NODES}"
        )
    return Grid(float(low[0] * spacing), float(low[1] * spacing), spacing, nx, ny)


def nearest_node(grid: Grid, x: float, y: float) -> int:
    """Return the index of the node nearest to (x, y) [m], -1 if that lies off the grid.

    Plain Python that `ce_core.kernels` compiles.
    """
    i = math.floor((x - grid.x0) / grid.spacing + 0.5)
    j = math.floor((y - grid.y0) / grid.spacing + 0.5)
    if i < 0 or j < 0 or i >= grid.nx or j >= grid.ny:
        return -1
    return int(i * grid.ny + j)
