"""The internal simulation with Box2D rigid bodies: the reference for contacts, with Box2D's own ray casts.

Control and motors are the functions that all simulators share. What differs is who moves the bodies, who
keeps them apart, and who says where a ray ends (`box2d_world.py`). Box2D computes in single precision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ce_core.internal_model.draw import ALWAYS, FIRST_SENSOR, LEFT_BIAS, LEFT_MOTOR, RIGHT_BIAS, RIGHT_MOTOR
from ce_core.internal_model.robot_controller.action import Action
from ce_core.internal_model.robot_controller.controller import CONTROL_PERIOD, NO_SUB_ACTION, control, encode
from ce_core.internal_model.robot_controller.sub_action import Drive, Senses, Wheels
from ce_core.internal_model.robot_model import ROBOT_MODELS, RobotModel
from ce_core.internal_model.simulator.batch import check_batch, n_steps
from ce_core.internal_model.simulator.box2d_world import Box2DWorld, Pose
from ce_core.internal_model.simulator.gaussian import factor, robot_key, step_key
from ce_core.internal_model.simulator.motion import accelerate
from ce_core.internal_model.simulator.noise import WorldNoise, relative_error, seed_key
from ce_core.internal_model.simulator.request_checks import arena_of
from ce_core.internal_model.simulator.simulator import SimRequest, SimulationError, Trajectory


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
        models = [ROBOT_MODELS[name] for name in request.models]
        world = Box2DWorld(arena_of(request.world), models, request.poses)
        key = seed_key(request.seed, request.scenario)
        robots = [
            _Robot(model, action, key, robot, self._noise)
            for robot, (model, action) in enumerate(zip(models, request.actions, strict=True))
        ]
        speeds: list[tuple[float, float]] = [(v, omega) for v, omega in request.velocities.tolist()]
        now: list[Pose] = [(x, y, theta) for x, y, theta in request.poses.tolist()]
        poses = [now]
        for step in range(n_steps(request.duration)):
            readings = [world.infrared(robot, now) for robot in range(len(now))]
            speeds = [
                robot.drive(ir, pose, speed, step)
                for robot, ir, pose, speed in zip(robots, readings, now, speeds, strict=True)
            ]
            now = world.move(now, speeds, CONTROL_PERIOD)
            poses.append(now)
        return Trajectory(request.robots, CONTROL_PERIOD, np.array(poses).transpose(1, 0, 2).copy())


class _Robot:
    """One robot's controller, motors and noise."""

    def __init__(self, model: RobotModel, action: Action, key: int, robot: int, noise: WorldNoise) -> None:
        # Lists of Python's own numbers: one at a time they are read several times as fast as numpy's.
        kinds, arguments = encode(action)
        self._kinds: Any = kinds[kinds != NO_SUB_ACTION].tolist()
        self._arguments: Any = arguments.tolist()
        weights: Any = (list(model.avoid_left), list(model.avoid_right))
        self._body = Drive(model.max_speed, model.wheel_base, *weights)
        self._change = model.max_acceleration * CONTROL_PERIOD
        self._noise, self._key = noise, robot_key(key, robot)
        self._left, self._right = (
            relative_error(noise.motor_bias, key, robot, ALWAYS, channel) * (1.0 - noise.slip)
            for channel in (LEFT_BIAS, RIGHT_BIAS)
        )

    def drive(self, ir: Any, pose: Pose, speeds: tuple[float, float], step: int) -> tuple[float, float]:
        """Return the speed [m/s] and turn rate [rad/s] after one control step; ir is empty in the open."""
        noise = self._noise
        key = step_key(self._key, step)
        if noise.infrared > 0.0:
            ir = [
                min(value * factor(noise.infrared, key, FIRST_SENSOR + sensor), 1.0) if value > 0.0 else 0.0
                for sensor, value in enumerate(ir)
            ]
        left, right = control(self._kinds, self._arguments, Senses(ir, *pose), self._body)
        left, right = left * self._left, right * self._right
        if noise.motor > 0.0:
            left *= factor(noise.motor, key, LEFT_MOTOR)
            right *= factor(noise.motor, key, RIGHT_MOTOR)
        return accelerate(speeds[0], speeds[1], Wheels(left, right), self._body.wheel_base, self._change)
