"""The state of one simulated world, as the functions of one step share it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Scene(NamedTuple):
    """R robots between W walls and C round obstacles; arrays are changed in place."""

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
    model: NDArray[np.int64]
    """(R,) row of each robot in the ModelTable"""
    segments: Floats
    """(W, 4) x1, y1, x2, y2 [m]"""
    circles: Floats
    """(C, 3) x, y, radius [m]"""
