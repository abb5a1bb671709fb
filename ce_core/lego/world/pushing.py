"""How cubes are pushed: they are moved out of the robot and of each other, and that is all.

The authors' program puts the robot from place to place, so their physics engine sees it without velocity, and
nothing ever gets any. What is left of the engine is its position correction: three rounds in a step, each of
which takes a fifth of every overlap back, shared between moving and turning by mass and moment of inertia
(E. Catto, Box2D; nonlinear Gauss-Seidel). Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.lego.world.contact import (
    FIRST,
    MANIFOLD,
    NORMAL,
    PLANE,
    POINTS,
    REFERENCE,
    SIDES,
    SQUARE,
    TOUCH,
    collide,
    into_frame,
    outward_normals,
)
from ce_core.lego.world.cubes import CUBE_REACH, HALF_SIDE, MOMENT_OF_INERTIA
from ce_core.lego.world.playground import UNIT
from ce_core.lego.world.robot import OUTLINE, PIECES, REACH
from ce_core.lego.world.wall_contact import ARM_WIDTH, ARMS, collide_arm

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

ROUNDS = 3
"""Rounds of position correction in a step."""
CORRECTION = 0.2
"""Part of an overlap that a round takes back."""
SLOP = 0.005 * UNIT
"""Overlap that is left alone [m]."""
MAX_CORRECTION = 0.2 * UNIT
"""Longest way that a round moves a cube at one point [m]."""
GOOD_ENOUGH = 3.0 * SLOP
"""Overlap at which no further round is made [m]."""

ROBOT = 3
"""The robot among the bodies: the cubes are 0, 1 and 2."""

COUNTS = np.array([len(piece) for piece in PIECES])
"""Corners of each piece."""
CORNERS = OUTLINE[[piece + piece[-1:] * (max(COUNTS) - len(piece)) for piece in PIECES]]
"""Shape (pieces, most corners, 2) [m]; where a piece has fewer corners, its last one fills the rest."""
NORMALS = np.zeros(CORNERS.shape)
for _piece, _count in enumerate(COUNTS):
    NORMALS[_piece, :_count] = outward_normals(CORNERS[_piece, :_count])
BOXES = np.hstack((CORNERS.min(axis=1), CORNERS.max(axis=1))) + np.array([-TOUCH, -TOUCH, TOUCH, TOUCH])
"""Shape (pieces, 4): least x and y, greatest x and y that may touch a piece [m]."""

MAX_CONTACTS = 3 * 5 * len(PIECES) + 3

PLATE, WALL = 0, 1
"""With what a cube touches the robot: its base plate or its crossed walls."""


class Contacts(NamedTuple):
    """Room for all contacts of a step."""

    manifolds: Floats
    """Shape (MAX_CONTACTS, MANIFOLD)."""
    bodies: Integers
    """Shape (MAX_CONTACTS, 2): whose piece, which cube."""
    bodies_at: Floats
    """Shape (4, 3): x, y, theta of the three cubes and the robot."""
    turned: Floats
    """Shape (4, 2): cosine and sine of their angles."""
    relative: Floats
    """Shape (4,): x, y, cosine and sine of the angle of a cube in the frame of a piece."""


def find_contacts(contacts: Contacts, touching: Integers) -> int:
    """Find all contacts of the bodies as they are and return their number.

    touching: shape (3, 2), whether each cube touches the robot with its base plate, and with its walls.
    """
    found = 0
    at = contacts.bodies_at
    for body in range(4):
        note_turn(contacts, body)
    for cube in range(3):
        touching[cube, :] = 0
        near = REACH + CUBE_REACH + TOUCH
        if (at[cube, 0] - at[ROBOT, 0]) ** 2 + (at[cube, 1] - at[ROBOT, 1]) ** 2 < near * near:
            found = touch_robot(contacts, touching[cube], cube, found)
    for cube in range(1, 3):
        for other in range(cube):
            near = 2.0 * CUBE_REACH + TOUCH
            if (at[cube, 0] - at[other, 0]) ** 2 + (at[cube, 1] - at[other, 1]) ** 2 < near * near:
                see_from(contacts, other, cube)
                if collide(SQUARE, SIDES, 4, contacts.relative, contacts.manifolds[found]) > 0:
                    contacts.bodies[found, 0] = other
                    contacts.bodies[found, 1] = cube
                    found += 1
    return found


def touch_robot(contacts: Contacts, touching: Integers, cube: int, found: int) -> int:
    """Add the contacts of a cube with the pieces of the robot; return the number of contacts."""
    see_from(contacts, ROBOT, cube)
    x = contacts.relative[0]
    y = contacts.relative[1]
    extent = HALF_SIDE * (abs(contacts.relative[2]) + abs(contacts.relative[3]))
    near = 0
    for piece in range(len(CORNERS)):
        box = BOXES[piece]
        apart = max(max(box[0] - x, x - box[2]), max(box[1] - y, y - box[3])) - extent
        if apart <= ARM_WIDTH:
            near |= 1 << piece
        if apart <= 0.0:
            manifold = contacts.manifolds[found]
            if collide(CORNERS[piece], NORMALS[piece], COUNTS[piece], contacts.relative, manifold) > 0:
                touching[PLATE] = 1
                contacts.bodies[found, 0] = ROBOT
                contacts.bodies[found, 1] = cube
                found += 1
    return touch_with_walls(contacts, touching, cube, near, found) if near else found


def touch_with_walls(contacts: Contacts, touching: Integers, cube: int, near: int, found: int) -> int:
    """Add the contacts of a cube's crossed walls with the robot, if it is seen from there.

    near: which pieces of the robot the cube is near to, one bit a piece.
    """
    x = contacts.relative[0]
    y = contacts.relative[1]
    for arm in range(4):
        tip_x = x + contacts.relative[2] * ARMS[arm, 1, 0] - contacts.relative[3] * ARMS[arm, 1, 1]
        tip_y = y + contacts.relative[3] * ARMS[arm, 1, 0] + contacts.relative[2] * ARMS[arm, 1, 1]
        low_x, high_x = min(x, tip_x) - ARM_WIDTH, max(x, tip_x) + ARM_WIDTH
        low_y, high_y = min(y, tip_y) - ARM_WIDTH, max(y, tip_y) + ARM_WIDTH
        for piece in range(len(CORNERS)):
            if near >> piece & 1 == 0:
                continue
            box = BOXES[piece]
            if high_x >= box[0] and high_y >= box[1] and low_x <= box[2] and low_y <= box[3]:
                manifold = contacts.manifolds[found]
                corners = CORNERS[piece, : COUNTS[piece]]
                if collide_arm(corners, NORMALS[piece], arm, contacts.relative, manifold) > 0:
                    touching[WALL] = 1
                    contacts.bodies[found, 0] = ROBOT
                    contacts.bodies[found, 1] = cube
                    found += 1
    return found


def see_from(contacts: Contacts, body: int, cube: int) -> None:
    """Write where a cube is in a body's frame."""
    at = contacts.bodies_at
    cos = contacts.turned[body, 0]
    sin = contacts.turned[body, 1]
    x, y = into_frame(at[cube, 0], at[cube, 1], at[body, 0], at[body, 1], cos, sin)
    contacts.relative[0] = x
    contacts.relative[1] = y
    contacts.relative[2] = math.cos(at[cube, 2] - at[body, 2])
    contacts.relative[3] = math.sin(at[cube, 2] - at[body, 2])


def note_turn(contacts: Contacts, body: int) -> None:
    """Keep cosine and sine of a body's angle."""
    contacts.turned[body, 0] = math.cos(contacts.bodies_at[body, 2])
    contacts.turned[body, 1] = math.sin(contacts.bodies_at[body, 2])


def push_apart(contacts: Contacts, count: int) -> None:
    """Correct the cubes' poses in rounds until no overlap is worse than good enough.

    The contact found last comes first, as in the engine, whose lists grow at their head: walls before plates.
    """
    for _ in range(ROUNDS):
        deepest = 0.0
        for i in range(count - 1, -1, -1):
            for point in range(int(contacts.manifolds[i, POINTS])):
                deepest = min(deepest, correct(contacts, i, FIRST + 2 * point))
        if deepest >= -GOOD_ENOUGH:
            break


def correct(contacts: Contacts, i: int, point: int) -> float:
    """Take back a part of the overlap at one point of a contact; return the separation before [m]."""
    manifold = contacts.manifolds[i]
    at = contacts.bodies_at
    owner = contacts.bodies[i, 0] if manifold[REFERENCE] == 0.0 else contacts.bodies[i, 1]
    other = contacts.bodies[i, 1] if manifold[REFERENCE] == 0.0 else contacts.bodies[i, 0]
    cos = contacts.turned[owner, 0]
    sin = contacts.turned[owner, 1]
    nx = cos * manifold[NORMAL] - sin * manifold[NORMAL + 1]
    ny = sin * manifold[NORMAL] + cos * manifold[NORMAL + 1]
    plane_x = at[owner, 0] + cos * manifold[PLANE] - sin * manifold[PLANE + 1]
    plane_y = at[owner, 1] + sin * manifold[PLANE] + cos * manifold[PLANE + 1]
    cos = contacts.turned[other, 0]
    sin = contacts.turned[other, 1]
    x = at[other, 0] + cos * manifold[point] - sin * manifold[point + 1]
    y = at[other, 1] + sin * manifold[point] + cos * manifold[point + 1]
    separation = (x - plane_x) * nx + (y - plane_y) * ny - TOUCH
    correction = min(-CORRECTION * (separation + SLOP), MAX_CORRECTION)
    if correction > 0.0:
        share = softness(at, owner, x, y, nx, ny) + softness(at, other, x, y, nx, ny)
        move(contacts, owner, x, y, -nx * correction / share, -ny * correction / share)
        move(contacts, other, x, y, nx * correction / share, ny * correction / share)
    return float(separation)


def softness(at: Floats, body: int, x: float, y: float, nx: float, ny: float) -> float:
    """Return how far a unit push along (nx, ny) at (x, y) moves that point of a body; the robot: not."""
    if body == ROBOT:
        return 0.0
    arm = (x - at[body, 0]) * ny - (y - at[body, 1]) * nx
    return float(1.0 + arm * arm / MOMENT_OF_INERTIA)


def move(contacts: Contacts, body: int, x: float, y: float, push_x: float, push_y: float) -> None:
    """Push a cube at (x, y); the robot goes its way."""
    if body != ROBOT:
        at = contacts.bodies_at
        turn = ((x - at[body, 0]) * push_y - (y - at[body, 1]) * push_x) / MOMENT_OF_INERTIA
        at[body, 0] += push_x
        at[body, 1] += push_y
        at[body, 2] += turn
        note_turn(contacts, body)


def room_for_contacts() -> Contacts:
    """Allocate what a step needs."""
    return Contacts(
        np.zeros((MAX_CONTACTS, MANIFOLD)),
        np.zeros((MAX_CONTACTS, 2), np.int64),
        np.zeros((4, 3)),
        np.zeros((4, 2)),
        np.zeros(4),
    )
