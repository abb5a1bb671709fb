"""What stands in for the real arena: bodies, sensors, odometry and noise, moved by velocity commands."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ce_core.internal_model.robot_controller.sub_action import Wheels
from ce_core.internal_model.robot_model.model_table import Floats, model_table
from ce_core.internal_model.robot_model.robot_model import RobotModel
from ce_core.internal_model.sensors.laser import laser_scan
from ce_core.internal_model.simulator.batch import check_placement
from ce_core.internal_model.simulator.contacts import separate
from ce_core.internal_model.simulator.control_step import disturb, disturb_wheels, scratch_space
from ce_core.internal_model.simulator.infrared_ring import sense_infrared
from ce_core.internal_model.simulator.motion import accelerate, move
from ce_core.internal_model.simulator.noise import (
    ALWAYS,
    LEFT_ODOMETRY,
    RIGHT_ODOMETRY,
    WorldNoise,
    noise_levels,
    relative_error,
    seed_key,
)
from ce_core.internal_model.simulator.scene import Scene
from ce_core.internal_model.world_model.arena import Arena


class RunningWorld:
    """Robots in an arena that take commands and give readings; a function of its seed and its commands."""

    def __init__(
        self,
        arena: Arena,
        models: Sequence[RobotModel],
        poses: Floats,
        time_step: float = 0.02,
        seed: int = 0,
        noise: WorldNoise | None = None,
    ) -> None:
        """Place one robot a model at poses (n, 3): x, y [m], theta [rad]; time_step in [s]."""
        poses = np.array(poses, dtype=np.float64)
        if poses.shape != (len(models), 3) or not np.isfinite(poses).all() or not len(models):
            raise ValueError(
                f"poses {poses.tolist()!r:.180} for {len(models)} models; expected finite x, y, theta each"
            )
        if not 0.0 < time_step <= 0.1:
            raise ValueError(f"time_step = {time_step!r} s; expected more than 0 and at most 0.1")
        self.arena = arena
        self.time_step = float(time_step)
        self.steps = 0
        """Time steps so far."""
        self.contacts = 0
        """Contacts so far: pairs of robots, and robots and walls, that touched, summed over the steps."""
        self._noise = noise or WorldNoise()
        self._levels = noise_levels(self._noise)
        self._key = seed_key(seed)
        self._table = model_table(models)
        n_robots = len(models)
        rows = np.arange(n_robots)
        check_placement(
            [f"robot {k}" for k in range(n_robots)], poses, self._table.radius[rows], arena, "world"
        )
        x, y, theta = poses.T.copy()
        self._scene = Scene(
            x, y, theta, np.zeros(n_robots), np.zeros(n_robots), rows, arena.segments, arena.circles
        )
        self._motors = np.zeros((n_robots, 2))
        self._odometry = np.zeros((n_robots, 3))
        self._scratch = scratch_space(self._table, n_robots)
        self._odometry_error = [
            [
                relative_error(self._noise.odometry_bias, self._key, robot, ALWAYS, channel)
                for channel in (LEFT_ODOMETRY, RIGHT_ODOMETRY)
            ]
            for robot in range(n_robots)
        ]

    @property
    def time(self) -> float:
        """Simulated time so far [s]."""
        return self.steps * self.time_step

    @property
    def poses(self) -> Floats:
        """(n, 3): where the robots are, x, y [m], theta [rad], frame map."""
        return np.column_stack((self._scene.x, self._scene.y, self._scene.theta))

    @property
    def velocities(self) -> Floats:
        """(n, 2): speed over ground in the direction ahead [m/s], turn rate [rad/s]."""
        return np.column_stack((self._scene.v, self._scene.omega))

    @property
    def odometry(self) -> Floats:
        """(n, 3): where the robots believe to be, x, y [m], theta [rad], each from its own start.

        From what the motors were told: a slipping wheel or a wall makes it wrong.
        """
        return self._odometry.copy()

    def infrared(self) -> Floats:
        """Return the infrared activation of every robot's sensors, (n, sensors), 0 to 1."""
        for robot in range(len(self._scene.x)):
            reading = self._scratch.ir[robot]
            sense_infrared(self._scene, robot, self._table, self._scratch.nearest, reading)
            if self._levels.infrared > 0.0:
                disturb(reading, self._levels.infrared, self._key, robot, self.steps)
        return self._scratch.ir.copy()

    def scan(self, robot: int, n_beams: int, max_range: float) -> Floats:
        """Return the ranges [m] of a robot's planar laser, (n_beams,), -1 where nothing is in range."""
        scene = self._scene
        circles = np.column_stack((scene.x, scene.y, self._table.radius[scene.model]))
        others = np.concatenate((np.delete(circles, robot, axis=0), scene.circles))
        return laser_scan(self.poses[robot], n_beams, max_range, scene.segments, others)

    def step(self, commands: Floats) -> None:
        """Advance by one time step; commands (n, 2): forward speed [m/s] and turn rate [rad/s]."""
        commands = np.asarray(commands, dtype=np.float64)
        if commands.shape != self._motors.shape or not np.isfinite(commands).all():
            raise ValueError(
                f"commands {commands.tolist()!r:.200}; expected v, omega for {len(self._motors)} robots"
            )
        for robot, (v, omega) in enumerate(commands.tolist()):
            self._drive(robot, v, omega)
        before = self._scene.x.copy(), self._scene.y.copy()
        touching = separate(self._scene, self._table)
        if touching:
            self.contacts += touching
            self._measure_speed(*before)
        self.steps += 1

    def _drive(self, robot: int, v: float, omega: float) -> None:
        """Move one robot as its motors can follow the command."""
        scene, table = self._scene, self._table
        base, top = float(table.wheel_base[robot]), float(table.max_speed[robot])
        wanted = Wheels(
            min(max(v - 0.5 * omega * base, -top), top), min(max(v + 0.5 * omega * base, -top), top)
        )
        change = float(table.max_acceleration[robot]) * self.time_step
        turning = self._motors[robot].tolist()
        v, omega = accelerate(turning[0], turning[1], wanted, base, change)
        self._motors[robot] = v, omega
        turned = Wheels(v - 0.5 * omega * base, v + 0.5 * omega * base)
        left, right = self._odometry_error[robot]
        believed = _twist(Wheels(turned.left * left, turned.right * right), base)
        x, y, theta = self._odometry[robot].tolist()
        self._odometry[robot] = move(x, y, theta, *believed, self.time_step)
        rolled = disturb_wheels(turned, self._levels, self._key, robot, self.steps)
        v, omega = _twist(rolled, base)
        pose = float(scene.x[robot]), float(scene.y[robot]), float(scene.theta[robot])
        scene.x[robot], scene.y[robot], scene.theta[robot] = move(*pose, v, omega, self.time_step)
        scene.v[robot], scene.omega[robot] = v, omega

    def _measure_speed(self, x: Floats, y: Floats) -> None:
        """Correct the speeds of robots that a contact moved from (x, y) to where they are now."""
        scene = self._scene
        for robot in np.flatnonzero((scene.x != x) | (scene.y != y)):
            heading = scene.theta[robot] - scene.omega[robot] * self.time_step
            pushed = (scene.x[robot] - x[robot]) * math.cos(heading)
            pushed += (scene.y[robot] - y[robot]) * math.sin(heading)
            scene.v[robot] += pushed / self.time_step


def _twist(wheels: Wheels, wheel_base: float) -> tuple[float, float]:
    return 0.5 * (wheels.left + wheels.right), (wheels.right - wheels.left) / wheel_base
