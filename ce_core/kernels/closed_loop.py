"""A robot running a program in the world or in a model of it, compiled."""

from __future__ import annotations

from ce_core.identified_environment import closed_loop, environment_table, grid, laser_world, tasks
from ce_core.kernels.compiled import callable_from_kernels, compiled

callable_from_kernels(
    grid.nearest_node,
    environment_table.read_scan,
    environment_table.look_up,
    environment_table.evaluate_polynomials,
    environment_table.evaluate_segment,
    laser_world.first_wall,
    laser_world.measure_range,
    laser_world.measure_scan,
    laser_world.push_off_walls,
    laser_world.uniform,
    tasks.explore,
    tasks.follow_wall,
    tasks.mean_between,
    tasks.nearest_between,
    tasks.room_ahead,
    tasks.run_task,
    closed_loop.drive,
    closed_loop.move_body,
    closed_loop.renew_slip,
    inline=False,
)


@compiled
def drive(
    world: laser_world.LaserWorld,
    model: environment_table.EnvironmentTable,
    in_model: bool,
    body: closed_loop.Body,
    task: tasks.Task,
    beams: environment_table.Beams,
    key: int,
    memory: grid.Floats,
    run: closed_loop.Run,
) -> int:
    """Run `closed_loop.drive`."""
    return closed_loop.drive(world, model, in_model, body, task, beams, key, memory, run)


@compiled
def scan_poses(
    model: environment_table.EnvironmentTable,
    poses: grid.Floats,
    beams: environment_table.Beams,
    scans: grid.Floats,
) -> int:
    """Read a scan (B,) at each pose (n, 3) into scans (n, B); return at how many poses nothing is known."""
    unknown = 0
    for k in range(len(poses)):
        if not environment_table.read_scan(model, poses[k, 0], poses[k, 1], poses[k, 2], beams, scans[k]):
            unknown += 1
    return unknown


@compiled
def measure_poses(
    world: laser_world.LaserWorld,
    poses: grid.Floats,
    beams: environment_table.Beams,
    key: int,
    scans: grid.Floats,
) -> None:
    """Measure a scan (B,) at each pose (n, 3) into scans (n, B)."""
    for k in range(len(poses)):
        laser_world.measure_scan(world, poses[k, 0], poses[k, 1], poses[k, 2], beams, key, k, scans[k])
