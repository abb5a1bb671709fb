"""Where a piece of the robot and the crossed walls of a cube touch.

The walls that reflect light are solid in the authors' scene: a star of four thin arms, whose tips reach as
far as the corners of the base plate, and up to 1 mm beyond. They are pushed too, and they are a collider of
their own, whose contacts begin and end on their own. Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ce_core.lego.world.contact import (
    NORMAL,
    PLANE,
    PREFERENCE,
    REFERENCE,
    TOUCH,
    clip,
    into_frame,
    outward_normals,
)
from ce_core.lego.world.cubes import WALLS
from ce_core.lego.world.playground import UNIT

Floats = NDArray[np.float64]

ARM_WIDTH = 0.03 * UNIT
"""No part of an arm is farther from the line through the cube's centre and its tip [m]."""


_CROSSINGS = ((0.01264496, 0.01001123), (0.01601099, 0.01769048), (0.01394253, 0.01966584))
_A, _B, _C = 1.2 * UNIT * np.array(_CROSSINGS)
"""Where edges of the star cross each other near its centre: there its arms begin [m]."""
_TIPS = WALLS[:, :2]
ARMS = np.array(
    [
        (_C, _TIPS[1], _TIPS[0]),
        (_B, _TIPS[7], _C),
        (_A, _TIPS[3], _TIPS[4]),
        (_TIPS[4], _TIPS[5], _A),
    ]
)
"""Counter-clockwise triangles whose second corner is the tip, in the cube's frame [m], shape (4, 3, 2)."""
ARM_NORMALS = np.array([outward_normals(arm) for arm in ARMS])


def collide_arm(corners: Floats, normals: Floats, arm: int, cube: Floats, manifold: Floats) -> int:
    """Write the manifold of a piece of the robot and one arm of a cube's walls; return its points, 0 to 2.

    cube: x, y [m], cosine and sine of its angle, in the robot's frame.
    """
    edge, separation = best_edge_for_arm(corners, normals, arm, cube)
    if separation > TOUCH:
        return 0
    side, separation_of_side = best_side_of_arm(corners, arm, cube)
    if separation_of_side > TOUCH:
        return 0
    if separation_of_side >= separation - PREFERENCE:
        return clip_piece_on_arm(corners, normals, arm, cube, side, manifold)
    return clip_arm_on_edge(corners, normals, arm, cube, edge, manifold)


def best_edge_for_arm(corners: Floats, normals: Floats, arm: int, cube: Floats) -> tuple[int, float]:
    """Return the edge of the piece that the arm is farthest in front of, and how far [m]."""
    best, farthest = 0, -math.inf
    for i in range(len(corners)):
        u = cube[2] * normals[i, 0] + cube[3] * normals[i, 1]
        v = cube[2] * normals[i, 1] - cube[3] * normals[i, 0]
        nearest = math.inf
        for k in range(3):
            nearest = min(nearest, u * ARMS[arm, k, 0] + v * ARMS[arm, k, 1])
        nearest += normals[i, 0] * (cube[0] - corners[i, 0]) + normals[i, 1] * (cube[1] - corners[i, 1])
        if nearest > farthest:
            best, farthest = i, nearest
    return best, farthest


def best_side_of_arm(corners: Floats, arm: int, cube: Floats) -> tuple[int, float]:
    """Return the side of the arm that the piece is farthest in front of, and how far [m]."""
    best, farthest = 0, -math.inf
    for k in range(3):
        nearest = math.inf
        for i in range(len(corners)):
            x, y = into_frame(corners[i, 0], corners[i, 1], cube[0], cube[1], cube[2], cube[3])
            apart = ARM_NORMALS[arm, k, 0] * (x - ARMS[arm, k, 0])
            apart += ARM_NORMALS[arm, k, 1] * (y - ARMS[arm, k, 1])
            nearest = min(nearest, apart)
        if nearest > farthest:
            best, farthest = k, nearest
    return best, farthest


def facing_edge(normals: Floats, x: float, y: float) -> int:
    """Return the edge, of those with these normals, that looks most against the direction (x, y)."""
    facing = 0
    for k in range(1, len(normals)):
        if normals[k, 0] * x + normals[k, 1] * y < normals[facing, 0] * x + normals[facing, 1] * y:
            facing = k
    return facing


def clip_piece_on_arm(
    corners: Floats, normals: Floats, arm: int, cube: Floats, side: int, manifold: Floats
) -> int:
    """Write the manifold of a side of the arm and the edge of the piece that faces it."""
    cos = cube[2]
    sin = cube[3]
    out = ARM_NORMALS[arm, side]
    facing = facing_edge(normals[: len(corners)], cos * out[0] - sin * out[1], sin * out[0] + cos * out[1])
    start = ARMS[arm, side]
    end = ARMS[arm, (side + 1) % 3]
    manifold[REFERENCE] = 1.0
    manifold[NORMAL], manifold[NORMAL + 1] = out[0], out[1]
    manifold[PLANE], manifold[PLANE + 1] = start[0], start[1]
    line = (
        cube[0] + cos * start[0] - sin * start[1],
        cube[1] + sin * start[0] + cos * start[1],
        cube[0] + cos * end[0] - sin * end[1],
        cube[1] + sin * end[0] + cos * end[1],
    )
    return clip(line, corners[facing], corners[(facing + 1) % len(corners)], manifold)


def clip_arm_on_edge(
    corners: Floats, normals: Floats, arm: int, cube: Floats, edge: int, manifold: Floats
) -> int:
    """Write the manifold of an edge of the piece and the side of the arm that faces it."""
    cos = cube[2]
    sin = cube[3]
    nx = normals[edge, 0]
    ny = normals[edge, 1]
    facing = facing_edge(ARM_NORMALS[arm], cos * nx + sin * ny, cos * ny - sin * nx)
    after = (edge + 1) % len(corners)
    start_x, start_y = into_frame(corners[edge, 0], corners[edge, 1], cube[0], cube[1], cos, sin)
    end_x, end_y = into_frame(corners[after, 0], corners[after, 1], cube[0], cube[1], cos, sin)
    manifold[REFERENCE] = 0.0
    manifold[NORMAL], manifold[NORMAL + 1] = nx, ny
    manifold[PLANE], manifold[PLANE + 1] = corners[edge, 0], corners[edge, 1]
    return clip((start_x, start_y, end_x, end_y), ARMS[arm, facing], ARMS[arm, (facing + 1) % 3], manifold)
