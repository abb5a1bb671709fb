"""What stands in for the real arena: bodies, sensors, odometry and noise, moved by velocity commands."""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.draw import FIRST_SCAN_NOISE
from ce_core.internal_model.robot_model.model_table import Floats, model_table
from ce_core.internal_model.robot_model.robot_model import RobotModel
from ce_core.internal_model.sensors.draws import Draws
from ce_core.internal_model.sensors.infrared import InfraredRing
from ce_core.internal_model.sensors.laser import NO_READING, laser_scan
from ce_core.internal_model.sensors.perception import Perception, perceive
from ce_core.internal_model.sensors.reading_noise import Additive, Exact
from ce_core.internal_model.sensors.sensor import Sensor, View
from ce_core.internal_model.sensors.suite import SensorSuite
from ce_core.internal_model.sensors.timing import timing_problems
from ce_core.internal_model.simulator.gaussian import robot_key
from ce_core.internal_model.simulator.infrared_ring import ring_of
from ce_core.internal_model.simulator.neighbours import meet_the_neighbours, neighbour_space, sight_of
from ce_core.internal_model.simulator.noise import (
    ALWAYS,
    LEFT_BIAS,
    LEFT_ODOMETRY,
    RIGHT_BIAS,
    RIGHT_ODOMETRY,
    WorldNoise,
    noise_levels,
    relative_error,
    seed_key,
)
from ce_core.internal_model.simulator.outline_contacts import disc_inside, push_outlines
from ce_core.internal_model.simulator.request_checks import check_placement
from ce_core.internal_model.simulator.scene import one_room
from ce_core.internal_model.simulator.world_step import Running, sense_world, step_world
from ce_core.internal_model.world_model.arena import Arena

_log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class WorldSnapshot:
    """Everything that changes while a world runs; nobody can change it any more."""

    steps: int
    contacts: int
    arrays: tuple[NDArray[Any], ...]
    suite: SensorSuite


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
        *,
        compiled: bool = False,
    ) -> None:
        """Place one robot a model at poses (n, 3): x, y [m], theta [rad]; time_step in [s].

        perception: by name, sensors that perceive the walls in a model of them, as an identified one.
        `compiled` runs the same functions compiled: the same bits, much faster, after a moment to load them.
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
        self._models = tuple(models)
        self._perception = dict(perception or {})
        self._key = seed_key(seed)
        self._world = _running(arena, self._models, poses, self.time_step, self._key, noise or WorldNoise())
        self._scene = self._world.scene
        self._sense, self._step = _functions(compiled)
        self._has_outlines = any(model.footprint is not None for model in models)
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
        return self._world.odometry.copy()

    def infrared(self) -> Floats:
        """Return the infrared activation of every robot's sensors, (n, sensors), 0 to 1."""
        self._sense(self._world, self.steps)
        readings = self._world.ir.copy()
        for robot, model in enumerate(self._models):
            ring = model.infrared_ring
            if ring is not None and ring.name in self._perception:
                readings[robot] = 0.0
                readings[robot, : ring.n_values] = self._perceive(robot, ring)
            elif ring is not None and self._reads_by_itself(robot, ring):
                readings[robot] = 0.0
                readings[robot, : ring.n_values] = self._suite.value(robot, ring.name, self.steps, self._look)
        return readings

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

    def scan(self, robot: int, n_beams: int, max_range: float, range_sd: float = 0.0) -> Floats:
        """Return the ranges [m] of a robot's planar laser, (n_beams,), -1 where nothing is in range.

        range_sd: standard deviation [m] of the ranges.
        """
        pose, view = self._look(robot)
        exact = laser_scan(pose, n_beams, max_range, view.segments, view.circles)
        if range_sd == 0.0:
            return exact
        draws = Draws(self._key, robot, self.steps, FIRST_SCAN_NOISE)
        noisy = Additive(range_sd).apply(exact, exact, draws)
        return np.where(exact == NO_READING, NO_READING, np.maximum(noisy, 0.0))

    def step(self, commands: Floats) -> None:
        """Advance by one time step; commands (n, 2): forward speed [m/s] and turn rate [rad/s].

        A holonomic robot takes a velocity x, y [m/s] in frame map.
        """
        commands = np.ascontiguousarray(commands, dtype=np.float64)
        if commands.shape != self._world.motors.shape or not np.isfinite(commands).all():
            raise ValueError(
                f"commands {commands.tolist()!r:.200}; expected v, omega for {len(self._models)} robots"
            )
        self.contacts += self._step(self._world, commands, self.steps)
        if self._has_outlines:
            self.contacts += push_outlines(self._scene, self._models, self.arena, self.time_step)
            meet_the_neighbours(self._scene, self._world.table, self._world.near, 0)
        self.steps += 1
        self._suite.update(self.steps, self._look)

    def snapshot(self) -> WorldSnapshot:
        """Keep the world as it is now, to go back to."""
        kept = tuple(array.copy() for array in _changing(self._world))
        for array in kept:
            array.setflags(write=False)
        return WorldSnapshot(self.steps, self.contacts, kept, copy.deepcopy(self._suite))

    def restore(self, snapshot: WorldSnapshot) -> None:
        """Go back, bit for bit, to a snapshot of this world or of one of the same arena, robots and seed."""
        changing = _changing(self._world)
        if [array.shape for array in changing] != [array.shape for array in snapshot.arrays]:
            raise ValueError(
                f"the snapshot is of another world: {len(snapshot.arrays[0])} robots, "
                f"this one has {len(changing[0])}, or of another arena"
            )
        self.steps, self.contacts = snapshot.steps, snapshot.contacts
        for array, kept in zip(changing, snapshot.arrays, strict=True):
            array[:] = kept
        self._suite = copy.deepcopy(snapshot.suite)

    def fork(self) -> RunningWorld:
        """Return a second world that goes on from here by itself, as this one would, bit for bit."""
        twin = copy.copy(self)
        own = {name: getattr(self._world, name).copy() for name in ("motors", "odometry", "before", "ir")}
        scene, near, ring = (
            _copies(part) for part in (self._world.scene, self._world.near, self._world.ring)
        )
        twin._world = self._world._replace(scene=scene, near=near, ring=ring, **own)
        twin._scene = twin._world.scene
        twin._suite = copy.deepcopy(self._suite)
        return twin


def _running(
    arena: Arena, models: Sequence[RobotModel], poses: Floats, time_step: float, key: int, noise: WorldNoise
) -> Running:
    table, n_robots = model_table([disc_inside(model) for model in models]), len(models)
    check_placement([f"robot {k}" for k in range(n_robots)], poses, table.radius, arena, "world")
    scene = one_room(poses, np.arange(n_robots, dtype=np.uint32), arena.segments, arena.circles)
    bias = _constant_errors(noise.motor_bias, key, n_robots, LEFT_BIAS, RIGHT_BIAS)
    world = Running(
        scene=scene,
        table=table,
        near=neighbour_space(table, sight_of(table), scene),
        ring=ring_of(table),
        noise=noise_levels(noise),
        key=np.array([robot_key(key, robot) for robot in range(n_robots)]),
        bias=bias * (1.0 - noise.slip),
        motors=np.zeros((n_robots, 2)),
        odometry=np.zeros((n_robots, 3)),
        odometry_error=_constant_errors(noise.odometry_bias, key, n_robots, LEFT_ODOMETRY, RIGHT_ODOMETRY),
        before=np.zeros((n_robots, 2)),
        ir=np.zeros((n_robots, table.rays.shape[1])),
        time_step=time_step,
    )
    meet_the_neighbours(scene, table, world.near, 0)
    return world


def _constant_errors(level: float, key: int, n_robots: int, left: int, right: int) -> Floats:
    """Draw the factors (n, 2) that two channels of every robot keep during a run."""
    return np.array(
        [
            [relative_error(level, key, robot, ALWAYS, channel) for channel in (left, right)]
            for robot in range(n_robots)
        ]
    )


def _changing(world: Running) -> tuple[NDArray[Any], ...]:
    """Return the arrays that a step changes."""
    scene, near = world.scene, world.near
    body = scene.x, scene.y, scene.theta, scene.v, scene.omega, world.motors, world.odometry
    return *body, near.things, near.n_listed, near.wake, near.touch, near.odometer, near.made


def _copies(arrays: Any) -> Any:
    """Copy every array of a named tuple."""
    return arrays._make(value.copy() if isinstance(value, np.ndarray) else value for value in arrays)


def _functions(compiled: bool) -> tuple[Callable[[Running, int], None], Callable[..., Any]]:
    if not compiled:
        return sense_world, step_world
    from ce_core.kernels.running import sense_world as sense  # here, so that only its users import numba
    from ce_core.kernels.running import step_world as step

    return sense, step
