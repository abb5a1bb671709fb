"""Where a ray first meets a wall or another robot (lecture, Obtaining ray readings).

Every function answers with t, the fraction of the ray's reach: t = 0 at its start, t = 1 at its end, MISS
where it meets nothing. The scalar functions are plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

MISS = math.inf

TOUCH = 1e-9
"""Rounding allowed in t and u, so that a sensor pressed onto a wall sees it and corners do not leak."""


class Ray(NamedTuple):
    """From a starting point P_a to its end P_b = P_a + D (cos beta, sin beta)."""

    x: float
    """[m]"""
    y: float
    """[m]"""
    dx: float
    """D cos beta [m]"""
    dy: float
    """D sin beta [m]"""


class Segment(NamedTuple):
    """A wall between two points [m]."""

    x1: float
    y1: float
    x2: float
    y2: float


def ray_segment(ray: Ray, wall: Segment) -> float:
    """Return t where the ray meets the wall: the lecture's t and u, both within [0, 1]."""
    sx = wall.x2 - wall.x1
    sy = wall.y2 - wall.y1
    denominator = sy * ray.dx - sx * ray.dy
    if denominator == 0.0:
        return MISS  # parallel
    fx = ray.x - wall.x1
    fy = ray.y - wall.y1
    t = (sx * fy - sy * fx) / denominator
    u = (ray.dx * fy - ray.dy * fx) / denominator
    if t < -TOUCH or t > 1.0 or u < -TOUCH or u > 1.0 + TOUCH:
        return MISS
    return max(t, 0.0)


def ray_circle(ray: Ray, x: float, y: float, radius: float) -> float:
    """Return t where the ray enters the circle around (x, y); 0 if it starts inside."""
    fx = ray.x - x
    fy = ray.y - y
    outside = fx * fx + fy * fy - radius * radius
    if outside <= 0.0:
        return 0.0
    towards = -(fx * ray.dx + fy * ray.dy)
    if towards <= 0.0:
        return MISS
    length_squared = ray.dx * ray.dx + ray.dy * ray.dy
    discriminant = towards * towards - length_squared * outside
    if discriminant < 0.0:
        return MISS
    t = outside / (towards + math.sqrt(discriminant))
    return t if t <= 1.0 else MISS


def cast_rays(
    rays: NDArray[np.float64], segments: NDArray[np.float64], circles: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return t of the first thing each ray meets: `ray_segment` and `ray_circle` for many rays at once.

    rays (n, 4): x, y, dx, dy; segments (m, 4): x1, y1, x2, y2; circles (k, 3): x, y, radius; all [m].
    """
    nearest = np.full(len(rays), MISS)
    x, y, dx, dy = (column[:, None] for column in rays.T)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        if len(segments):
            x1, y1, x2, y2 = segments.T
            sx, sy, fx, fy = x2 - x1, y2 - y1, x - x1, y - y1
            denominator = sy * dx - sx * dy
            t = (sx * fy - sy * fx) / denominator
            u = (dx * fy - dy * fx) / denominator
            hit = (denominator != 0.0) & (t >= -TOUCH) & (t <= 1.0) & (u >= -TOUCH) & (u <= 1.0 + TOUCH)
            nearest = np.minimum(nearest, np.where(hit, np.maximum(t, 0.0), MISS).min(axis=1))
        if len(circles):
            cx, cy, radius = circles.T
            fx, fy = x - cx, y - cy
            outside = fx * fx + fy * fy - radius * radius
            towards = -(fx * dx + fy * dy)
            discriminant = towards * towards - (dx * dx + dy * dy) * outside
            t = outside / (towards + np.sqrt(discriminant))
            hit = (towards > 0.0) & (discriminant >= 0.0) & (t <= 1.0)
            t = np.where(outside <= 0.0, 0.0, np.where(hit, t, MISS))
            nearest = np.minimum(nearest, t.min(axis=1))
    return nearest
