"""Where the tracker's frame lies in the arena's: rotation and offset, estimated from data.

The motion capture frame of paper 0 was rotated by 3 degrees and offset (section 2.3.3), its largest
error. Two ways to find out: robots at known places, or robots that drove around between the known walls.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Unit
from numpy.typing import NDArray
from typing_extensions import Doc

Points = NDArray[np.float64]

LARGEST_TURN = math.radians(20.0)
"""From trajectories alone a frame that is turned by 90 degrees looks the same; a mounted one never is."""

UNEVEN = 0.015
"""Robots that turn away from walls keep the same distance from all; a larger difference [m] is a mistake."""


@dataclass(frozen=True)
class CalibrationConfig:
    """The rigid motion from the tracker's frame to frame map: turn, then shift."""

    rotation: Annotated[float, Unit("rad"), Doc("Turn of the tracker's frame against frame map.")] = 0.0
    x: Annotated[float, Unit("m"), Doc("Where the tracker's origin lies in frame map.")] = 0.0
    y: Annotated[float, Unit("m"), Doc("Where the tracker's origin lies in frame map.")] = 0.0

    def apply(self, x: float, y: float, theta: float) -> tuple[float, float, float]:
        """Return a pose of the tracker's frame [m, rad] in frame map."""
        c, s = math.cos(self.rotation), math.sin(self.rotation)
        return self.x + c * x - s * y, self.y + s * x + c * y, theta + self.rotation

    def points(self, points: Points) -> Points:
        """Return points (n, 2) of the tracker's frame [m] in frame map."""
        c, s = math.cos(self.rotation), math.sin(self.rotation)
        return np.asarray(points @ np.array([[c, s], [-s, c]]) + (self.x, self.y))


def from_known_places(measured: Points, known: Points) -> CalibrationConfig:
    """Fit points (n, 2) in the tracker's frame to where they are in frame map (n, 2), least squares.

    Arun, Huang and Blostein 1987, in the plane, where the angle has a closed form.
    """
    measured, known = np.asarray(measured, float), np.asarray(known, float)
    if measured.shape != known.shape or measured.ndim != 2 or measured.shape[1] != 2:
        raise ValueError(f"measured has shape {measured.shape}, known {known.shape}; both must be (n, 2)")
    here, there = measured - measured.mean(axis=0), known - known.mean(axis=0)
    if len(measured) < 2 or not np.hypot(*here.T).max() > 1e-6:
        raise ValueError(f"{len(measured)} points in one place; at least two different places are needed")
    dot, cross = (here * there).sum(), (here[:, 0] * there[:, 1] - here[:, 1] * there[:, 0]).sum()
    return _shifted(math.atan2(cross, dot), measured.mean(axis=0), known.mean(axis=0))


def from_trajectories(
    measured: Points, bounds: tuple[float, float, float, float], tail: float = 0.002
) -> CalibrationConfig:
    """Turn and shift where robots drove (n, 2) so that it fills a rectangular arena evenly.

    bounds: smallest x, smallest y, largest x, largest y of the arena [m]. Robots turn away from every
    wall at the same distance, so the smallest rectangle around where they were has the arena's direction
    and centre.
    tail: the part of the points beyond each side that is left out, for stray ones.
    """
    measured = np.asarray(measured, float)
    if measured.ndim != 2 or measured.shape[1] != 2 or len(measured) < 100:
        raise ValueError(f"measured has shape {measured.shape}; (n, 2) with at least 100 points is needed")
    angles = np.radians(np.arange(-20.0, 20.001, 0.5))
    best = float(angles[np.argmin([_area(measured, a, tail) for a in angles])])
    for step in (0.05, 0.01):
        near = best + np.radians(step * np.arange(-12, 13))
        areas = np.array([_area(measured, a, tail) for a in near])
        best = _bottom(near, areas)
    if abs(best) > LARGEST_TURN - 1e-3:
        raise ValueError(
            f"no rotation within {math.degrees(LARGEST_TURN):.0f} degrees fits; "
            "did the robots reach all four walls, and is x along the corridor?"
        )
    low, high = _extent(measured, best, tail)
    margins = 0.5 * (np.array([bounds[2] - bounds[0], bounds[3] - bounds[1]]) - (high - low))
    if abs(margins[0] - margins[1]) > UNEVEN or margins.min() < 0.0:
        raise ValueError(
            f"the robots kept {margins[0]:.3f} m from the walls along x and {margins[1]:.3f} m along y; both "
            f"must be the same within {UNEVEN} m: did they reach all four walls, and is this their arena?"
        )
    c, s = math.cos(best), math.sin(best)
    centre_there = 0.5 * (low + high)  # in the turned frame
    centre = np.array([c * centre_there[0] + s * centre_there[1], -s * centre_there[0] + c * centre_there[1]])
    return _shifted(best, centre, np.array([bounds[0] + bounds[2], bounds[1] + bounds[3]]) / 2.0)


def _shifted(rotation: float, here: Points, there: Points) -> CalibrationConfig:
    turned = CalibrationConfig(rotation).points(here[None])[0]
    return CalibrationConfig(rotation, *(there - turned).tolist())


def _extent(points: Points, angle: float, tail: float) -> tuple[Points, Points]:
    turned = CalibrationConfig(angle).points(points)
    low, high = np.quantile(turned, [tail, 1.0 - tail], axis=0)
    return low, high


def _area(points: Points, angle: float, tail: float) -> float:
    low, high = _extent(points, angle, tail)
    return float(np.prod(high - low))


def _bottom(angles: NDArray[np.float64], areas: NDArray[np.float64]) -> float:
    """Return where a parabola through the areas is lowest, or the lowest of them where it has no bottom."""
    centre = float(angles.mean())
    a, b, _ = np.polyfit(angles - centre, areas, 2)
    lowest = centre - b / (2.0 * a) if a > 0.0 else math.inf
    return float(lowest) if angles[0] <= lowest <= angles[-1] else float(angles[areas.argmin()])
