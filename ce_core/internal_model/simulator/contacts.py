"""Robots touch walls and each other: bodies are moved apart, nothing else.

A body that was pushed keeps the part of its motion along the wall, so robots slide and do not stick. Plain
Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import math

from ce_core.internal_model.robot_model.model_table import ModelTable
from ce_core.internal_model.simulator.scene import Scene

SWEEPS = 4
"""Rounds of moving robots apart in one step; a crowd needs more than one."""

SLACK = 1e-9
"""Bodies that overlap less than this are apart [m]."""


def separate(scene: Scene, table: ModelTable) -> int:
    """Move overlapping bodies apart, in place; return the number of contacts.

    Nobody passes a wall: a robot is back inside before another may push it, and again right after, and a push
    is shorter than its radius.
    """
    contacts = 0
    for robot in range(len(scene.x)):
        contacts += keep_off_walls(scene, table, robot)
    for sweep in range(SWEEPS):
        met = separate_robots(scene, table)
        if sweep == 0:
            contacts += met
        if met == 0:
            break
    return contacts


def separate_robots(scene: Scene, table: ModelTable) -> int:
    """Move every overlapping pair apart, each by half; return the number of pairs."""
    met = 0
    for i in range(len(scene.x)):
        for j in range(i):
            apart = table.radius[scene.model[i]] + table.radius[scene.model[j]]
            dx = scene.x[i] - scene.x[j]
            dy = scene.y[i] - scene.y[j]
            squared = dx * dx + dy * dy
            if squared < (apart - SLACK) * (apart - SLACK):
                met += 1
                push_apart(scene, i, j, apart)
                keep_off_walls(scene, table, i)
                keep_off_walls(scene, table, j)
    return met


def push_apart(scene: Scene, i: int, j: int, apart: float) -> None:
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


def keep_off_walls(scene: Scene, table: ModelTable, robot: int) -> int:
    """Move a robot that overlaps walls or round obstacles back to touching them; return their number."""
    met = 0
    radius = table.radius[scene.model[robot]]
    for wall in range(len(scene.segments)):
        dx, dy = from_wall(scene.x[robot], scene.y[robot], scene, wall)
        squared = dx * dx + dy * dy
        if squared < (radius - SLACK) * (radius - SLACK) and squared > 0.0:
            met += 1
            push = radius / math.sqrt(squared) - 1.0
            scene.x[robot] += push * dx
            scene.y[robot] += push * dy
    for circle in range(len(scene.circles)):
        apart = radius + scene.circles[circle, 2]
        dx = scene.x[robot] - scene.circles[circle, 0]
        dy = scene.y[robot] - scene.circles[circle, 1]
        squared = dx * dx + dy * dy
        if squared < (apart - SLACK) * (apart - SLACK) and squared > 0.0:
            met += 1
            push = apart / math.sqrt(squared) - 1.0
            scene.x[robot] += push * dx
            scene.y[robot] += push * dy
    return met


def from_wall(x: float, y: float, scene: Scene, wall: int) -> tuple[float, float]:
    """Return the vector to (x, y) from the nearest point of a wall [m]."""
    x1 = scene.segments[wall, 0]
    y1 = scene.segments[wall, 1]
    sx = scene.segments[wall, 2] - x1
    sy = scene.segments[wall, 3] - y1
    along = ((x - x1) * sx + (y - y1) * sy) / (sx * sx + sy * sy)
    along = min(max(along, 0.0), 1.0)
    return x - (x1 + along * sx), y - (y1 + along * sy)
