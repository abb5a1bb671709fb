"""Puts tracked robots where they can be: a tracker is never exact, and its frame may be turned (2.3.3)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.world_model import Arena

Floats = NDArray[np.float64]

CLOSEST = 1.6
"""Two robots are not nearer than this many radii; up to touching, 2, contacts in the simulation part them."""

_RINGS = np.array([(r * np.cos(a), r * np.sin(a)) for r in range(1, 41) for a in np.arange(16) * np.pi / 8])
"""Places to try around a place that is taken, nearest first, in quarter radii."""


def placed(poses: Floats, arena: Arena, radius: float) -> Floats:
    """Return poses (n, 3) that the internal simulation can begin with, the same where they can be.

    A robot that is said to be in or behind a wall is moved to the nearest place inside where its body fits;
    one that is said to be inside of another, of those before it, to the nearest place beside it.
    """
    inside = arena.contains(poses[:, :2])
    if inside.all() and (_gaps(poses) >= CLOSEST * radius).all():
        return poses
    moved = np.array(poses)
    for i in range(len(moved)):
        if not inside[i]:
            moved[i, :2] = _nearest_free(arena, radius, *moved[i, :2].tolist())
        tries = np.vstack([moved[i, :2], moved[i, :2] + 0.25 * radius * _RINGS])
        gaps = np.hypot(*(tries[:, None] - moved[None, :i, :2]).transpose(2, 0, 1))
        free = arena.contains(tries) & (gaps >= CLOSEST * radius).all(axis=1)
        moved[i, :2] = tries[int(np.argmax(free))]
    return moved


def _gaps(poses: Floats) -> Floats:
    """Return the distances (n, n) [m] of all robots, infinite from each to itself."""
    dx, dy = (poses[:, None, k] - poses[None, :, k] for k in (0, 1))
    gaps = np.hypot(dx, dy)
    np.fill_diagonal(gaps, np.inf)
    return gaps


def _nearest_free(arena: Arena, radius: float, x: float, y: float) -> tuple[float, float]:
    from shapely import Point
    from shapely.ops import nearest_points

    space = _free_space(arena, radius)
    if space.is_empty:
        return x, y
    nearest = nearest_points(space, Point(x, y))[0]
    return float(nearest.x), float(nearest.y)


@lru_cache(maxsize=16)
def _free_space(arena: Arena, radius: float) -> Any:
    """Return where the centre of a robot of this radius can be, a shapely geometry."""
    from shapely import LineString, Point, unary_union
    from shapely.ops import polygonize

    walls = unary_union([LineString([(a, b), (c, d)]) for a, b, c, d in arena.segments])
    outline = Arena(arena.name, arena.segments)
    rooms = [
        room
        for room in polygonize(walls)
        if outline.contains(np.array([[*room.representative_point().coords[0]]]))[0]
    ]
    solid = [walls.buffer(radius), *(Point(x, y).buffer(r + radius) for x, y, r in arena.circles)]
    return unary_union(rooms).difference(unary_union(solid))
