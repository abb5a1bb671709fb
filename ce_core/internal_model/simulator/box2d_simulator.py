"""The internal simulation with Box2D rigid bodies: the reference for contacts, with Box2D's own ray casts.

Sensing, control and motors are the functions that all simulators share. What differs is who moves the bodies,
who keeps them apart, and who says where a ray ends. Box2D computes in single precision.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ce_core.internal_model.angles import cos_sin
from ce_core.internal_model.draw import ALWAYS, FIRST_SENSOR, LEFT_BIAS, LEFT_MOTOR, RIGHT_BIAS, RIGHT_MOTOR
from ce_core.internal_model.robot_controller.action import Action
from ce_core.internal_model.robot_controller.controller import CONTROL_PERIOD, control, encode
from ce_core.internal_model.robot_controller.sub_action import Senses, Wheels
from ce_core.internal_model.robot_model import ROBOT_MODELS, RobotModel
from ce_core.internal_model.robot_model.model_table import Floats
from ce_core.internal_model.sensors.infrared import ray_activation
from ce_core.internal_model.simulator.batch import check_batch, n_steps
from ce_core.internal_model.simulator.gaussian import factor, robot_key, step_key
from ce_core.internal_model.simulator.motion import accelerate
from ce_core.internal_model.simulator.noise import WorldNoise, relative_error, seed_key
from ce_core.internal_model.simulator.request_checks import arena_of
from ce_core.internal_model.simulator.simulator import SimRequest, SimulationError, Trajectory

SCALE = 10.0
"""Box2D is made for things of 0.1 to 10 units, and lets bodies overlap by 0.005: one unit is 10 cm here."""

ITERATIONS = (8, 8)
"""Of Box2D's solver in one step, for velocities and for positions."""


class Box2DSimulator:
    """Simulates one request after the other; for robots on wheels."""

    def __init__(self, noise: WorldNoise | None = None) -> None:
        self._noise = noise or WorldNoise()

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        """Simulate every request, in order; raise SimulationError for a request that is wrong."""
        check_batch(requests)
        for index, request in enumerate(requests):
            for robot, name in zip(request.robots, request.models, strict=True):
                model = ROBOT_MODELS[name]
                if model.holonomic or model.dynamics is not None or model.stalls:
                    raise SimulationError(
                        f"request {index}: model of {robot!r}: {name!r} is not moved by Box2D here; "
                        "expected a robot on wheels that neither has mass nor stalls"
                    )
        return [self._simulate(request) for request in requests]

    def _simulate(self, request: SimRequest) -> Trajectory:
        world = _World(request)
        n_robots, key = len(request.robots), seed_key(request.seed)
        robots = [
            _Robot(ROBOT_MODELS[name], action, key, robot, self._noise)
            for robot, (name, action) in enumerate(zip(request.models, request.actions, strict=True))
        ]
        speeds = request.velocities.tolist()
        poses = np.empty((n_robots, n_steps(request.duration) + 1, 3))
        poses[:, 0] = request.poses
        for step in range(poses.shape[1] - 1):
            now = poses[:, step].tolist()
            readings = [world.infrared(robot, robots[robot].model, now[robot]) for robot in range(n_robots)]
            for robot, body in enumerate(robots):
                speeds[robot] = body.drive(readings[robot], now[robot], speeds[robot], step)
            poses[:, step + 1] = world.move(now, speeds)
        return Trajectory(request.robots, CONTROL_PERIOD, poses)


class _Robot:
    """One robot's controller, motors and noise."""

    def __init__(self, model: RobotModel, action: Action, key: int, robot: int, noise: WorldNoise) -> None:
        self.model = model
        self._noise, self._body = noise, model.drive()
        self._kinds, self._arguments = encode(action)
        self._key = robot_key(key, robot)
        self._bias = [
            relative_error(noise.motor_bias, key, robot, ALWAYS, channel) * (1.0 - noise.slip)
            for channel in (LEFT_BIAS, RIGHT_BIAS)
        ]

    def drive(self, ir: Floats, pose: list[float], speeds: list[float], step: int) -> list[float]:
        """Return the speed [m/s] and turn rate [rad/s] after one control step."""
        key = step_key(self._key, step)
        if self._noise.infrared > 0.0:
            errors = [factor(self._noise.infrared, key, FIRST_SENSOR + k) for k in range(len(ir))]
            ir = np.minimum(ir * errors, 1.0)
        wheels = control(self._kinds, self._arguments, Senses(ir, pose[0], pose[1], pose[2]), self._body)
        left, right = wheels.left * self._bias[0], wheels.right * self._bias[1]
        if self._noise.motor > 0.0:
            left *= factor(self._noise.motor, key, LEFT_MOTOR)
            right *= factor(self._noise.motor, key, RIGHT_MOTOR)
        change = self.model.max_acceleration * CONTROL_PERIOD
        return list(accelerate(speeds[0], speeds[1], Wheels(left, right), self.model.wheel_base, change))


class _World:
    """The bodies of one request in Box2D, without friction or bounce."""

    def __init__(self, request: SimRequest) -> None:
        import Box2D  # here, so that only its users load it

        self._nearest, self._others, self._box = _nearest_hit(Box2D), _others(Box2D), Box2D.b2AABB
        arena = arena_of(request.world)
        self._world = Box2D.b2World(gravity=(0.0, 0.0), doSleep=False)
        ground = self._world.CreateStaticBody()
        for x1, y1, x2, y2 in (arena.segments * SCALE).tolist():
            ground.CreateEdgeFixture(vertices=[(x1, y1), (x2, y2)], friction=0.0)
        for x, y, radius in (arena.circles * SCALE).tolist():
            ground.CreateCircleFixture(pos=(x, y), radius=radius, friction=0.0)
        self._bodies = []
        for name, (x, y, theta) in zip(request.models, request.poses.tolist(), strict=True):
            body = self._world.CreateDynamicBody(position=(x * SCALE, y * SCALE), angle=theta)
            body.CreateCircleFixture(radius=ROBOT_MODELS[name].radius * SCALE, density=1.0, friction=0.0)
            self._bodies.append(body)

    def infrared(self, robot: int, model: RobotModel, pose: list[float]) -> Floats:
        """Return the activation of a robot's infrared sensors, (S,)."""
        ring = model.infrared_ring
        readings = np.zeros(len(model.avoid_left))
        if ring is None or self._alone(robot, pose, ring.radius + ring.law.reach):
            return readings
        law = ring.law
        for sensor, axis in enumerate(ring.angles):
            cos, sin = cos_sin(pose[2] + axis)
            x, y = pose[0] + ring.radius * cos, pose[1] + ring.radius * sin
            total = 0.0
            for kappa in law.ray_angles:
                cos, sin = cos_sin(pose[2] + axis + kappa)
                t = self._cast(robot, x, y, law.reach * cos, law.reach * sin)
                if t <= 1.0:
                    total += ray_activation(t * law.reach, cos_sin(kappa)[0], law.c1, law.c2)
            readings[sensor] = total / law.rays
        return readings

    def _alone(self, robot: int, pose: list[float], sight: float) -> bool:
        """Tell whether Box2D's tree knows of nothing else in the square that a robot can see."""
        x, y, half = pose[0] * SCALE, pose[1] * SCALE, sight * SCALE
        found = self._others(self._bodies[robot])
        box = self._box(lowerBound=(x - half, y - half), upperBound=(x + half, y + half))
        self._world.QueryAABB(found, box)
        return not found.any

    def _cast(self, robot: int, x: float, y: float, dx: float, dy: float) -> float:
        """Return the fraction of a ray after which it meets something, infinity if nothing."""
        hit = self._nearest(self._bodies[robot])
        start = (x * SCALE, y * SCALE)
        self._world.RayCast(hit, start, (start[0] + dx * SCALE, start[1] + dy * SCALE))
        return float(hit.t)

    def move(self, poses: list[list[float]], speeds: list[list[float]]) -> Floats:
        """Advance by one control step along the headings at its beginning (lecture); return poses (R, 3)."""
        for body, pose, (v, omega) in zip(self._bodies, poses, speeds, strict=True):
            cos, sin = cos_sin(pose[2])
            body.linearVelocity = (v * cos * SCALE, v * sin * SCALE)
            body.angularVelocity = omega
        self._world.Step(CONTROL_PERIOD, *ITERATIONS)
        return np.array([(b.position[0] / SCALE, b.position[1] / SCALE, b.angle) for b in self._bodies])


@lru_cache(maxsize=1)
def _nearest_hit(box2d: Any) -> Any:
    """Make the class of Box2D callbacks that remember where a ray first meets another body."""

    class NearestHit(box2d.b2RayCastCallback):  # type: ignore[misc]
        def __init__(self, own: Any) -> None:
            box2d.b2RayCastCallback.__init__(self)
            self.own, self.t = own, np.inf

        def ReportFixture(self, fixture: Any, point: Any, normal: Any, fraction: float) -> float:  # noqa: N802
            if fixture.body == self.own:
                return -1.0  # go on as if it were not there
            self.t = fraction
            return fraction  # nothing behind this matters

    return NearestHit


@lru_cache(maxsize=1)
def _others(box2d: Any) -> Any:
    """Make the class of Box2D callbacks that say whether another body is in a box."""

    class Others(box2d.b2QueryCallback):  # type: ignore[misc]
        def __init__(self, own: Any) -> None:
            box2d.b2QueryCallback.__init__(self)
            self.own, self.any = own, False

        def ReportFixture(self, fixture: Any) -> bool:  # noqa: N802
            self.any = fixture.body != self.own
            return not self.any

    return Others
