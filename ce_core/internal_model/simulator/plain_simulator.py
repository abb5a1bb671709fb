"""The internal simulation in plain Python: slow, small, and what the kernel must agree with."""

from __future__ import annotations

from collections.abc import Sequence

from ce_core.internal_model.robot_model.model_table import Floats, ModelTable
from ce_core.internal_model.simulator.batch import Batch, build_batch, trajectories
from ce_core.internal_model.simulator.control_step import Plan, Scratch, control_step, scratch_space
from ce_core.internal_model.simulator.noise import NoiseLevels, WorldNoise, noise_levels
from ce_core.internal_model.simulator.scene import Scene
from ce_core.internal_model.simulator.simulator import SimRequest, Trajectory


class PlainSimulator:
    """Simulates one request after the other, one robot after the other."""

    def __init__(self, noise: WorldNoise | None = None) -> None:
        self._noise = noise_levels(noise or WorldNoise())

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        """Simulate every request, in order; raise SimulationError for a request that is wrong."""
        batch, table = build_batch(requests)
        for request in range(len(requests)):
            scratch = scratch_space(table, len(requests[request].robots))
            simulate_request(batch, table, self._noise, scratch, request)
        return trajectories(requests, batch)


def simulate_request(
    batch: Batch, table: ModelTable, noise: NoiseLevels, scratch: Scratch, request: int
) -> None:
    """Run one request of a batch and write its poses; plain Python that `ce_core.kernels` compiles."""
    first, end = batch.first_robot[request], batch.first_robot[request + 1]
    state = batch.state[:, first:end]
    scene = Scene(
        state[0],
        state[1],
        state[2],
        state[3],
        state[4],
        batch.model[first:end],
        batch.segments[batch.first_wall[request] : batch.end_wall[request]],
        batch.circles[batch.first_circle[request] : batch.end_circle[request]],
    )
    plan = Plan(batch.kinds[first:end], batch.arguments[first:end], batch.key[request], noise)
    steps = batch.steps[request]
    write_poses(scene, batch.first_pose[request], steps + 1, batch.poses)
    for step in range(steps):
        control_step(scene, plan, table, scratch, step)
        write_poses(scene, batch.first_pose[request] + step + 1, steps + 1, batch.poses)


def write_poses(scene: Scene, first: int, stride: int, poses: Floats) -> None:
    """Write where every robot is now, robots `stride` rows apart."""
    for robot in range(len(scene.x)):
        row = first + robot * stride
        poses[row, 0] = scene.x[robot]
        poses[row, 1] = scene.y[robot]
        poses[row, 2] = scene.theta[robot]
