"""What the ring of infrared sensors of one robot reads between walls and other robots.

Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ce_core.internal_model.robot_model.model_table import Floats, ModelTable
from ce_core.internal_model.sensors.infrared import ray_activation
from ce_core.internal_model.sensors.rays import Ray, Segment, ray_circle, ray_segment
from ce_core.internal_model.simulator.contacts import from_wall
from ce_core.internal_model.simulator.scene import Scene


class Circle(NamedTuple):
    """A round thing that rays meet: another robot or an obstacle [m]."""

    x: float
    y: float
    radius: float


def sense_infrared(scene: Scene, robot: int, table: ModelTable, nearest: Floats, ir: Floats) -> None:
    """Write the activation of each sensor of a robot into ir (S,); nearest (S, N) is scratch space."""
    row = scene.model[robot]
    n_rays = table.n_rays[row]
    if n_rays == 0 or not cast_rays_of(scene, robot, table, nearest):
        ir[:] = 0.0
        return
    reach, c1, c2 = table.law[row, 0], table.law[row, 1], table.law[row, 2]
    for sensor in range(len(ir)):
        total = 0.0
        for ray in range(n_rays):
            total += ray_activation(nearest[sensor, ray] * reach, table.cos_kappa[row, ray], c1, c2)
        ir[sensor] = total / n_rays


def cast_rays_of(scene: Scene, robot: int, table: ModelTable, nearest: Floats) -> bool:
    """Write the fraction of its reach after which each ray meets something; say whether any could."""
    row = scene.model[robot]
    x, y = scene.x[robot], scene.y[robot]
    sight = table.radius[row] + table.law[row, 0]
    anything = False
    for wall in range(len(scene.segments)):
        dx, dy = from_wall(x, y, scene, wall)
        if dx * dx + dy * dy < sight * sight:
            if not anything:
                nearest[:, :] = 1.0
                anything = True
            see_wall(scene, robot, table, wall, nearest)
    for other in range(len(scene.x)):
        dx, dy = scene.x[other] - x, scene.y[other] - y
        near = sight + table.radius[scene.model[other]]
        if other != robot and dx * dx + dy * dy < near * near:
            if not anything:
                nearest[:, :] = 1.0
                anything = True
            radius = table.radius[scene.model[other]]
            see_circle(scene, robot, table, Circle(scene.x[other], scene.y[other], radius), nearest)
    for k in range(len(scene.circles)):
        circle = Circle(scene.circles[k, 0], scene.circles[k, 1], scene.circles[k, 2])
        dx, dy = circle.x - x, circle.y - y
        near = sight + circle.radius
        if dx * dx + dy * dy < near * near:
            if not anything:
                nearest[:, :] = 1.0
                anything = True
            see_circle(scene, robot, table, circle, nearest)
    return anything


def see_wall(scene: Scene, robot: int, table: ModelTable, wall: int, nearest: Floats) -> None:
    """Shorten the rays of a robot that meet this wall."""
    row = scene.model[robot]
    cos, sin = math.cos(scene.theta[robot]), math.sin(scene.theta[robot])
    reach = table.law[row, 0]
    segment = Segment(
        scene.segments[wall, 0], scene.segments[wall, 1], scene.segments[wall, 2], scene.segments[wall, 3]
    )
    sx, sy = segment.x2 - segment.x1, segment.y2 - segment.y1
    too_far = reach * reach * (sx * sx + sy * sy)
    for sensor in range(len(nearest)):
        mx, my = table.mounts[row, sensor, 0], table.mounts[row, sensor, 1]
        x = scene.x[robot] + cos * mx - sin * my
        y = scene.y[robot] + sin * mx + cos * my
        across = sx * (y - segment.y1) - sy * (x - segment.x1)
        if across * across > too_far:
            continue
        for k in range(table.n_rays[row]):
            rx, ry = table.rays[row, sensor, k, 0], table.rays[row, sensor, k, 1]
            ray = Ray(x, y, cos * rx - sin * ry, sin * rx + cos * ry)
            nearest[sensor, k] = min(nearest[sensor, k], ray_segment(ray, segment))


def see_circle(scene: Scene, robot: int, table: ModelTable, circle: Circle, nearest: Floats) -> None:
    """Shorten the rays of a robot that meet this other robot or round obstacle."""
    row = scene.model[robot]
    cos, sin = math.cos(scene.theta[robot]), math.sin(scene.theta[robot])
    near = table.law[row, 0] + circle.radius
    for sensor in range(len(nearest)):
        mx, my = table.mounts[row, sensor, 0], table.mounts[row, sensor, 1]
        x = scene.x[robot] + cos * mx - sin * my
        y = scene.y[robot] + sin * mx + cos * my
        if (circle.x - x) * (circle.x - x) + (circle.y - y) * (circle.y - y) > near * near:
            continue
        for k in range(table.n_rays[row]):
            rx, ry = table.rays[row, sensor, k, 0], table.rays[row, sensor, k, 1]
            ray = Ray(x, y, cos * rx - sin * ry, sin * rx + cos * ry)
            nearest[sensor, k] = min(nearest[sensor, k], ray_circle(ray, circle.x, circle.y, circle.radius))
