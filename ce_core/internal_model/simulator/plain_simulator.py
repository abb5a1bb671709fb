"""The internal simulation in plain Python: slow, small, and what the kernel must agree with."""

from __future__ import annotations

from collections.abc import Sequence

from ce_core.internal_model.simulator.batch import Batch, PoseLog, build_batch, check_batch, trajectories
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
    begin_batch(batch)
    for step in range(batch.steps[0]):
        while batch.steps[n_rooms - 1] <= step:
            n_rooms -= 1
        control_step(run, step, n_rooms)
        write_poses(run.scene, batch.log, n_rooms)


def begin_batch(batch: Batch) -> None:
    """Prepare all rooms of a batch, and write their first poses."""
    first_robot, log, row = batch.run.scene.first_robot, batch.log, 0
    for room in range(len(batch.steps)):
        begin(batch.run, room)
        together = first_robot[room + 1] - first_robot[room]
        for robot in range(first_robot[room], first_robot[room + 1]):
            log.row[robot] = row + robot - first_robot[room]
            log.together[robot] = together
        row += together * (batch.steps[room] + 1)
    write_poses(batch.run.scene, log, len(batch.steps))


def write_poses(scene: Scene, log: PoseLog, n_rooms: int) -> None:
    """Write where every robot of the first rooms is now."""
    for robot in range(scene.first_robot[n_rooms]):
        row = log.row[robot]
        log.poses[row, 0] = scene.x[robot]
        log.poses[row, 1] = scene.y[robot]
        log.poses[row, 2] = scene.theta[robot]
        log.row[robot] = row + log.together[robot]
