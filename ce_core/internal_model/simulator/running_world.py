"""What stands in for the real arena: bodies, sensors, odometry and noise, moved by velocity commands."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence

import numpy as np

from ce_core.internal_model.robot_controller.sub_action import Wheels
from ce_core.internal_model.robot_model.model_table import BY_TORQUES, HOLONOMIC, Floats, model_table
from ce_core.internal_model.robot_model.robot_model import RobotModel
from ce_core.internal_model.sensors.draws import Draws
from ce_core.internal_model.sensors.infrared import InfraredRing
from ce_core.internal_model.sensors.laser import laser_scan
from ce_core.internal_model.sensors.perception import Perception, perceive
from ce_core.internal_model.sensors.reading_noise import Exact
from ce_core.internal_model.sensors.sensor import Sensor, View
from ce_core.internal_model.sensors.suite import SensorSuite
from ce_core.internal_model.sensors.timing import timing_problems
from ce_core.internal_model.simulator.batch import check_placement
from ce_core.internal_model.simulator.contacts import separate
from ce_core.internal_model.simulator.control_step import disturb, disturb_wheels, scratch_space
from ce_core.internal_model.simulator.holonomic_motion import turn_velocity
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
from ce_core.internal_model.simulator.outline_contacts import disc_inside, push_outlines
from ce_core.internal_model.simulator.scene import Scene
from ce_core.internal_model.simulator.stall import touches
from ce_core.internal_model.simulator.torque_motion import body_of, follow
from ce_core.internal_model.world_model.arena import Arena

_log = logging.getLogger(__name__)


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
        perception: Mapping[str, Perception] | None = None,
    ) -> None:
        """Place one robot a model at poses (n, 3): x, y [m], theta [rad]; time_step in [s].

        perception: by name, sensors that perceive the walls in a model of them, as an identified one.
        """
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
        self._models = tuple(models)
        self._perception = dict(perception or {})
        self._table = model_table([disc_inside(model) for model in models])
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
        self._suite = SensorSuite([model.sensors for model in models], self._key, self.time_step)
        self._suite.update(0, self._look)
        self.timing_problems = tuple(
            f"{model.name}: {problem}"
            for model in dict.fromkeys(models)
            for problem in timing_problems(model.sensors, self.time_step)
        )
        """Which sensors the hardware could not read as fast as this world steps (lecture, Figure 3.2)."""
        for problem in self.timing_problems:
            _log.warning("%s", problem)
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
        for robot, model in enumerate(self._models):
            reading = self._scratch.ir[robot]
            ring = model.infrared_ring
            if ring is not None and ring.name in self._perception:
                reading[:] = 0.0
                reading[: ring.n_values] = self._perceive(robot, ring)
                continue
            if ring is not None and self._reads_by_itself(robot, ring):
                reading[:] = 0.0
                reading[: ring.n_values] = self._suite.value(robot, ring.name, self.steps, self._look)
                continue
            sense_infrared(self._scene, robot, self._table, self._scratch.nearest, reading)
            if self._levels.infrared > 0.0:
                disturb(reading, self._levels.infrared, self._key, robot, self.steps)
        return self._scratch.ir.copy()

    def read(self, robot: int, sensor: str) -> Floats:
        """Return what a robot's sensor says: read in this step or, if it could not be, when it last was."""
        model = self._models[robot]
        for one in model.sensors:
            if one.name == sensor and sensor in self._perception:
                return self._perceive(robot, one)
        ring = model.infrared_ring
        if ring is not None and sensor == ring.name and not self._reads_by_itself(robot, ring):
            return self.infrared()[robot, : ring.n_values]
        return self._suite.value(robot, sensor, self.steps, self._look)

    def _reads_by_itself(self, robot: int, ring: InfraredRing) -> bool:
        """Tell whether a ring has noise or timing of its own; others are what the kernel simulates."""
        return self._suite.keeps(robot, ring.name) or not isinstance(ring.noise, Exact)

    def _perceive(self, robot: int, sensor: Sensor) -> Floats:
        """Return what a sensor reads that has a model of the walls."""
        pose, view = self._look(robot)
        walls, posts = len(self.arena.segments), len(self.arena.circles)
        others = View(view.segments[walls:], view.circles[posts:])
        draws = Draws(self._key, robot, self.steps, 0)
        return perceive(self._perception[sensor.name], sensor, pose, others, draws)

    def _look(self, robot: int) -> tuple[Floats, View]:
        """Return a robot's pose and what its rays can meet."""
        scene, segments, circles = self._scene, [self.arena.segments], [self.arena.circles]
        poses = self.poses
        for other, model in enumerate(self._models):
            if other != robot and model.footprint is not None:
                segments.append(model.footprint.outline(poses[other]))
            elif other != robot:
                circles.append(np.array([[scene.x[other], scene.y[other], model.radius]]))
        return poses[robot], View(np.concatenate(segments), np.concatenate(circles))

    def scan(self, robot: int, n_beams: int, max_range: float) -> Floats:
        """Return the ranges [m] of a robot's planar laser, (n_beams,), -1 where nothing is in range."""
        pose, view = self._look(robot)
        return laser_scan(pose, n_beams, max_range, view.segments, view.circles)

    def step(self, commands: Floats) -> None:
        """Advance by one time step; commands (n, 2): forward speed [m/s] and turn rate [rad/s].

        A holonomic robot takes a velocity x, y [m/s] in frame map.
        """
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
        self.contacts += push_outlines(self._scene, self._models, self.arena, self.time_step)
        self.steps += 1
        self._suite.update(self.steps, self._look)

    def _drive(self, robot: int, v: float, omega: float) -> None:
        """Move one robot as its motors can follow the command."""
        scene, table = self._scene, self._table
        pose = float(scene.x[robot]), float(scene.y[robot]), float(scene.theta[robot])
        base = float(table.wheel_base[robot])
        if table.drive[robot] == HOLONOMIC:
            v, omega, heading = self._walk(robot, v, omega, pose[2])
            scene.x[robot], scene.y[robot], scene.theta[robot] = move(
                *pose[:2], heading, v, omega, self.time_step
            )
        else:
            v, omega = self._run_motors(robot, v, omega, base)
            turned = Wheels(v - 0.5 * omega * base, v + 0.5 * omega * base)
            left, right = self._odometry_error[robot]
            believed = _twist(Wheels(turned.left * left, turned.right * right), base)
            x, y, theta = self._odometry[robot].tolist()
            self._odometry[robot] = move(x, y, theta, *believed, self.time_step)
            rolled = disturb_wheels(turned, self._levels, self._key, robot, self.steps)
            v, omega = _twist(rolled, base)
            scene.x[robot], scene.y[robot], scene.theta[robot] = move(*pose, v, omega, self.time_step)
        if table.stalls[robot] and touches(scene, table, robot):
            scene.x[robot], scene.y[robot], scene.theta[robot] = pose
            v, omega = 0.0, 0.0
            self.contacts += 1
        scene.v[robot], scene.omega[robot] = v, omega

    def _run_motors(self, robot: int, v: float, omega: float, base: float) -> tuple[float, float]:
        """Return the speed and turn rate that the motors bring the wheels to in this step."""
        table, top = self._table, float(self._table.max_speed[robot])
        wanted = Wheels(
            min(max(v - 0.5 * omega * base, -top), top), min(max(v + 0.5 * omega * base, -top), top)
        )
        speeds = self._motors[robot].tolist()
        if table.drive[robot] == BY_TORQUES:
            # A mass that a wall has stopped must be brought up to speed again.
            speeds = [float(self._scene.v[robot]), float(self._scene.omega[robot])]
            speeds = list(
                follow(body_of(table.body[robot]), base, (speeds[0], speeds[1]), wanted, self.time_step)
            )
        else:
            change = float(table.max_acceleration[robot]) * self.time_step
            speeds = list(accelerate(speeds[0], speeds[1], wanted, base, change))
        self._motors[robot] = speeds
        return speeds[0], speeds[1]

    def _walk(self, robot: int, vx: float, vy: float, theta: float) -> tuple[float, float, float]:
        """Return speed, turn rate 0 and heading of a holonomic robot that is told a velocity in frame map."""
        table, top = self._table, float(self._table.max_speed[robot])
        scale = min(top / max(math.hypot(vx, vy), 1e-12), 1.0)
        wanted = disturb_wheels(Wheels(vx * scale, vy * scale), self._levels, self._key, robot, self.steps)
        change = float(table.max_acceleration[robot]) * self.time_step
        v, heading = turn_velocity(float(self._scene.v[robot]), theta, wanted.left, wanted.right, change)
        return v, 0.0, heading

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
