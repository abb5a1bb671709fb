"""VMAS: thousands of worlds at once as torch tensors; all requests are simulated side by side."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from ce_core.internal_model.robot_controller.controller import CONTROL_PERIOD, encode
from ce_core.internal_model.robot_controller.move_to import MOVE_TO, TOLERANCE, TURN_GAIN
from ce_core.internal_model.robot_model import ROBOT_MODELS, RobotModel
from ce_core.internal_model.simulator import SimRequest, Trajectory
from ce_core.internal_model.simulator.batch import n_steps
from ce_core.internal_model.simulator.request_checks import arena_of
from peers import BEAMS, SENSORS


def run(requests: list[SimRequest], threads: int = 1) -> tuple[list[Trajectory], float]:
    """Simulate requests of the same world, robots and duration, whose actions differ in numbers only."""
    import torch

    torch.set_num_threads(threads)
    with torch.no_grad():
        return _run(requests, torch)


def _run(requests: list[SimRequest], torch: Any) -> tuple[list[Trajectory], float]:
    first = requests[0]
    world, agents, lidars = _world(first, len(requests))
    model = ROBOT_MODELS[first.models[0]]
    start_poses = torch.tensor(np.array([request.poses for request in requests]), dtype=torch.float32)
    for robot, agent in enumerate(agents):
        agent.set_pos(start_poses[:, robot, :2], batch_index=None)
        agent.set_rot(start_poses[:, robot, 2:], batch_index=None)
    drivers = [_driver(requests, robot, model, torch) for robot in range(len(agents))]
    poses = torch.empty((n_steps(first.duration) + 1, len(agents), len(requests), 3))
    start = time.perf_counter()
    for step in range(len(poses)):
        for robot, agent in enumerate(agents):
            poses[step, robot] = torch.cat((agent.state.pos, agent.state.rot), dim=1)
            if step + 1 < len(poses):
                agent.action.u = drivers[robot](lidars[robot].measure(), poses[step, robot])
        if step + 1 < len(poses):
            for agent in agents:
                agent.dynamics.process_action()
            world.step()
    seconds = time.perf_counter() - start
    paths = poses.permute(2, 1, 0, 3).double().numpy()
    return [Trajectory(first.robots, CONTROL_PERIOD, path) for path in paths], seconds


def _world(request: SimRequest, n_worlds: int) -> tuple[Any, list[Any], list[Any]]:
    """Build the worlds: robots that collide, walls as lines, a lidar of eight beams each."""
    import torch
    from vmas.simulator.core import Agent, Landmark, Line, Sphere, World
    from vmas.simulator.dynamics.diff_drive import DiffDrive
    from vmas.simulator.sensors import Lidar

    world = World(n_worlds, torch.device("cpu"), dt=CONTROL_PERIOD, drag=0.0)
    agents, lidars = [], []
    for name, model_name in zip(request.robots, request.models, strict=True):
        model = ROBOT_MODELS[model_name]
        assert model.infrared is not None
        reach = model.radius + model.infrared.reach
        lidars.append(Lidar(world, BEAMS[0], BEAMS[-1], len(BEAMS), reach))
        agents.append(
            Agent(
                name,
                shape=Sphere(model.radius),
                sensors=[lidars[-1]],
                dynamics=DiffDrive(world, integration="euler"),
            )
        )
        world.add_agent(agents[-1])
    walls = arena_of(request.world).segments
    for k, (x1, y1, x2, y2) in enumerate(walls.tolist()):
        wall = Landmark(f"wall {k}", shape=Line(float(np.hypot(x2 - x1, y2 - y1))), collide=True)
        world.add_landmark(wall)
        wall.set_pos(torch.tensor([[0.5 * (x1 + x2), 0.5 * (y1 + y2)]]).repeat(n_worlds, 1), None)
        wall.set_rot(torch.tensor([[np.arctan2(y2 - y1, x2 - x1)]]).float().repeat(n_worlds, 1), None)
    return world, agents, lidars


def _driver(requests: list[SimRequest], robot: int, model: RobotModel, torch: Any) -> Any:
    """Return one robot's controller in all worlds: MoveTo or GoStraight, then Avoidance."""
    assert model.infrared is not None
    law, top = model.infrared, model.max_speed
    c1, c2 = law.c1, law.c2
    kinds = encode(requests[0].actions[robot])[0]
    arguments = torch.tensor(
        np.array([encode(request.actions[robot])[1][0] for request in requests]), dtype=torch.float32
    )
    weights = torch.tensor((model.avoid_left, model.avoid_right)).T[list(np.argsort(SENSORS))]

    def drive(ranges: Any, pose: Any) -> Any:
        if kinds[0] == MOVE_TO:
            wheels = _move_to(arguments, pose, top, torch)
        else:
            wheels = (arguments[:, 0] * top)[:, None].repeat(1, 2)
        distance = (ranges - model.radius).clamp(min=1e-6)
        wheels = wheels + (c1 / distance**2 + c2).clamp(0.0, 1.0) @ weights * top
        left, right = wheels.clamp(-top, top).unbind(1)
        return torch.stack((0.5 * (left + right), (right - left) / model.wheel_base), dim=1)

    return drive


def _move_to(goal: Any, pose: Any, top: float, torch: Any) -> Any:
    """Write `move_to` of our controller for many poses (N, 3) at once; return wheels (N, 2)."""
    dx, dy = goal[:, 0] - pose[:, 0], goal[:, 1] - pose[:, 1]
    error = torch.remainder(torch.atan2(dy, dx) - pose[:, 2] + torch.pi, 2.0 * torch.pi) - torch.pi
    forward = top * torch.cos(error).clamp(min=0.0)
    turn = top * (TURN_GAIN * error).clamp(-1.0, 1.0)
    wheels = torch.stack((forward - turn, forward + turn), dim=1)
    return torch.where((dx * dx + dy * dy <= TOLERANCE**2)[:, None], 0.0, wheels)
