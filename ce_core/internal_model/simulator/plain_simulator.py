"""The internal simulation in plain Python: slow, small, and what the kernel must agree with."""

from __future__ import annotations

from collections.abc import Sequence

from ce_core.internal_model.robot_model.model_table import Floats
from ce_core.internal_model.simulator.batch import Batch, build_batch, check_batch, trajectories
from ce_core.internal_model.simulator.control_step import begin, control_step
from ce_core.internal_model.simulator.noise import WorldNoise, noise_levels
from ce_core.internal_model.simulator.scene import Scene
from ce_core.internal_model.simulator.simulator import SimRequest, Trajectory


class PlainSimulator:
    """Simulates one request after the other, one robot after the other."""

    def __init__(self, noise: WorldNoise | None = None) -> None:
        self._noise = noise_levels(noise or WorldNoise())

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        """Simulate every request, in order; raise SimulationError for a request that is wrong."""
        check_batch(requests)
        if not requests:
            return []
        batch = build_batch(requests, self._noise)
        simulate_batch(batch)
        return trajectories(requests, batch)


def simulate_batch(batch: Batch) -> None:
    """Run all rooms of a batch, side by side, and write their poses.

    Plain Python that `ce_core.kernels` compiles. The longest come first: those that still run are always the
    first ones.
    """
    run = batch.run
    n_rooms = len(batch.steps)
    for room in range(n_rooms):
        begin(run, room)
        write_poses(run.scene, room, batch.first_pose[room], batch.poses)
    for step in range(batch.steps[0]):
        while batch.steps[n_rooms - 1] <= step:
            n_rooms -= 1
        control_step(run, step, n_rooms)
        for room in range(n_rooms):
            n_robots = run.scene.first_robot[room + 1] - run.scene.first_robot[room]
            write_poses(run.scene, room, batch.first_pose[room] + (step + 1) * n_robots, batch.poses)


def write_poses(scene: Scene, room: int, row: int, poses: Floats) -> None:
    """Write where every robot of a room is now, from this row on."""
    for robot in range(scene.first_robot[room], scene.first_robot[room + 1]):
        poses[row, 0] = scene.x[robot]
        poses[row, 1] = scene.y[robot]
        poses[row, 2] = scene.theta[robot]
        row += 1
