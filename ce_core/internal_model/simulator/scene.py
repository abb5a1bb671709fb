"""Where everything is, as the functions of one step share it.

Worlds that are simulated together are the rooms of one scene; nothing passes from one room to another.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Indices = NDArray[np.uint32]
"""Rows of tables; without sign, so that compiled code need not ask whether they count from the end."""


class Scene(NamedTuple):
    """R robots in Q rooms with W walls and C round obstacles; the poses are changed in place."""

    x: Floats
    """(R,) [m], frame map"""
    y: Floats
    """(R,) [m], frame map"""
    theta: Floats
    """(R,) [rad], not wrapped"""
    v: Floats
    """(R,) forward speed [m/s]"""
    omega: Floats
    """(R,) turn rate [rad/s]"""
    model: Indices
    """(R,) row of each robot in the ModelTable"""
    room: Indices
    """(R,)"""
    first_robot: Integers
    """(Q + 1,) the robots of room q are first_robot[q] to before first_robot[q + 1]"""
    first_wall: Integers
    """(Q,) a room's walls, from here ..."""
    end_wall: Integers
    """(Q,) ... to before here; several rooms may be alike"""
    first_circle: Integers
    """(Q,) a room's round obstacles, from here ..."""
    end_circle: Integers
    """(Q,) ... to before here"""
    walls: Floats
    """(W, 7) from `wall_table`"""
    circles: Floats
    """(C, 3) x, y, radius [m]"""


def wall_table(segments: Floats) -> Floats:
    """Write walls x1, y1, x2, y2 [m] with their unit vector from end to end and their length [m]: (W, 7)."""
    along = segments[:, 2:] - segments[:, :2]
    length = np.hypot(along[:, 0], along[:, 1])
    return np.column_stack((segments, along / length[:, None], length))


def one_room(poses: Floats, rows: Indices, segments: Floats, circles: Floats) -> Scene:
    """Put robots at poses (R, 3) between walls (W, 4) and circles (C, 3); rows (R,) of the ModelTable."""
    x, y, theta = np.array(poses, dtype=np.float64).reshape(-1, 3).T.copy()
    none = np.zeros(1, dtype=np.int64)
    return Scene(
        x,
        y,
        theta,
        np.zeros(len(x)),
        np.zeros(len(x)),
        np.asarray(rows, dtype=np.uint32),
        np.zeros(len(x), dtype=np.uint32),
        np.array([0, len(x)]),
        none,
        np.array([len(segments)]),
        none,
        np.array([len(circles)]),
        wall_table(segments),
        circles,
    )
