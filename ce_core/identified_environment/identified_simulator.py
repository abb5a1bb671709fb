"""The internal simulation in an identified world: robots perceive walls as their own log says.

A `Simulator` like the others, so that the consequence engine can run on it: a robot with an internal model
that it has learned, which paper 0 names as future work.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ce_core.identified_environment.environment_model import EnvironmentModel
from ce_core.identified_environment.environment_table import Beams, EnvironmentTable, beams, read_scan
from ce_core.identified_environment.grid import Floats
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator.batch import Batch, build_batch, check_batch, trajectories
from ce_core.internal_model.simulator.control_step import begin_step, finish_step, run_controller
from ce_core.internal_model.simulator.infrared_ring import Here, apply_law, cast_rays_of
from ce_core.internal_model.simulator.neighbours import (
    Neighbours,
    meet_the_neighbours,
    neighbour_space,
    sight_of,
)
from ce_core.internal_model.simulator.noise import WorldNoise, noise_levels
from ce_core.internal_model.simulator.plain_simulator import begin_batch, write_poses
from ce_core.internal_model.simulator.scene import Scene
from ce_core.internal_model.simulator.simulator import SimRequest, SimulationError, Trajectory


class IdentifiedSimulator:
    """Simulates requests whose robots sense walls through one identified model of their infrared ring."""

    def __init__(
        self, environment: EnvironmentModel, noise: WorldNoise | None = None, compiled: bool = True
    ) -> None:
        """Prepare; the first compiled one on a machine compiles for a while, plain Python starts at once."""
        self._rollout = identified_request
        if compiled:
            from ce_core.kernels.identified_rollout import identified_rollout  # only its users import numba

            self._rollout = identified_rollout
        self._environment = environment
        self._noise = noise_levels(noise or WorldNoise())

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        """Simulate every request, in order; raise SimulationError for one that leaves what is known."""
        check_batch(requests)
        return [self._simulate(request, index) for index, request in enumerate(requests)]

    def _simulate(self, request: SimRequest, index: int) -> Trajectory:
        batch, sensors = build_batch([request], self._noise), _beams(request)
        scene, table = batch.run.scene, batch.run.table
        # The same robots without walls: what is sensed by rays in it are the others.
        open_field = scene._replace(end_wall=scene.first_wall, end_circle=scene.first_circle)
        around = neighbour_space(table, sight_of(table), open_field)
        walls = np.empty(len(sensors.degree))
        lost = self._rollout(batch, open_field, around, self._environment.table, sensors, walls)
        if lost >= 0:
            raise SimulationError(
                f"request {index}: {request.robots[lost]!r} comes to a place that the identified "
                f"environment of {self._environment.knowledge.sensor!r} knows nothing of"
            )
        return trajectories([request], batch)[0]


def _beams(request: SimRequest) -> Beams:
    """Return where the infrared sensors look; all robots of a request must carry the same ring."""
    rings = {ROBOT_MODELS[name].sensor_angles for name in request.models}
    if len(rings) != 1:
        raise SimulationError(
            f"robot models {sorted(set(request.models))}: an identified environment is of one kind of ring"
        )
    return beams(np.array(rings.pop()))


def identified_request(
    batch: Batch,
    open_field: Scene,
    around: Neighbours,
    environment: EnvironmentTable,
    sensors: Beams,
    walls: Floats,
) -> int:
    """Run the one request of a batch and write its poses; return a robot that left what is known, else -1.

    Plain Python that `ce_core.kernels` compiles. walls (sensors,) is scratch space.
    """
    run, scene = batch.run, batch.run.scene
    begin_batch(batch)
    for step in range(batch.steps[0]):
        begin_step(run, step, 1)
        meet_the_neighbours(open_field, run.table, around, 0)
        for robot in range(len(scene.x)):
            if not read_scan(environment, scene.x[robot], scene.y[robot], scene.theta[robot], sensors, walls):
                return int(robot)
            row = scene.model[robot]
            here = Here(scene.x[robot], scene.y[robot], run.motors.cos[robot], run.motors.sin[robot], row)
            seen = cast_rays_of(open_field, run.table, around, run.ring, robot, here)
            if seen:
                apply_law(run.ring, row, 0.0, 0)
            for sensor in range(len(walls)):
                others = run.ring.ir[sensor] if seen else 0.0
                run.ring.ir[sensor] = max(others, walls[sensor])
            run_controller(run, robot, run.ring.ir)
        finish_step(run, 1)
        write_poses(scene, batch.log, 1)
    return -1
