"""Actions, requests and trajectories as ROS messages, and back."""

from __future__ import annotations

import numpy as np
from consequence_engine.msg import Action as ActionMessage
from consequence_engine.msg import SimRequest as SimRequestMessage
from consequence_engine.msg import SubAction as SubActionMessage
from consequence_engine.msg import Trajectory as TrajectoryMessage

from ce_core.internal_model.robot_controller.action import Action, SubAction
from ce_core.internal_model.simulator.simulator import SimRequest, SimulationError, Trajectory


def action_to_message(action: Action) -> ActionMessage:
    """Turn an action into its message."""
    return ActionMessage(
        sub_actions=[SubActionMessage(name=s.name, arguments=list(s.arguments)) for s in action.sub_actions]
    )


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
    x, y, theta = request.poses.T.tolist()
    v, omega = request.velocities.T.tolist()
    return SimRequestMessage(
        world=request.world,
        robots=list(request.robots),
        models=list(request.models),
        x=x,
        y=y,
        theta=theta,
        v=v,
        omega=omega,
        actions=[action_to_message(a) for a in request.actions],
        duration=request.duration,
        seed=request.seed,
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
    return SimRequest(
        world=message.world,
        robots=tuple(message.robots),
        models=tuple(message.models),
        poses=np.column_stack([message.x, message.y, message.theta]),
        velocities=np.column_stack([message.v, message.omega]),
        actions=tuple(action_from_message(a) for a in message.actions),
        duration=message.duration,
        seed=message.seed,
    )


def trajectory_to_message(trajectory: Trajectory) -> TrajectoryMessage:
    """Turn a trajectory into its message with flat arrays."""
    x, y, theta = trajectory.poses.reshape(-1, 3).T.tolist()
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
    flat = np.column_stack([message.x, message.y, message.theta])
    return Trajectory(
        robots=tuple(message.robots),
        time_step=message.time_step,
        poses=flat.reshape(len(message.robots), message.n_steps, 3),
    )
