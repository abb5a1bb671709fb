"""ir-sim: one world at a time, a step of all its robots in Python and shapely."""

from __future__ import annotations

import tempfile
import time
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from ce_core.internal_model.robot_controller.controller import CONTROL_PERIOD, control, encode, to_twist
from ce_core.internal_model.robot_controller.sub_action import Drive, Senses
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.sensors.infrared import ray_activation
from ce_core.internal_model.simulator import SimRequest, Trajectory
from ce_core.internal_model.simulator.batch import n_steps
from ce_core.internal_model.simulator.request_checks import arena_of
from peers import BEAMS, SENSORS


def run(requests: list[SimRequest]) -> tuple[list[Trajectory], float]:
    """Simulate one request after the other."""
    found = [_run(request) for request in requests]
    return [trajectory for trajectory, _ in found], sum(seconds for _, seconds in found)


def _run(request: SimRequest) -> tuple[Trajectory, float]:
    with redirect_stdout(StringIO()):  # it prints which windows it cannot open
        import irsim

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "world.yaml"
        file.write_text(yaml.safe_dump(_world(request)))
        world = irsim.make(str(file), headless=True, log_level="ERROR")
    drivers = [_driver(request, robot) for robot in range(len(request.robots))]
    poses = np.empty((len(request.robots), n_steps(request.duration) + 1, 3))
    start = time.perf_counter()
    for step in range(poses.shape[1]):
        commands = []
        for robot, body in enumerate(world.robot_list):
            poses[robot, step] = body.state[:3, 0]
            commands.append(drivers[robot](body.get_lidar_scan()["ranges"].tolist(), poses[robot, step]))
        if step + 1 < poses.shape[1]:
            world.step(commands, action_id=list(range(len(commands))))
    seconds = time.perf_counter() - start
    return Trajectory(request.robots, CONTROL_PERIOD, poses), seconds


def _world(request: SimRequest) -> dict[str, Any]:
    """Write a request as the file that ir-sim reads; its arena begins at the origin of the map."""
    arena = arena_of(request.world)
    low, high = np.array(arena.bounds[:2]), np.array(arena.bounds[2:])
    width, height = (high - low).tolist()
    walls = [
        {"shape": {"name": "linestring", "vertices": [[x1, y1], [x2, y2]]}, "kinematics": {"name": "static"}}
        for x1, y1, x2, y2 in arena.segments.tolist()
    ]
    robots = [_robot(request.models[k], pose) for k, pose in enumerate(request.poses.tolist())]
    world = {
        "width": width,
        "height": height,
        "offset": low.tolist(),
        "step_time": CONTROL_PERIOD,
        "collision_mode": "contact",
    }
    return {"world": world, "robot": robots, "obstacle": walls}


def _robot(name: str, pose: list[float]) -> dict[str, Any]:
    model = ROBOT_MODELS[name]
    assert model.infrared is not None
    turn = 2.0 * model.max_speed / model.wheel_base
    return {
        "kinematics": {"name": "diff"},
        "shape": {"name": "circle", "radius": model.radius},
        "state": pose,
        "vel_min": [-model.max_speed, -turn],
        "vel_max": [model.max_speed, turn],
        "sensors": [
            {
                "type": "lidar2d",
                "number": len(BEAMS),
                "angle_range": BEAMS[-1] - BEAMS[0],
                "range_max": model.radius + model.infrared.reach,
            }
        ],
    }


def _driver(request: SimRequest, robot: int) -> Any:
    """Return the robot's controller: ranges and pose in, speed and turn rate out."""
    model = ROBOT_MODELS[request.models[robot]]
    assert model.infrared is not None
    law, radius = model.infrared, model.radius
    c1, c2 = law.c1, law.c2
    kinds, arguments = (array.tolist() for array in encode(request.actions[robot]))
    body = Drive(model.max_speed, model.wheel_base, list(model.avoid_left), list(model.avoid_right))

    def drive(ranges: list[float], pose: Any) -> list[float]:
        x, y, theta = pose.tolist()
        ir = [ray_activation(ranges[beam] - radius, 1.0, c1, c2) for beam in SENSORS]
        return list(to_twist(control(kinds, arguments, Senses(ir, x, y, theta), body), body))

    return drive
