"""A grid over points: who is in which cell (lecture, Collision-checking).

Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.simulator.scene import Floats, Integers


def fill_grid(
    x: Floats, y: Floats, size: float, cell: Integers, order: Integers, start: Integers
) -> tuple[int, int]:
    """Sort n points into cells of at least this size [m]; return the number of columns and rows.

    Writes the cell of each point (n,), the points cell by cell (n,), and where each cell begins in that order
    (cells + 1 used of 2 n + 2).
    """
    left, bottom, size, columns, rows = shape_of_grid(x, y, size)
    start[: columns * rows + 2] = 0
    for point in range(len(x)):
        column = min(int((x[point] - left) / size), columns - 1)
        row = min(int((y[point] - bottom) / size), rows - 1)
        cell[point] = row * columns + column
        start[cell[point] + 2] += 1
    for index in range(columns * rows):
        start[index + 2] += start[index + 1]
    for point in range(len(x)):
        # start[cell + 1] runs from where the cell begins to where the next one does.
        order[start[cell[point] + 1]] = point
        start[cell[point] + 1] += 1
    return columns, rows


def shape_of_grid(x: Floats, y: Floats, size: float) -> tuple[float, float, float, int, int]:
    """Return left, bottom, cell size [m], columns and rows; at most two cells a point."""
    left, bottom = x[0], y[0]
    right, top = left, bottom
    for point in range(len(x)):
        left, right = min(left, x[point]), max(right, x[point])
        bottom, top = min(bottom, y[point]), max(top, y[point])
    while (right - left + size) * (top - bottom + size) > 2.0 * len(x) * size * size:
        size *= 1.5
    return left, bottom, size, int((right - left) / size) + 1, int((top - bottom) / size) + 1


def sort(values: NDArray[np.int32], begin: int, end: int) -> None:
    """Sort a few values, from `begin` to before `end`, in place."""
    for place in range(begin + 1, end):
        value = values[place]
        before = place - 1
        while before >= begin and values[before] > value:
            values[before + 1] = values[before]
            before -= 1
        values[before + 1] = value
