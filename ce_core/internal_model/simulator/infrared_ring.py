"""What the ring of infrared sensors of one robot reads between walls and other robots.

The rays of `sensors/rays.py`, for all sensors of a robot at once and in the robot's own frame, where the rays
stand still. Instead of the fraction t of its reach at which a ray meets something, 1/t^2 is
kept, its closeness: the infrared law needs nothing else. Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ce_core.internal_model.draw import FIRST_SENSOR
from ce_core.internal_model.robot_model.model_table import Floats, ModelTable
from ce_core.internal_model.sensors.rays import Ray, Segment, ray_segment
from ce_core.internal_model.simulator.gaussian import factor
from ce_core.internal_model.simulator.neighbours import Neighbours, from_wall, n_things, thing_at
from ce_core.internal_model.simulator.scene import Integers, Scene

SLACK = 2e-9
"""What rounding may add to a distance, and bodies may overlap [m]."""

TOUCHING = 1e30
"""Closeness of what a sensor touches."""


LANES = 8
"""Rays that a processor works on at once, at most: places for rays come in multiples of it."""


class Ring(NamedTuple):
    """The sensors of M models as seen from the robot's centre, x ahead, and the space to read them.

    There are P places for the N rays of a sensor; a ray in an unused place has no length and meets nothing.
    """

    mount_x: Floats
    """(M, S) where each sensor sits [m]"""
    mount_y: Floats
    """(M, S)"""
    axis_x: Floats
    """(M, S) where it looks, a unit vector"""
    axis_y: Floats
    """(M, S)"""
    ray_x: Floats
    """(M, S, P) from each sensor to the end of each ray [m]"""
    ray_y: Floats
    """(M, S, P)"""
    spread: Floats
    """(M, S) how far the ends of a sensor's rays are from the end of its axis, at most [m]"""
    cos_kappa: Floats
    """(M, P)"""
    reach: Floats
    """(M,) [m]"""
    gain: Floats
    """(M,) c1 / reach^2 of the infrared law"""
    offset: Floats
    """(M,) c2 of the infrared law"""
    n_sensors: Integers
    """(M,)"""
    n_rays: Integers
    """(M,)"""
    closeness: Floats
    """(S, P) of the robot that is reading; 0 for what its rays do not meet, and before it begins"""
    activation: Floats
    """(P,) of the rays of one sensor"""
    looks: Integers
    """(S,) 1 where a sensor of the robot that is reading may see something, else 0"""
    ir: Floats
    """(S,) what it reads"""


class Here(NamedTuple):
    """The robot that is reading."""

    x: float
    y: float
    cos: float
    sin: float
    row: int
    """Of its model."""


def ring_of(table: ModelTable) -> Ring:
    """Write the sensors of all models as the functions below read them."""
    ends = table.rays.sum(axis=2)
    length = np.hypot(ends[..., 0], ends[..., 1])
    axes = ends / np.where(length > 0.0, length, 1.0)[..., None]
    reach = table.law[:, 0]
    tips = table.rays - reach[:, None, None, None] * axes[:, :, None]
    n_sensors, n_rays = table.rays.shape[1:3]
    unused = -n_rays % LANES
    rays = np.pad(table.rays, ((0, 0), (0, 0), (0, unused), (0, 0)))
    return Ring(
        mount_x=table.mounts[..., 0].copy(),
        mount_y=table.mounts[..., 1].copy(),
        axis_x=axes[..., 0].copy(),
        axis_y=axes[..., 1].copy(),
        ray_x=rays[..., 0].copy(),
        ray_y=rays[..., 1].copy(),
        spread=np.hypot(tips[..., 0], tips[..., 1]).max(axis=2, initial=0.0) + 1e-9,
        cos_kappa=np.pad(table.cos_kappa, ((0, 0), (0, unused))),
        reach=reach.copy(),
        gain=table.law[:, 1] / np.where(reach > 0.0, reach * reach, 1.0),
        offset=table.law[:, 2].copy(),
        n_sensors=np.count_nonzero(length > 0.0, axis=1).astype(np.int64),
        n_rays=table.n_rays,
        closeness=np.zeros((n_sensors, n_rays + unused)),
        activation=np.empty(n_rays + unused),
        looks=np.zeros(n_sensors, dtype=np.int64),
        ir=np.empty(n_sensors),
    )


def another_reader(ring: Ring) -> Ring:
    """Share the sensors, not the space to read them: for another thread."""
    return ring._replace(
        closeness=np.zeros(ring.closeness.shape),
        activation=np.empty(ring.activation.shape),
        looks=np.zeros(ring.looks.shape, dtype=np.int64),
        ir=np.empty(ring.ir.shape),
    )


def cast_rays_of(
    scene: Scene, table: ModelTable, near: Neighbours, ring: Ring, robot: int, here: Here
) -> bool:
    """Find what each ray of a robot meets; return False, without, if nothing is in sight.

    Also notes until when the robot has nothing in sight, and until when it touches nothing.
    """
    anything = False
    n_walls, n_still = len(scene.walls), len(scene.walls) + len(scene.circles)
    sight, radius = near.sight[here.row], table.radius[here.row]
    unseen = untouched = math.inf
    for place in range(n_things(scene, near, robot)):
        thing = thing_at(scene, near, robot, place)
        size, share = 0.0, 1.0
        if thing < n_walls:
            dx, dy = from_wall(here.x, here.y, scene.walls, thing)
        elif thing < n_still:
            dx = scene.circles[thing - n_walls, 0] - here.x
            dy = scene.circles[thing - n_walls, 1] - here.y
            size = scene.circles[thing - n_walls, 2]
        elif thing != n_still + robot:
            dx = scene.x[thing - n_still] - here.x
            dy = scene.y[thing - n_still] - here.y
            size, share = table.radius[scene.model[thing - n_still]], 0.5  # it may come towards us
        else:
            continue
        distance = math.sqrt(dx * dx + dy * dy) - size
        untouched = min(untouched, share * (distance - radius))
        unseen = min(unseen, share * (distance - sight))
        if distance < sight:
            anything = True
            if thing < n_walls:
                see_wall(ring, here, scene.walls, thing, sight)
            else:
                see_circle(ring, here, dx, dy, size)
    odometer = near.odometer[scene.room[robot]]
    near.wake[robot] = odometer + max(unseen - SLACK, 0.0)
    near.touch[robot] = odometer + max(untouched - SLACK, 0.0)
    return anything


def see_wall(ring: Ring, here: Here, walls: Floats, wall: int, sight: float) -> None:
    """Bring the rays closer that meet this wall."""
    row = here.row
    ux, uy, length = walls[wall, 4], walls[wall, 5], walls[wall, 6]
    fx, fy = here.x - walls[wall, 0], here.y - walls[wall, 1]
    across, along = ux * fy - uy * fx, ux * fx + uy * fy
    wide = sight <= along and along <= length - sight  # no ray can pass beside its ends
    # The unit vector from the robot straight to the wall, in the robot's frame.
    side = 1.0 if across > 0.0 else -1.0
    nx = side * (here.cos * uy - here.sin * ux)
    ny = -side * (here.sin * uy + here.cos * ux)
    away, reach = abs(across), ring.reach[row]
    for sensor in range(ring.n_sensors[row]):
        height = away - (nx * ring.mount_x[row, sensor] + ny * ring.mount_y[row, sensor])
        facing = nx * ring.axis_x[row, sensor] + ny * ring.axis_y[row, sensor]
        if height - reach * facing > ring.spread[row, sensor]:
            continue
        ring.looks[sensor] = 1
        if wide and height > 1e-9:
            squared = 1.0 / (height * height)
            for ray in range(ring.closeness.shape[1]):
                towards = nx * ring.ray_x[row, sensor, ray] + ny * ring.ray_y[row, sensor, ray]
                towards = max(towards, 0.0)
                closeness = towards * towards * squared
                ring.closeness[sensor, ray] = max(ring.closeness[sensor, ray], closeness)
        else:
            see_end_of_wall(ring, here, walls, wall, sensor)


def see_end_of_wall(ring: Ring, here: Here, walls: Floats, wall: int, sensor: int) -> None:
    """Bring the rays of one sensor closer that meet this wall: wherever they meet it, from either side."""
    row = here.row
    segment = Segment(walls[wall, 0], walls[wall, 1], walls[wall, 2], walls[wall, 3])
    mx, my = ring.mount_x[row, sensor], ring.mount_y[row, sensor]
    x = here.x + here.cos * mx - here.sin * my
    y = here.y + here.sin * mx + here.cos * my
    for k in range(ring.n_rays[row]):
        rx, ry = ring.ray_x[row, sensor, k], ring.ray_y[row, sensor, k]
        t = ray_segment(Ray(x, y, here.cos * rx - here.sin * ry, here.sin * rx + here.cos * ry), segment)
        closeness = 1.0 / (t * t) if t > 1e-9 else TOUCHING
        ring.closeness[sensor, k] = max(ring.closeness[sensor, k], closeness)


def see_circle(ring: Ring, here: Here, dx: float, dy: float, radius: float) -> None:
    """Bring the rays closer that meet this robot or round obstacle, whose centre is (dx, dy) away [m]."""
    row = here.row
    cx, cy = here.cos * dx + here.sin * dy, here.cos * dy - here.sin * dx
    reach = ring.reach[row]
    for sensor in range(ring.n_sensors[row]):
        fx, fy = cx - ring.mount_x[row, sensor], cy - ring.mount_y[row, sensor]
        ax, ay = ring.axis_x[row, sensor], ring.axis_y[row, sensor]
        wide = radius + ring.spread[row, sensor]
        if abs(fx * ay - fy * ax) > wide or abs(fx * ax + fy * ay) > reach + wide:
            continue
        ring.looks[sensor] = 1
        outside = fx * fx + fy * fy - radius * radius
        squared = 1.0 / (outside * outside) if outside > 0.0 else 0.0
        for ray in range(ring.closeness.shape[1]):
            rx, ry = ring.ray_x[row, sensor, ray], ring.ray_y[row, sensor, ray]
            towards = fx * rx + fy * ry
            inside = towards * towards - (rx * rx + ry * ry) * outside
            root = towards + math.sqrt(max(inside, 0.0))
            closeness = root * root * squared if towards > 0.0 and inside >= 0.0 else 0.0
            closeness = closeness if outside > 0.0 else TOUCHING
            ring.closeness[sensor, ray] = max(ring.closeness[sensor, ray], closeness)


def apply_law(ring: Ring, row: int, noise: float, key: int) -> None:
    """Turn closeness into activation (S,): `ray_activation` with c1 / d^2 = gain * closeness.

    With noise, each reading S becomes S N(1, noise), at most 1 (lecture, Noise); key is that of the step.
    The ring is empty afterwards, for the next robot that reads.
    """
    gain, offset, n_rays = ring.gain[row], ring.offset[row], ring.n_rays[row]
    for sensor in range(len(ring.ir)):
        total = 0.0
        if ring.looks[sensor] == 1:
            for ray in range(ring.closeness.shape[1]):
                rho = (gain * ring.closeness[sensor, ray] + offset) * ring.cos_kappa[row, ray]
                ring.activation[ray] = max(min(rho, 1.0), 0.0)
                ring.closeness[sensor, ray] = 0.0
            for ray in range(n_rays):
                total += ring.activation[ray]
            total /= n_rays
            ring.looks[sensor] = 0
            if noise > 0.0:
                total = min(total * factor(noise, key, FIRST_SENSOR + sensor), 1.0)
        ring.ir[sensor] = total
