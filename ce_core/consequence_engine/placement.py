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

ROUNDS = 20


def placed(poses: Floats, arena: Arena, radius: float) -> Floats:
    """Return poses (n, 3) that the internal simulation can begin with, the same where they can be.

    A robot that is said to be in or behind a wall is moved to the nearest place inside where its body fits;
    robots that are said to be inside of each other are moved apart.
    """
    inside, gaps = arena.contains(poses[:, :2]), _gaps(poses)
    if inside.all() and (gaps >= CLOSEST * radius).all():
        return poses
    moved = np.array(poses)
    for _ in range(ROUNDS):
        for i in np.flatnonzero(~arena.contains(moved[:, :2])):
            moved[i, :2] = _nearest_free(arena, radius, *moved[i, :2].tolist())
        first, second = np.unravel_index(int(np.argmin(_gaps(moved))), gaps.shape)
        gap = moved[second, :2] - moved[first, :2]
        distance = float(np.hypot(*gap))
        if first == second or distance >= CLOSEST * radius:
            break
        apart = gap / distance if distance > 0.0 else np.array([1.0, 0.0])
        push = 0.5 * (1.05 * CLOSEST * radius - distance) * apart
        moved[first, :2] -= push
        moved[second, :2] += push
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
