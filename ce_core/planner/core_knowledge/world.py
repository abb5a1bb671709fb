"""World building: the obstacles of a scan in the robot's frame (paper 2, section 2.3.2)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class World(NamedTuple):
    """The points of a scan, and room to note which of them a task meets."""

    x: NDArray[np.float64]
    """(points,) [m]"""
    y: NDArray[np.float64]
    """(points,) [m]"""
    near: NDArray[np.int64]
    """(2 x points,): indices of the points that the present task sees."""
    touched: NDArray[np.int64]
    """(2 x points,): indices of those that it touches first."""


def build_world(points: NDArray[np.float64]) -> World:
    """Make the world of points (n, 2) [m] that are rounded, single and in order."""
    room = 2 * len(points) + 1
    return World(
        np.ascontiguousarray(points[:, 0]),
        np.ascontiguousarray(points[:, 1]),
        np.zeros(room, dtype=np.int64),
        np.zeros(room, dtype=np.int64),
    )
