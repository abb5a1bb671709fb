"""The geometry of arenas with shapely: outlines that cross, obstacles outside, and the free space itself.

Nobody imports this file for a plain arena: a node that runs in the corridor starts without shapely.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import shapely

from ce_core.internal_model.world_model.arena import Arena, ArenaError

if TYPE_CHECKING:
    from ce_core.internal_model.world_model.arena_file import Piece

TOUCH = 1e-9
"""Rounding allowed where an obstacle touches a wall [m]."""


def check_geometry(walls: Sequence[Piece], obstacles: Sequence[Piece]) -> None:
    """Raise ArenaError for outlines that cross themselves or each other and for obstacles outside."""
    outlines = [piece for piece in (*walls, *obstacles) if len(piece.corners) > 2]
    for piece in outlines:
        polygon = shapely.Polygon(piece.corners)
        if not polygon.is_valid:
            reason = shapely.is_valid_reason(polygon)
            raise ArenaError(f"{piece.where} crosses or touches itself: {reason}; expected a simple outline")
    inside = _within(walls)
    for piece in obstacles:
        _check_inside(piece, inside)
    _check_apart(walls, "overlaps")  # one inside another is a block
    _check_apart(
        [piece for piece in obstacles if len(piece.corners) > 2 and piece.bounds_space], "intersects"
    )


def free_space(arena: Arena) -> Any:
    """Return where a point-like robot can be, as a shapely polygon (or several); its area is in m^2.

    Round obstacles are polygons of 128 corners here. Thin walls and hollow obstacles take nothing away.
    """
    sides = [((x1, y1), (x2, y2)) for x1, y1, x2, y2 in arena.bounding_segments.tolist()]
    cells = shapely.get_parts(shapely.polygonize([shapely.LineString(side) for side in sides]))
    middles = shapely.point_on_surface(cells)
    kept = arena.contains(shapely.get_coordinates(middles))
    space = shapely.union_all(cells[kept])
    discs = [shapely.Point(x, y).buffer(r, quad_segs=32) for x, y, r in arena.circles.tolist()]
    return space.difference(shapely.union_all(discs)) if discs else space


def _within(walls: Sequence[Piece]) -> Any:
    """Return what the walls enclose; an outline inside another is a block in it."""
    rings = sorted((shapely.Polygon(piece.corners) for piece in walls), key=lambda p: -p.area)
    space = rings[0]
    for ring in rings[1:]:
        space = space.symmetric_difference(ring)
    return space


def _check_inside(piece: Piece, inside: Any) -> None:
    x, y, radius = piece.circle
    if radius > 0.0:
        middle = shapely.Point(x, y)
        if inside.covers(middle) and inside.boundary.distance(middle) >= radius - TOUCH:
            return
        what = f"the circle at {[x, y]} with radius {radius:g} m"
    else:
        shape = (
            shapely.Polygon(piece.corners) if len(piece.corners) > 2 else shapely.LineString(piece.corners)
        )
        if inside.buffer(TOUCH).covers(shape):
            return
        what = f"{[list(corner) for corner in piece.corners]!r:.80}"
    bounds = ", ".join(f"{value:g}" for value in inside.bounds)
    raise ArenaError(
        f"{piece.where}: {what} is not wholly inside of the walls; expected within x, y from {bounds}"
    )


def _check_apart(outlines: Sequence[Piece], predicate: str) -> None:
    """Outlines may lie side by side; where they cross, inside and outside would mix up."""
    if len(outlines) < 2:
        return
    polygons = [shapely.Polygon(piece.corners) for piece in outlines]
    pairs = shapely.STRtree(polygons).query(polygons, predicate=predicate).T.tolist()
    for one, other in sorted(pair for pair in pairs if pair[0] < pair[1]):
        area = polygons[one].intersection(polygons[other]).area
        if area > TOUCH:
            raise ArenaError(
                f"{outlines[other].where} overlaps {outlines[one].where.partition(': ')[2]} "
                f"by {area:.3g} m^2; "
                "expected outlines that do not cross (join them into one)"
            )
