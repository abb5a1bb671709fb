"""A laser robot between walls: what stands in for the laboratory of paper 3.

Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ce_core.identified_environment.environment_table import Beams
from ce_core.identified_environment.grid import Floats
from ce_core.internal_model.sensors.rays import Ray, Segment, ray_segment
from ce_core.internal_model.simulator.noise import gaussian, mix

RANGE_CHANNEL = 1_000
SPECULAR_CHANNEL = 2_000


class LaserWorld(NamedTuple):
    """Walls, and how the sensor errs."""

    segments: Floats
    """(W, 4) x1, y1, x2, y2 [m]"""
    max_range: float
    """[m]"""
    range_noise: float
    """standard deviation of a reading [m]"""
    specular: float
    """part of all readings that are taken after one reflection more than there should be"""


def uniform(key: int, step: int, channel: int) -> float:
    """Draw from [0, 1); the same three numbers always draw the same."""
    return mix(mix(mix(key ^ 0x2545F491) ^ (step + 1)) ^ (channel + 7)) / 4294967296.0


def measure_scan(
    world: LaserWorld, x: float, y: float, theta: float, beams: Beams, key: int, step: int, scan: Floats
) -> None:
    """Write the range [m] that each beam reads, with noise (B,); max_range where it meets nothing."""
    cos_theta, sin_theta = math.cos(theta), math.sin(theta)
    for beam in range(len(scan)):
        dx = world.max_range * (cos_theta * beams.cos[beam] - sin_theta * beams.sin[beam])
        dy = world.max_range * (sin_theta * beams.cos[beam] + cos_theta * beams.sin[beam])
        strays = world.specular > 0.0 and uniform(key, step, SPECULAR_CHANNEL + beam) < world.specular
        reading = measure_range(world, Ray(x, y, dx, dy), strays)
        if world.range_noise > 0.0:
            reading += world.range_noise * gaussian(key, 0, step, RANGE_CHANNEL + beam)
        scan[beam] = min(max(reading, 0.0), world.max_range)


def measure_range(world: LaserWorld, ray: Ray, strays: bool) -> float:
    """Return how far the ray goes [m]; if it strays, on to what it meets after one reflection."""
    wall, t = first_wall(world, ray, -1)
    if wall < 0:
        return world.max_range
    if not strays:
        return t * world.max_range
    sx = world.segments[wall, 2] - world.segments[wall, 0]
    sy = world.segments[wall, 3] - world.segments[wall, 1]
    length = math.sqrt(sx * sx + sy * sy)
    nx, ny = -sy / length, sx / length
    towards = ray.dx * nx + ray.dy * ny
    away = Ray(
        ray.x + t * ray.dx, ray.y + t * ray.dy, ray.dx - 2.0 * towards * nx, ray.dy - 2.0 * towards * ny
    )
    after, t_after = first_wall(world, away, wall)
    if after < 0:
        return world.max_range
    return (t + t_after) * world.max_range


def first_wall(world: LaserWorld, ray: Ray, ignored: int) -> tuple[int, float]:
    """Return the wall that a ray meets first, -1 if none, and after which part of the ray."""
    nearest, found = math.inf, -1
    for wall in range(len(world.segments)):
        if wall != ignored:
            t = ray_segment(
                ray,
                Segment(
                    world.segments[wall, 0],
                    world.segments[wall, 1],
                    world.segments[wall, 2],
                    world.segments[wall, 3],
                ),
            )
            if t < nearest:
                nearest, found = t, wall
    return found, nearest


def push_off_walls(world: LaserWorld, radius: float, position: Floats) -> int:
    """Move a round robot out of the walls that it has run into, in place; return how many it touches."""
    touched = 0
    for wall in range(len(world.segments)):
        x1, y1 = world.segments[wall, 0], world.segments[wall, 1]
        sx, sy = world.segments[wall, 2] - x1, world.segments[wall, 3] - y1
        along = ((position[0] - x1) * sx + (position[1] - y1) * sy) / (sx * sx + sy * sy)
        along = min(max(along, 0.0), 1.0)
        dx, dy = position[0] - (x1 + along * sx), position[1] - (y1 + along * sy)
        distance = math.sqrt(dx * dx + dy * dy)
        if 0.0 < distance < radius:
            position[0] += dx / distance * (radius - distance)
            position[1] += dy / distance * (radius - distance)
            touched += 1
    return touched
