"""Robots touch walls and each other: bodies are moved apart, nothing else.

A body that was pushed keeps the part of its motion along the wall, so robots slide and do not stick. Plain
Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import math

from ce_core.internal_model.robot_model.model_table import ModelTable
from ce_core.internal_model.simulator.neighbours import (
    Neighbours,
    from_wall,
    n_things,
    thing_at,
    travel,
)
from ce_core.internal_model.simulator.scene import Scene

SWEEPS = 4
"""Rounds of moving robots apart in one step; a crowd needs more than one."""

SLACK = 1e-9
"""Bodies that overlap less than this are apart [m]."""


def settle(scene: Scene, table: ModelTable, near: Neighbours, room: int, moved: float) -> int:
    """Finish a room's step in which nobody moved farther than `moved` [m]; return the number of contacts."""
    odometer = near.odometer[room] + moved
    near.odometer[room] = odometer
    due = odometer - near.made[room] > 0.5 * near.skin
    for robot in range(scene.first_robot[room], scene.first_robot[room + 1]):
        due = due | (near.touch[robot] <= odometer)
    return separate(scene, table, near, room) if due else 0


def separate(scene: Scene, table: ModelTable, near: Neighbours, room: int) -> int:
    """Move overlapping bodies apart, in place; return the number of contacts.

    Nobody passes a wall: a robot is back inside before another may push it, and again right after, and a push
    is shorter than its radius.
    """
    contacts = 0
    travel(scene, table, near, room, 0.0)
    for robot in range(scene.first_robot[room], scene.first_robot[room + 1]):
        if near.touch[robot] <= near.odometer[room]:
            contacts += keep_off_walls(scene, table, near, robot)
    met = contacts
    for sweep in range(SWEEPS):
        if met > 0:
            count_pushes(scene, table, near, room)
        met = separate_robots(scene, table, near, room)
        if sweep == 0:
            contacts += met
        if met == 0:
            break
    if met > 0:
        count_pushes(scene, table, near, room)
    return contacts


def count_pushes(scene: Scene, table: ModelTable, near: Neighbours, room: int) -> None:
    """Note how far robots have been pushed."""
    farthest = 0.0
    for robot in range(scene.first_robot[room], scene.first_robot[room + 1]):
        farthest = max(farthest, near.pushed[robot])
        near.pushed[robot] = 0.0
    travel(scene, table, near, room, farthest)


def separate_robots(scene: Scene, table: ModelTable, near: Neighbours, room: int) -> int:
    """Move every overlapping pair apart, each by half; return the number of pairs."""
    met = 0
    n_still = len(scene.walls) + len(scene.circles)
    for i in range(scene.first_robot[room], scene.first_robot[room + 1]):
        if near.touch[i] > near.odometer[room]:
            continue
        for place in range(n_things(scene, near, i)):
            j = thing_at(scene, near, i, place) - n_still
            if j < 0:
                continue
            if j >= i:
                break
            apart = table.radius[scene.model[i]] + table.radius[scene.model[j]]
            dx = scene.x[i] - scene.x[j]
            dy = scene.y[i] - scene.y[j]
            if dx * dx + dy * dy < (apart - SLACK) * (apart - SLACK):
                met += 1
                push_apart(scene, near, i, j, apart)
                keep_off_walls(scene, table, near, i)
                keep_off_walls(scene, table, near, j)
    return met


def push_apart(scene: Scene, near: Neighbours, i: int, j: int, apart: float) -> None:
    """Move two robots along the line between them until their centres are `apart` [m]."""
    dx = scene.x[i] - scene.x[j]
    dy = scene.y[i] - scene.y[j]
    distance = math.sqrt(dx * dx + dy * dy)
    if distance == 0.0:
        dx, dy, distance = 1e-6, 0.0, 1e-6  # on the same spot: any direction does
    push = 0.5 * (apart - distance) / distance
    scene.x[i] += push * dx
    scene.y[i] += push * dy
    scene.x[j] -= push * dx
    scene.y[j] -= push * dy
    near.pushed[i] += apart - distance
    near.pushed[j] += apart - distance


def keep_off_walls(scene: Scene, table: ModelTable, near: Neighbours, robot: int) -> int:
    """Move a robot that overlaps walls or round obstacles back to touching them; return their number."""
    met = 0
    radius = table.radius[scene.model[robot]]
    n_walls = len(scene.walls)
    for place in range(n_things(scene, near, robot)):
        thing = thing_at(scene, near, robot, place)
        apart = radius
        if thing < n_walls:
            dx, dy = from_wall(scene.x[robot], scene.y[robot], scene.walls, thing)
        elif thing < n_walls + len(scene.circles):
            apart += scene.circles[thing - n_walls, 2]
            dx = scene.x[robot] - scene.circles[thing - n_walls, 0]
            dy = scene.y[robot] - scene.circles[thing - n_walls, 1]
        else:
            break
        squared = dx * dx + dy * dy
        if squared < (apart - SLACK) * (apart - SLACK) and squared > 0.0:
            met += 1
            distance = math.sqrt(squared)
            push = apart / distance - 1.0
            scene.x[robot] += push * dx
            scene.y[robot] += push * dy
            near.pushed[robot] += apart - distance
    return met
