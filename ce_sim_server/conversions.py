"""Actions, requests and trajectories as ROS messages, and back."""

from __future__ import annotations

from array import array
from functools import lru_cache

import numpy as np
from consequence_engine.msg import Action as ActionMessage
from consequence_engine.msg import SimRequest as SimRequestMessage
from consequence_engine.msg import SubAction as SubActionMessage
from consequence_engine.msg import Trajectory as TrajectoryMessage
from numpy.typing import NDArray

from ce_core.internal_model.robot_controller.action import Action, SubAction
from ce_core.internal_model.simulator.simulator import SimRequest, SimulationError, Trajectory
from ce_sim_server.versions import (
    OtherVersionError,
    plain_model,
    plain_world,
    versioned_model,
    versioned_world,
)


def action_to_message(action: Action) -> ActionMessage:
    """Turn an action into its message."""
    return ActionMessage(
        sub_actions=[SubActionMessage(name=s.name, arguments=list(s.arguments)) for s in action.sub_actions]
    )


@lru_cache(maxsize=1024)
def _shared_message(action: Action) -> ActionMessage:
    """Return one message for all requests with this action; it is sent and never changed."""
    return action_to_message(action)


def action_from_message(message: ActionMessage) -> Action:
    """Turn a message into an action."""
    return Action(tuple(SubAction(s.name, tuple(s.arguments)) for s in message.sub_actions))


def request_to_message(request: SimRequest) -> SimRequestMessage:
    """Turn a simulation request into its message."""
    if not isinstance(request.world, str):
        raise SimulationError(
            f"world = arena {request.world.name!r}: a server reads its arenas itself; "
            "expected the arena's name or the path of its file"
        )
    x, y, theta = map(_flat, request.poses.T)
    v, omega = map(_flat, request.velocities.T)
    return SimRequestMessage(
        world=versioned_world(request.world),
        robots=list(request.robots),
        models=[versioned_model(model) for model in request.models],
        x=x,
        y=y,
        theta=theta,
        v=v,
        omega=omega,
        actions=[_shared_message(a) for a in request.actions],
        duration=request.duration,
        seed=request.seed,
        scenario=request.scenario,
    )


def request_from_message(message: SimRequestMessage, index: int) -> SimRequest:
    """Turn the message at this index of a batch into a request; its arrays must have equal lengths."""
    n = len(message.robots)
    for name in ("models", "x", "y", "theta", "v", "omega", "actions"):
        if len(getattr(message, name)) != n:
            raise SimulationError(
                f"request {index}: {name} has {len(getattr(message, name))} entries for {n} robots; "
                "every array has one entry per robot"
            )
    try:
        world, models = plain_world(message.world), tuple(map(plain_model, message.models))
    except OtherVersionError as error:
        raise OtherVersionError(f"request {index}: {error}") from None
    return SimRequest(
        world=world,
        robots=tuple(message.robots),
        models=models,
        poses=np.column_stack([message.x, message.y, message.theta]),
        velocities=np.column_stack([message.v, message.omega]),
        actions=tuple(action_from_message(a) for a in message.actions),
        duration=message.duration,
        seed=message.seed,
        scenario=message.scenario,
    )


def trajectory_to_message(trajectory: Trajectory) -> TrajectoryMessage:
    """Turn a trajectory into its message with flat arrays."""
    x, y, theta = map(_flat, trajectory.poses.reshape(-1, 3).T)
    return TrajectoryMessage(
        robots=list(trajectory.robots),
        n_steps=trajectory.poses.shape[1],
        time_step=trajectory.time_step,
        x=x,
        y=y,
        theta=theta,
    )


def trajectory_from_message(message: TrajectoryMessage) -> Trajectory:
    """Turn a message with flat arrays into a trajectory."""
    shape = (len(message.robots), message.n_steps)
    poses = np.empty((*shape, 3))
    for k, values in enumerate((message.x, message.y, message.theta)):
        poses[:, :, k] = np.frombuffer(values).reshape(shape)
    return Trajectory(robots=tuple(message.robots), time_step=message.time_step, poses=poses)


def _flat(values: NDArray[np.float64]) -> array[float]:
    """Return numbers as rclpy takes them without looking at each."""
    return array("d", np.ascontiguousarray(values).tobytes())
