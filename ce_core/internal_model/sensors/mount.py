"""Where sensors sit on a robot and where their rays go, in the robot's frame."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Mount(NamedTuple):
    """A place on a robot: x ahead, y to the left of its centre, and where it looks from there."""

    x: float = 0.0
    """[m]"""
    y: float = 0.0
    """[m]"""
    angle: float = 0.0
    """[rad], counter-clockwise from straight ahead."""


def ring(angles: Sequence[float], radius: float) -> tuple[Mount, ...]:
    """Place sensors on a circle of `radius` [m] at these angles [rad], looking outwards."""
    return tuple(Mount(radius * math.cos(angle), radius * math.sin(angle), angle) for angle in angles)


class OnTheEdge:
    """What kinds of sensors on the edge of a round robot share: places that look outwards, one value each."""

    angles: tuple[float, ...]
    """Where each sensor sits and looks [rad], counter-clockwise from straight ahead."""
    radius: float
    """Of the edge [m]."""

    @property
    def n_places(self) -> int:
        """Number of sensors."""
        return len(self.angles)

    @property
    def n_values(self) -> int:
        """One each."""
        return len(self.angles)

    def check_edge(self, where: str) -> None:
        """Raise ValueError unless there is at least one place and all is finite."""
        if not self.angles or not all(map(math.isfinite, self.angles)):
            raise ValueError(f"{where}: angles = {self.angles!r:.120}; expected at least one, finite [rad]")
        if not (math.isfinite(self.radius) and self.radius >= 0.0):
            raise ValueError(f"{where}: radius = {self.radius!r} m; expected finite and >= 0")


def spread(n: int) -> tuple[float, ...]:
    """Return n angles evenly around the full circle [rad], the first straight ahead."""
    return tuple(math.remainder(math.tau * k / n, math.tau) for k in range(n))


def fan(opening: float, n: int) -> Floats:
    """Return the angles kappa of n rays against a sensor's axis, evenly over the opening angle [rad]."""
    return np.linspace(-0.5 * opening, 0.5 * opening, n) if n > 1 else np.zeros(n)


def rays_from(mounts: Sequence[Mount], kappa: Floats, reach: float) -> Floats:
    """Return rays (mounts x kappa, 4): x, y, dx, dy [m] in the robot's frame, those of a mount together."""
    places = np.array(mounts, dtype=np.float64).reshape(-1, 3)
    directions = (places[:, 2, None] + kappa[None, :]).ravel()
    starts = np.repeat(places[:, :2], len(kappa), axis=0)
    return np.column_stack((starts, reach * np.cos(directions), reach * np.sin(directions)))


def check_mounts(mounts: Sequence[Mount], where: str) -> None:
    """Raise ValueError unless there is at least one mount and all are finite."""
    if not mounts or not np.isfinite(np.array(mounts, dtype=np.float64)).all():
        raise ValueError(f"{where}: mounts = {mounts!r:.120}; expected at least one, with finite numbers")
