"""Where a convex piece and a cube touch: the edge that separates them best, and up to two points.

The authors' physics engine finds contacts between polygons in this way: separating axes, then the facing edge
of the other polygon is clipped (E. Catto, Contact Manifolds, GDC 2007). Plain Python that `ce_core.kernels`
compiles; everything is in the piece's frame unless it says otherwise.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ce_core.lego.world.cubes import HALF_SIDE
from ce_core.lego.world.playground import SKIN, UNIT

Floats = NDArray[np.float64]

TOUCH = 2.0 * SKIN
"""Outlines nearer than this are in contact [m]."""
PREFERENCE = 0.0005 * UNIT
"""By how much the piece's edge must be better to be taken instead of the cube's [m]."""

SIDES = np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
"""Outward normals of a cube's four edges, in its frame."""
SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]) * HALF_SIDE
"""Corners of a cube, in its frame [m]; edge k runs from corner k to the next."""

REFERENCE, POINTS, NORMAL, PLANE, FIRST, SECOND = 0, 1, 2, 4, 6, 8
MANIFOLD = 10
"""Layout of a manifold: whose edge it is (0 the piece's, 1 the cube's), number of points, normal and a point
of that edge in its owner's frame, and the points in the other's frame [m]."""


def outward_normals(corners: Floats) -> Floats:
    """Return the outward normals of the edges of a counter-clockwise polygon, shape (n, 2)."""
    edges = np.roll(corners, -1, axis=0) - corners
    normals = np.column_stack((edges[:, 1], -edges[:, 0]))
    return np.asarray(normals / np.hypot(*normals.T)[:, None])


def collide(corners: Floats, normals: Floats, count: int, cube: Floats, manifold: Floats) -> int:
    """Write the manifold of a piece (`count` corners) and a cube; return its points, 0 to 2.

    cube: x, y [m], cosine and sine of its angle, in the piece's frame.
    """
    cos = cube[2]
    sin = cube[3]
    edge, separation = best_edge_of_piece(corners, normals, count, cube[0], cube[1], cos, sin)
    if separation > TOUCH:
        return 0
    side, separation_of_side = best_side_of_cube(corners, count, cube[0], cube[1], cos, sin)
    if separation_of_side > TOUCH:
        return 0
    if separation_of_side >= separation - PREFERENCE:
        return clip_piece_on_side(corners, normals, count, cube, side, manifold)
    return clip_cube_on_edge(corners, normals, count, cube, edge, manifold)


def best_edge_of_piece(
    corners: Floats, normals: Floats, count: int, x: float, y: float, cos: float, sin: float
) -> tuple[int, float]:
    """Return the edge of the piece that the cube is farthest in front of, and how far [m]."""
    best = 0
    farthest = -math.inf
    for i in range(count):
        nx = normals[i, 0]
        ny = normals[i, 1]
        extent = HALF_SIDE * (abs(nx * cos + ny * sin) + abs(ny * cos - nx * sin))
        separation = nx * (x - corners[i, 0]) + ny * (y - corners[i, 1]) - extent
        if separation > farthest:
            farthest = separation
            best = i
    return best, farthest


def best_side_of_cube(
    corners: Floats, count: int, x: float, y: float, cos: float, sin: float
) -> tuple[int, float]:
    """Return the side of the cube that the piece is farthest in front of, and how far [m]."""
    low_x = low_y = math.inf
    high_x = high_y = -math.inf
    for i in range(count):
        dx = corners[i, 0] - x
        dy = corners[i, 1] - y
        u = cos * dx + sin * dy
        v = cos * dy - sin * dx
        low_x = min(low_x, u)
        high_x = max(high_x, u)
        low_y = min(low_y, v)
        high_y = max(high_y, v)
    best, farthest = 0, -high_y
    if low_x > farthest:
        best, farthest = 1, low_x
    if low_y > farthest:
        best, farthest = 2, low_y
    if -high_x > farthest:
        best, farthest = 3, -high_x
    return best, farthest - HALF_SIDE


def clip_cube_on_edge(
    corners: Floats, normals: Floats, count: int, cube: Floats, edge: int, manifold: Floats
) -> int:
    """Write the manifold of an edge of the piece and the side of the cube that faces it."""
    cos = cube[2]
    sin = cube[3]
    nx = normals[edge, 0]
    ny = normals[edge, 1]
    u = cos * nx + sin * ny
    v = cos * ny - sin * nx
    facing = 0
    for k in range(1, 4):
        if SIDES[k, 0] * u + SIDES[k, 1] * v < SIDES[facing, 0] * u + SIDES[facing, 1] * v:
            facing = k
    after = (edge + 1) % count
    start_x, start_y = into_frame(corners[edge, 0], corners[edge, 1], cube[0], cube[1], cos, sin)
    end_x, end_y = into_frame(corners[after, 0], corners[after, 1], cube[0], cube[1], cos, sin)
    manifold[REFERENCE] = 0.0
    manifold[NORMAL], manifold[NORMAL + 1] = nx, ny
    manifold[PLANE], manifold[PLANE + 1] = corners[edge, 0], corners[edge, 1]
    return clip((start_x, start_y, end_x, end_y), SQUARE[facing], SQUARE[(facing + 1) % 4], manifold)


def clip_piece_on_side(
    corners: Floats, normals: Floats, count: int, cube: Floats, side: int, manifold: Floats
) -> int:
    """Write the manifold of a side of the cube and the edge of the piece that faces it."""
    cos = cube[2]
    sin = cube[3]
    nx = cos * SIDES[side, 0] - sin * SIDES[side, 1]
    ny = sin * SIDES[side, 0] + cos * SIDES[side, 1]
    facing = 0
    for i in range(1, count):
        if normals[i, 0] * nx + normals[i, 1] * ny < normals[facing, 0] * nx + normals[facing, 1] * ny:
            facing = i
    start = SQUARE[side]
    end = SQUARE[(side + 1) % 4]
    start_x = cube[0] + cos * start[0] - sin * start[1]
    start_y = cube[1] + sin * start[0] + cos * start[1]
    end_x = cube[0] + cos * end[0] - sin * end[1]
    end_y = cube[1] + sin * end[0] + cos * end[1]
    manifold[REFERENCE] = 1.0
    manifold[NORMAL], manifold[NORMAL + 1] = SIDES[side, 0], SIDES[side, 1]
    manifold[PLANE], manifold[PLANE + 1] = start[0], start[1]
    return clip((start_x, start_y, end_x, end_y), corners[facing], corners[(facing + 1) % count], manifold)


def clip(edge: tuple[float, float, float, float], first: Floats, second: Floats, manifold: Floats) -> int:
    """Clip the segment first-second to the width of an edge; keep and count the points that touch it.

    All in the frame of the segment's owner; `edge` is x1, y1, x2, y2 of the other's.
    """
    length = math.sqrt((edge[2] - edge[0]) ** 2 + (edge[3] - edge[1]) ** 2)
    tx = (edge[2] - edge[0]) / length
    ty = (edge[3] - edge[1]) / length
    dx = second[0] - first[0]
    dy = second[1] - first[1]
    along = (first[0] - edge[0]) * tx + (first[1] - edge[1]) * ty  # where the segment starts along the edge
    change = dx * tx + dy * ty
    begin = 0.0
    end = 1.0
    if change < 0.0:
        begin = max(begin, (length + TOUCH - along) / change)
        end = min(end, (-TOUCH - along) / change)
    elif change > 0.0:
        begin = max(begin, (-TOUCH - along) / change)
        end = min(end, (length + TOUCH - along) / change)
    elif along < -TOUCH or along > length + TOUCH:
        end = -1.0
    points = 0
    if begin <= end:
        for part in (begin, end):
            x = first[0] + part * dx
            y = first[1] + part * dy
            if (x - edge[0]) * ty - (y - edge[1]) * tx <= TOUCH:  # the outward normal is (ty, -tx)
                manifold[FIRST + 2 * points] = x
                manifold[FIRST + 2 * points + 1] = y
                points += 1
    manifold[POINTS] = points
    return points


def into_frame(
    x: float, y: float, frame_x: float, frame_y: float, cos: float, sin: float
) -> tuple[float, float]:
    """Return a point as seen from a frame at (frame_x, frame_y), turned by the angle of cos and sin."""
    dx = x - frame_x
    dy = y - frame_y
    return cos * dx + sin * dy, cos * dy - sin * dx
