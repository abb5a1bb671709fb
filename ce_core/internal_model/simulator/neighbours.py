"""Who and what may matter to a robot during the next steps, so that nobody looks at everything in every step.

A robot's list holds the walls, round obstacles and robots that it can see or touch before it, or one of them,
has moved by half of `skin` (Verlet's lists). A robot that looks and has nothing in sight sleeps until
something can have come into sight, and nobody asks whether it touches anything before it can. How far
anybody can have moved is what the room's odometer counts. None of this changes what robots see and do.

Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.robot_model.model_table import Floats, ModelTable
from ce_core.internal_model.simulator.grid import fill_grid, sort
from ce_core.internal_model.simulator.scene import Integers, Scene

CAPACITY = 64
"""Longest list of a robot; one with more around it looks at everything."""

SKIN_TIME = 1.0
"""How long two robots at top speed towards each other need to use up the skin [s]."""

CROWD = 32
"""From this number of robots on a grid finds who is near; below, looking at all pairs is faster."""


class Neighbours(NamedTuple):
    """The lists of R robots in Q rooms.

    Things are numbered: the scene's walls first, then its round obstacles, then its robots; lists are rising.
    """

    things: NDArray[np.int32]
    """(R, K)"""
    n_listed: Integers
    """(R,) length of each list; -1 for everything in the room"""
    wake: Floats
    """(R,) each robot sees nothing until its room's odometer shows this [m]"""
    touch: Floats
    """(R,) each robot touches nothing until its room's odometer shows this [m]"""
    pushed: Floats
    """(R,) how far contacts have moved each robot since that was last counted, at most [m]"""
    odometer: Floats
    """(Q,) how far anybody can have moved [m]"""
    made: Floats
    """(Q,) what the odometer showed when the lists were made [m]"""
    sight: Floats
    """(M,) how far from its centre a robot of each model sees or touches [m]"""
    skin: float
    """[m]"""
    widest: float
    """The farthest that two robots can be apart and in each other's lists [m]."""
    cell: Integers
    """(R,) where each robot is in the grid of its room"""
    order: Integers
    """(R,) the robots of each room, cell by cell"""
    start: Integers
    """(2 R + 2 Q,) where each cell of each room begins in `order`"""


def neighbour_space(table: ModelTable, sight: Floats, scene: Scene) -> Neighbours:
    """Allocate the lists of a scene; sight (M,) from `sight_of`."""
    n_robots, n_rooms = len(scene.x), len(scene.first_wall)
    robots = max(np.diff(scene.first_robot).tolist(), default=0)
    longest = robots + len(scene.walls) + len(scene.circles)
    skin = 2.0 * SKIN_TIME * max(table.max_speed.tolist(), default=0.0)
    return Neighbours(
        things=np.empty((n_robots, min(longest, CAPACITY)), dtype=np.int32),
        n_listed=np.empty(n_robots, dtype=np.int64),
        wake=np.empty(n_robots),
        touch=np.empty(n_robots),
        pushed=np.zeros(n_robots),
        odometer=np.empty(n_rooms),
        made=np.empty(n_rooms),
        sight=sight,
        skin=skin,
        widest=max(sight.tolist(), default=0.0) + max(table.radius.tolist(), default=0.0) + skin,
        cell=np.empty(n_robots, dtype=np.int64),
        order=np.empty(n_robots, dtype=np.int64),
        start=np.empty(2 * n_robots + 2 * n_rooms, dtype=np.int64),
    )


def sight_of(table: ModelTable) -> Floats:
    """Return how far from its centre a robot of each model sees or touches [m], (M,)."""
    ends = table.mounts[:, :, None] + table.rays
    reach = np.hypot(ends[..., 0], ends[..., 1]).max(axis=(1, 2), initial=0.0)
    sight: Floats = np.maximum(reach, table.radius)
    return sight


def meet_the_neighbours(scene: Scene, table: ModelTable, near: Neighbours, room: int) -> None:
    """Make the lists of a room in which nothing has happened yet."""
    near.odometer[room] = 0.0
    find_neighbours(scene, table, near, room)


def travel(scene: Scene, table: ModelTable, near: Neighbours, room: int, distance: float) -> None:
    """Note that robots may have moved by a distance [m]; make the lists anew if it is time."""
    near.odometer[room] += distance
    if near.odometer[room] - near.made[room] > 0.5 * near.skin:
        find_neighbours(scene, table, near, room)


def find_neighbours(scene: Scene, table: ModelTable, near: Neighbours, room: int) -> None:
    """Make the lists of all robots of a room, and wake them all."""
    first, end = scene.first_robot[room], scene.first_robot[room + 1]
    near.made[room] = near.odometer[room]
    for robot in range(first, end):
        near.n_listed[robot] = 0
        near.wake[robot] = near.touch[robot] = near.odometer[room]
        find_walls(scene, near, room, robot)
    if end - first < CROWD:
        compare_all(scene, table, near, room)
    else:
        start = near.start[2 * (first + room) : 2 * (end + room) + 2]
        columns, rows = fill_grid(
            scene.x[first:end],
            scene.y[first:end],
            near.widest,
            near.cell[first:end],
            near.order[first:end],
            start,
        )
        for robot in range(first, end):
            search_cells(scene, table, near, robot, start, columns, rows)


def find_walls(scene: Scene, near: Neighbours, room: int, robot: int) -> None:
    """List the walls and round obstacles of one robot."""
    x, y = scene.x[robot], scene.y[robot]
    sight = near.sight[scene.model[robot]] + near.skin
    for wall in range(scene.first_wall[room], scene.end_wall[room]):
        dx, dy = from_wall(x, y, scene.walls, wall)
        if dx * dx + dy * dy < sight * sight:
            add(near, robot, wall)
    for circle in range(scene.first_circle[room], scene.end_circle[room]):
        dx, dy = x - scene.circles[circle, 0], y - scene.circles[circle, 1]
        apart = sight + scene.circles[circle, 2]
        if dx * dx + dy * dy < apart * apart:
            add(near, robot, len(scene.walls) + circle)


def compare_all(scene: Scene, table: ModelTable, near: Neighbours, room: int) -> None:
    """List each other's robots by looking at every pair."""
    still = len(scene.walls) + len(scene.circles)
    for i in range(scene.first_robot[room], scene.first_robot[room + 1]):
        for j in range(scene.first_robot[room], i):
            if may_meet(scene, table, near, i, j):
                add(near, i, still + j)
                add(near, j, still + i)


def search_cells(
    scene: Scene, table: ModelTable, near: Neighbours, robot: int, start: Integers, columns: int, rows: int
) -> None:
    """List the robots in the cells around one robot."""
    still = len(scene.walls) + len(scene.circles)
    first = scene.first_robot[scene.room[robot]]
    column, row = near.cell[robot] % columns, near.cell[robot] // columns
    begin = near.n_listed[robot]
    for line in range(max(row - 1, 0), min(row + 2, rows)):
        left = line * columns + max(column - 1, 0)
        right = line * columns + min(column + 1, columns - 1)
        for place in range(start[left], start[right + 1]):
            other = first + near.order[first + place]
            if other != robot and may_meet(scene, table, near, robot, other):
                add(near, robot, still + other)
    sort(near.things[robot], begin, near.n_listed[robot])


def may_meet(scene: Scene, table: ModelTable, near: Neighbours, i: int, j: int) -> bool:
    """Tell whether two robots can see or touch each other before the lists are made anew."""
    a, b = scene.model[i], scene.model[j]
    apart = max(near.sight[a] + table.radius[b], near.sight[b] + table.radius[a]) + near.skin
    dx, dy = scene.x[i] - scene.x[j], scene.y[i] - scene.y[j]
    return bool(dx * dx + dy * dy < apart * apart)


def add(near: Neighbours, robot: int, thing: int) -> None:
    """Append to the list of a robot; a list that is full becomes everything."""
    count = near.n_listed[robot]
    if count >= near.things.shape[1]:
        near.n_listed[robot] = -1
    elif count >= 0:
        near.things[robot, count] = thing
        near.n_listed[robot] = count + 1


def n_things(scene: Scene, near: Neighbours, robot: int) -> int:
    """Return how many things a robot has to look at."""
    if near.n_listed[robot] >= 0:
        return int(near.n_listed[robot])
    room = scene.room[robot]
    walls = scene.end_wall[room] - scene.first_wall[room]
    circles = scene.end_circle[room] - scene.first_circle[room]
    return int(walls + circles + scene.first_robot[room + 1] - scene.first_robot[room])


def thing_at(scene: Scene, near: Neighbours, robot: int, place: int) -> int:
    """Return the thing at a place of a robot's list."""
    if near.n_listed[robot] >= 0:
        return int(near.things[robot, place])
    room = scene.room[robot]
    walls = scene.end_wall[room] - scene.first_wall[room]
    circles = scene.end_circle[room] - scene.first_circle[room]
    if place < walls:
        return int(scene.first_wall[room] + place)
    if place < walls + circles:
        return int(len(scene.walls) + scene.first_circle[room] + place - walls)
    first = len(scene.walls) + len(scene.circles) + scene.first_robot[room]
    return int(first + place - walls - circles)


def from_wall(x: float, y: float, walls: Floats, wall: int) -> tuple[float, float]:
    """Return the vector to (x, y) from the nearest point of a wall [m]."""
    x1, y1 = walls[wall, 0], walls[wall, 1]
    ux, uy = walls[wall, 4], walls[wall, 5]
    along = min(max((x - x1) * ux + (y - y1) * uy, 0.0), walls[wall, 6])
    return x - (x1 + along * ux), y - (y1 + along * uy)
