"""The task as a potential: a trough that rises towards the goal (paper 0, section 2.2.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from annotated_types import Ge, Unit
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Doc

PotentialFunction = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""From points (n, 2) [m] in frame map to their values (n,); higher is better."""


@dataclass(frozen=True)
class PotentialConfig:
    """The trough `s(x, y) = incline x - trough (y - middle)^2`.

    The paper describes the shape and that leaving the straight path is slightly discouraged; its formula is
    not in the text we have. On the default grid these weights rank every goal farther along the corridor
    above every nearer one, and the middle above the sides.
    """

    incline: Annotated[float, Unit("1/m"), Ge(0.0), Doc("Worth of a metre towards the goal, along x.")] = 1.0
    trough: Annotated[
        float, Unit("1/m^2"), Ge(0.0), Doc("Cost of the squared distance from the straight path.")
    ] = 0.5
    middle: Annotated[float, Unit("m"), Doc("y of the straight path from start to goal.")] = 0.0


def trough(config: PotentialConfig) -> PotentialFunction:
    """Return the potential function that the config describes."""

    def potential(points: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y = points[:, 0], points[:, 1]
        return config.incline * x - config.trough * (y - config.middle) ** 2

    return potential


def table(x: ArrayLike, y: ArrayLike, values: ArrayLike) -> PotentialFunction:
    """Return the potential function that a table gives, linear between its points and constant beyond.

    x (n,) and y (m,) [m], ascending, frame map; values (n, m).
    """
    xs, ys, grid = (np.asarray(each, dtype=np.float64) for each in (x, y, values))
    if xs.ndim != 1 or ys.ndim != 1 or grid.shape != (len(xs), len(ys)) or not grid.size:
        raise ValueError(f"values of shape {grid.shape} for {xs.shape} x and {ys.shape} y; expected (n, m)")
    for name, axis in (("x", xs), ("y", ys)):
        if not (np.diff(axis) > 0.0).all():
            raise ValueError(f"{name} = {axis.tolist()} must be ascending")
    if not np.isfinite(grid).all():
        raise ValueError("values must all be finite")

    def potential(points: NDArray[np.float64]) -> NDArray[np.float64]:
        i, u = _place(xs, points[:, 0])
        j, v = _place(ys, points[:, 1])
        i1, j1 = np.minimum(i + 1, len(xs) - 1), np.minimum(j + 1, len(ys) - 1)
        low = grid[i, j] * (1.0 - v) + grid[i, j1] * v
        high = grid[i1, j] * (1.0 - v) + grid[i1, j1] * v
        return np.asarray(low * (1.0 - u) + high * u)

    return potential


def _place(axis: NDArray[np.float64], at: NDArray[np.float64]) -> tuple[Any, Any]:
    """Return the interval of every coordinate on an axis, and how far into it, 0 to 1."""
    if len(axis) == 1:
        return np.zeros(len(at), dtype=np.int64), np.zeros(len(at))
    index = np.clip(np.searchsorted(axis, at, side="right") - 1, 0, len(axis) - 2)
    return index, np.clip((at - axis[index]) / (axis[index + 1] - axis[index]), 0.0, 1.0)
