"""Contacts of robots that are not round: a rectangle is moved out of what it overlaps, the shortest way.

Separating axes: two convex shapes overlap only if they do so on every axis across one of their sides; the
axis with the smallest overlap is the shortest way out. Only running worlds use this: the kernel takes every
robot for a disc.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.robot_model.footprint import Rectangle
from ce_core.internal_model.robot_model.robot_model import RobotModel
from ce_core.internal_model.simulator.scene import Scene
from ce_core.internal_model.world_model.arena import Arena

Floats = NDArray[np.float64]
Push = tuple[float, float]

SWEEPS = 4
"""Rounds of moving a robot out of walls and obstacles in one step: a corner has two walls."""

SLACK = 1e-9
"""Bodies that overlap less than this are apart [m]."""

NONE: Push = (0.0, 0.0)


def inscribed_radius(outline: Rectangle) -> float:
    """Return the radius [m] of the largest disc around the robot's centre inside of its outline."""
    ahead = 0.5 * outline.length + outline.middle
    behind = 0.5 * outline.length - outline.middle
    return max(min(ahead, behind, 0.5 * outline.width), SLACK)


def disc_inside(model: RobotModel) -> RobotModel:
    """Give a robot that is not round a disc that its outline reaches beyond: the outline is what touches."""
    return model if model.footprint is None else replace(model, radius=inscribed_radius(model.footprint))


def push_outlines(scene: Scene, models: Sequence[RobotModel], arena: Arena, time_step: float) -> int:
    """Move robots that are not round out of others, each by half, then out of walls; return their contacts.

    The speed of a robot that was moved becomes the one over ground in its direction ahead.
    """
    contacts = 0
    for robot, model in enumerate(models):
        if model.footprint is None:
            continue
        x, y = float(scene.x[robot]), float(scene.y[robot])
        for other in range(len(models)):
            push = NONE
            if other != robot:
                push = _out_of_robot(
                    model.footprint.corners(_pose(scene, robot)), scene, other, models[other]
                )
            if push != NONE:
                contacts += 1
                scene.x[robot] += 0.5 * push[0]
                scene.y[robot] += 0.5 * push[1]
                scene.x[other] -= 0.5 * push[0]
                scene.y[other] -= 0.5 * push[1]
        pose, met = push_out(model.footprint, _pose(scene, robot), arena.segments, arena.circles)
        contacts += met
        scene.x[robot], scene.y[robot] = pose[:2]
        heading = float(scene.theta[robot] - scene.omega[robot] * time_step)
        moved = (pose[0] - x) * math.cos(heading) + (pose[1] - y) * math.sin(heading)
        scene.v[robot] += moved / time_step
    return contacts


def _out_of_robot(body: Floats, scene: Scene, other: int, model: RobotModel) -> Push:
    if model.footprint is not None:
        return out_of_shape(body, model.footprint.corners(_pose(scene, other)))
    return out_of_circle(body, np.array([scene.x[other], scene.y[other], model.radius]))


def _pose(scene: Scene, robot: int) -> Floats:
    return np.array([scene.x[robot], scene.y[robot], scene.theta[robot]])


def push_out(outline: Rectangle, pose: Floats, walls: Floats, circles: Floats) -> tuple[Floats, int]:
    """Return the pose (3,) moved out of walls (m, 4) and circles (k, 3) [m], and how many were met."""
    moved = pose.copy()
    met: set[int] = set()
    for _ in range(SWEEPS):
        pushes = [out_of_shape(outline.corners(moved), wall.reshape(2, 2)) for wall in walls]
        pushes += [out_of_circle(outline.corners(moved), circle) for circle in circles]
        deepest = max(range(len(pushes)), key=lambda k: math.hypot(*pushes[k]), default=-1)
        if deepest < 0 or pushes[deepest] == NONE:
            break
        met.update(k for k, push in enumerate(pushes) if push != NONE)
        moved[:2] += pushes[deepest]
    return moved, len(met)


def out_of_shape(body: Floats, other: Floats) -> Push:
    """Return the shortest push [m] that parts a convex body (n, 2) from a wall (2, 2) or shape (m, 2)."""
    axes = [*_across(body), *_across(other)]
    best, depth = NONE, math.inf
    for axis in axes:
        low, high = _extent(body, axis)
        other_low, other_high = _extent(other, axis)
        forward, back = other_high - low, high - other_low
        if forward <= SLACK or back <= SLACK:
            return NONE
        if min(forward, back) < depth:
            depth = min(forward, back)
            way = depth if forward < back else -depth
            best = float(axis[0]) * way, float(axis[1]) * way
    return best


def out_of_circle(body: Floats, circle: Floats) -> Push:
    """Return the shortest push [m] that parts a convex body (n, 2) from a circle: x, y, radius."""
    middle, radius = circle[:2], float(circle[2])
    sides = np.roll(body, -1, axis=0) - body
    share = np.clip(((middle - body) * sides).sum(axis=1) / (sides * sides).sum(axis=1), 0.0, 1.0)
    edge = body + share[:, None] * sides
    distances = np.linalg.norm(edge - middle, axis=1)
    nearest = int(np.argmin(distances))
    distance = float(distances[nearest])
    inside = bool((sides[:, 0] * (middle - body)[:, 1] - sides[:, 1] * (middle - body)[:, 0] > 0.0).all())
    depth = radius + distance if inside else radius - distance
    if depth <= SLACK or distance == 0.0:
        return NONE
    away = (edge[nearest] - middle) / distance * (-1.0 if inside else 1.0)
    return float(away[0] * depth), float(away[1] * depth)


def _across(shape: Floats) -> Iterable[Floats]:
    """Give a unit vector across each side of a shape; a wall has one side."""
    following = np.roll(shape, -1, axis=0) if len(shape) > 2 else shape[1:]
    for side in following - shape[: len(following)]:
        yield np.array([-side[1], side[0]]) / math.hypot(*side)


def _extent(shape: Floats, axis: Floats) -> tuple[float, float]:
    along = shape @ axis
    return float(along.min()), float(along.max())
