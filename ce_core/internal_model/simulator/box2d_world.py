"""Robots and walls as Box2D bodies: it moves them, keeps them apart and casts the rays of their sensors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ce_core.internal_model.robot_model import RobotModel
from ce_core.internal_model.robot_model.model_table import Floats
from ce_core.internal_model.sensors.infrared import InfraredRing, ray_activation
from ce_core.internal_model.sensors.rays import MISS
from ce_core.internal_model.world_model.arena import Arena

Pose = tuple[float, float, float]
"""x [m], y [m], theta [rad]"""

SCALE = 10.0
"""Box2D is made for things of 0.1 to 10 units, and lets bodies overlap by 0.005: one unit is 10 cm here."""

ITERATIONS = (8, 3)
"""Of Box2D's solver in one step, for velocities and for positions, as its manual advises."""

SLACK = 1e-4
"""What single precision may add to a distance, in units of Box2D: 10 micrometres."""


class _Eye(NamedTuple):
    """One infrared sensor in the robot's frame, in units of Box2D."""

    x: float
    y: float
    rays: list[tuple[float, float, float]]
    """Where each ray ends, x and y, and cos kappa."""
    middle_x: float
    middle_y: float
    size: float
    """Of the disc around `middle` that holds all rays."""


class _Eyes(NamedTuple):
    """The infrared sensors of a robot."""

    eyes: tuple[_Eye, ...]
    sight: float
    """How far from the robot's centre they see, in units of Box2D."""
    reach: float
    """[m]"""
    c1: float
    c2: float


class _Line(NamedTuple):
    """The line of a wall: nx x + ny y + offset is how far a point is from it."""

    nx: float
    ny: float
    offset: float


class _Disc(NamedTuple):
    """A round obstacle or a robot."""

    x: float
    y: float
    radius: float


class Box2DWorld:
    """The bodies of one world, without friction or bounce."""

    def __init__(self, arena: Arena, models: Sequence[RobotModel], poses: Floats) -> None:
        """Put robots at poses (R, 3): x [m], y [m], theta [rad]."""
        import Box2D  # here, so that only its users load it

        self._hit, self._around = (kind() for kind in _callbacks(Box2D))
        self._box = Box2D.b2AABB()
        self._world = Box2D.b2World(gravity=(0.0, 0.0), doSleep=False)
        ground = self._world.CreateStaticBody()
        for x1, y1, x2, y2 in (arena.segments * SCALE).tolist():
            edge = ground.CreateEdgeFixture(vertices=[(x1, y1), (x2, y2)], friction=0.0)
            length = math.hypot(x2 - x1, y2 - y1)
            nx, ny = (y1 - y2) / length, (x2 - x1) / length
            edge.userData = _Line(nx, ny, -(nx * x1 + ny * y1))
        for x, y, radius in (arena.circles * SCALE).tolist():
            pillar = ground.CreateCircleFixture(pos=(x, y), radius=radius, friction=0.0)
            pillar.userData = _Disc(x, y, radius)
        self._bodies = []
        self._eyes = [_eyes(model.infrared_ring) for model in models]
        self._radii = [model.radius * SCALE for model in models]
        for robot, (x, y, theta) in enumerate(poses.tolist()):
            body = self._world.CreateDynamicBody(position=(x * SCALE, y * SCALE), angle=theta)
            disc = body.CreateCircleFixture(radius=self._radii[robot], density=1.0, friction=0.0)
            disc.userData = robot
            self._bodies.append(body)

    def infrared(self, robot: int, poses: Sequence[Pose]) -> list[float]:
        """Return the activation of a robot's infrared sensors, (S,); empty if nothing is in sight."""
        eyes, half, reach, c1, c2 = self._eyes[robot]
        x, y, theta = poses[robot]
        x, y = x * SCALE, y * SCALE
        self._box.lowerBound = (x - half, y - half)
        self._box.upperBound = (x + half, y + half)
        things = self._around.things = []
        self._world.QueryAABB(self._around, self._box)
        things.remove(robot)
        if not things:
            return []
        cos, sin = math.cos(theta), math.sin(theta)
        lines = [thing for thing in things if type(thing) is _Line]
        discs = [thing for thing in things if type(thing) is _Disc]
        for k in things:
            if type(k) is int:
                discs.append(_Disc(poses[k][0] * SCALE, poses[k][1] * SCALE, self._radii[k]))
        hit, cast = self._hit, self._world.RayCast
        readings = []
        for eye in eyes:
            total = 0.0
            middle = (
                x + cos * eye.middle_x - sin * eye.middle_y,
                y + sin * eye.middle_x + cos * eye.middle_y,
            )
            if _any_within(*middle, eye.size, lines, discs):
                start = (x + cos * eye.x - sin * eye.y, y + sin * eye.x + cos * eye.y)
                for end_x, end_y, cos_kappa in eye.rays:
                    hit.t = MISS
                    cast(hit, start, (x + cos * end_x - sin * end_y, y + sin * end_x + cos * end_y))
                    if hit.t <= 1.0:
                        total += ray_activation(hit.t * reach, cos_kappa, c1, c2)
            readings.append(total / len(eye.rays))
        return readings

    def move(
        self, poses: Sequence[Pose], speeds: Sequence[tuple[float, float]], time_step: float
    ) -> list[Pose]:
        """Advance by one time step [s] along the headings at its beginning (lecture); return poses."""
        for body, (_, _, theta), (v, omega) in zip(self._bodies, poses, speeds, strict=True):
            body.linearVelocity = (v * math.cos(theta) * SCALE, v * math.sin(theta) * SCALE)
            body.angularVelocity = omega
        self._world.Step(time_step, *ITERATIONS)
        found = []
        for body in self._bodies:
            x, y = body.position
            found.append((x / SCALE, y / SCALE, body.angle))
        return found


def _any_within(x: float, y: float, size: float, lines: Sequence[_Line], discs: Sequence[_Disc]) -> bool:
    """Tell whether a wall's line or a disc reaches into the disc around (x, y)."""
    for nx, ny, offset in lines:
        if abs(nx * x + ny * y + offset) <= size:
            return True
    for cx, cy, radius in discs:
        dx, dy, apart = cx - x, cy - y, radius + size
        if dx * dx + dy * dy <= apart * apart:
            return True
    return False


@lru_cache(maxsize=64)
def _eyes(ring: InfraredRing | None) -> _Eyes:
    """Write the sensors of a ring as `infrared` reads them."""
    if ring is None:
        return _Eyes((), 0.0, 0.0, 0.0, 0.0)
    law = ring.law
    cosines = np.cos(law.ray_angles)
    eyes = []
    for fan in (ring.rays() * SCALE).reshape(ring.n_places, -1, 4):
        (x, y), ends = fan[0, :2].tolist(), fan[:, :2] + fan[:, 2:]
        middle_x, middle_y = (fan[0, :2] + 0.5 * fan[:, 2:].mean(axis=0)).tolist()
        corners = np.vstack((fan[:1, :2], ends)) - (middle_x, middle_y)
        size = float(np.hypot(corners[:, 0], corners[:, 1]).max()) + SLACK
        eyes.append(_Eye(x, y, np.column_stack((ends, cosines)).tolist(), middle_x, middle_y, size))
    return _Eyes(tuple(eyes), (ring.radius + law.reach) * SCALE, law.reach, law.c1, law.c2)


@lru_cache(maxsize=1)
def _callbacks(box2d: Any) -> tuple[Any, Any]:
    """Make the classes that Box2D calls: where a ray first meets something, and what is in a box."""

    class NearestHit(box2d.b2RayCastCallback):  # type: ignore[misc]
        t = MISS

        def ReportFixture(self, fixture: Any, point: Any, normal: Any, fraction: float) -> float:  # noqa: N802
            # Never the robot's own disc: Box2D does not see a circle from inside, and rays lead outwards.
            self.t = fraction
            return fraction  # nothing behind this matters

    class Around(box2d.b2QueryCallback):  # type: ignore[misc]
        def ReportFixture(self, fixture: Any) -> bool:  # noqa: N802
            self.things.append(fixture.userData)
            return True

    return NearestHit, Around
