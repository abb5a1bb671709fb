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
from ce_core.internal_model.robot_model.model_table import ModelTable
from ce_core.internal_model.simulator.batch import Batch, build_batch, trajectories
from ce_core.internal_model.simulator.contacts import separate
from ce_core.internal_model.simulator.control_step import Plan, Scratch, drive_robot, scratch_space
from ce_core.internal_model.simulator.infrared_ring import sense_infrared
from ce_core.internal_model.simulator.noise import NoiseLevels, WorldNoise, noise_levels
from ce_core.internal_model.simulator.plain_simulator import write_poses
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
        if not requests:
            return []
        batch, table = build_batch(requests)
        for index, request in enumerate(requests):
            sensors = _beams(request)
            scratch = scratch_space(table, len(request.robots))
            walls = np.empty(len(sensors.degree))
            lost = self._rollout(
                batch, table, self._noise, scratch, self._environment.table, sensors, walls, index
            )
            if lost >= 0:
                raise SimulationError(
                    f"request {index}: {request.robots[lost]!r} comes to a place that the identified "
                    f"environment of {self._environment.knowledge.sensor!r} knows nothing of"
                )
        return trajectories(requests, batch)


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
    table: ModelTable,
    noise: NoiseLevels,
    scratch: Scratch,
    environment: EnvironmentTable,
    sensors: Beams,
    walls: Floats,
    request: int,
) -> int:
    """Run one request and write its poses; return a robot that left what is known, else -1.

    Plain Python that `ce_core.kernels` compiles. walls (sensors,) is scratch space.
    """
    first, end = batch.first_robot[request], batch.first_robot[request + 1]
    state = batch.state[:, first:end]
    model = batch.model[first:end]
    segments = batch.segments[batch.first_wall[request] : batch.end_wall[request]]
    circles = batch.circles[batch.first_circle[request] : batch.end_circle[request]]
    scene = Scene(state[0], state[1], state[2], state[3], state[4], model, segments, circles)
    # The same robots without walls: what is sensed by rays in it are the others.
    open_field = Scene(state[0], state[1], state[2], state[3], state[4], model, segments[:0], circles[:0])
    plan = Plan(batch.kinds[first:end], batch.arguments[first:end], batch.key[request], noise)
    steps = batch.steps[request]
    write_poses(scene, batch.first_pose[request], steps + 1, batch.poses)
    for step in range(steps):
        for robot in range(len(scene.x)):
            ir = scratch.ir[robot]
            sense_infrared(open_field, robot, table, scratch.nearest, ir)
            if not read_scan(environment, scene.x[robot], scene.y[robot], scene.theta[robot], sensors, walls):
                return int(robot)
            for sensor in range(len(walls)):
                ir[sensor] = max(ir[sensor], walls[sensor])
        for robot in range(len(scene.x)):
            drive_robot(scene, plan, table, robot, step, scratch.ir[robot])
        separate(scene, table)
        write_poses(scene, batch.first_pose[request] + step + 1, steps + 1, batch.poses)
    return -1
