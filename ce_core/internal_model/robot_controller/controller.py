"""The robot controller: runs an action's sub-actions one after the other (paper 0, section 2.4.4).

Stateless, at 10 Hz, the same code on the robots and inside the internal simulation.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.robot_controller.action import Action
from ce_core.internal_model.robot_controller.avoidance import AVOIDANCE, avoidance
from ce_core.internal_model.robot_controller.calibrate_ir import CALIBRATE_IR, calibrate_ir
from ce_core.internal_model.robot_controller.go_straight import GO_STRAIGHT, go_straight
from ce_core.internal_model.robot_controller.move_to import MOVE_TO, move_to
from ce_core.internal_model.robot_controller.print_proximity_values import (
    PRINT_PROXIMITY_VALUES,
    print_proximity_values,
)
from ce_core.internal_model.robot_controller.reset_dspic import RESET_DSPIC, reset_dspic
from ce_core.internal_model.robot_controller.stop import STOP, stop
from ce_core.internal_model.robot_controller.sub_action import (
    MAX_ARGUMENTS,
    SUB_ACTIONS,
    Drive,
    Senses,
    Wheels,
)
from ce_core.internal_model.robot_controller.turn_left import TURN_LEFT, turn_left
from ce_core.internal_model.robot_controller.turn_right import TURN_RIGHT, turn_right

MAX_SUB_ACTIONS = 8
"""Sub-actions that one action may be composed of."""

CONTROL_PERIOD = 0.1
"""Robots run their controller this often [s] (paper 0, section 2.4.4: 10 Hz)."""

NO_SUB_ACTION = 0
"""Kind of the unused places behind an action's last sub-action."""


def control(kinds: NDArray[np.int64], arguments: NDArray[np.float64], senses: Senses, drive: Drive) -> Wheels:
    """Run the sub-actions in order, each on the wheels that the one before left, and limit the result.

    kinds (MAX_SUB_ACTIONS,) and arguments (MAX_SUB_ACTIONS, MAX_ARGUMENTS) come from `encode`.
    """
    wheels = Wheels(0.0, 0.0)
    for place in range(len(kinds)):
        if kinds[place] == NO_SUB_ACTION:
            break
        wheels = run_sub_action(kinds[place], wheels, arguments[place], senses, drive)
    top = drive.max_speed
    return Wheels(min(max(wheels.left, -top), top), min(max(wheels.right, -top), top))


def uses_pose(kinds: NDArray[np.int64]) -> bool:
    """Tell whether an action depends on where the robot is; a new member that asks is added here."""
    found = False
    for place in range(len(kinds)):
        found = found or kinds[place] == MOVE_TO
    return found


def run_sub_action(
    kind: int, wheels: Wheels, arguments: NDArray[np.float64], senses: Senses, drive: Drive
) -> Wheels:
    """Run the sub-action of this kind; a new member of the family is added here."""
    if kind == GO_STRAIGHT:
        return go_straight(wheels, arguments, senses, drive)
    if kind == AVOIDANCE:
        return avoidance(wheels, arguments, senses, drive)
    if kind == MOVE_TO:
        return move_to(wheels, arguments, senses, drive)
    if kind == STOP:
        return stop(wheels, arguments, senses, drive)
    if kind == TURN_LEFT:
        return turn_left(wheels, arguments, senses, drive)
    if kind == TURN_RIGHT:
        return turn_right(wheels, arguments, senses, drive)
    if kind == CALIBRATE_IR:
        return calibrate_ir(wheels, arguments, senses, drive)
    if kind == RESET_DSPIC:
        return reset_dspic(wheels, arguments, senses, drive)
    if kind == PRINT_PROXIMITY_VALUES:
        return print_proximity_values(wheels, arguments, senses, drive)
    return wheels


def to_twist(wheels: Wheels, drive: Drive) -> tuple[float, float]:
    """Return forward speed [m/s] and turn rate [rad/s] of a robot whose wheels run like this."""
    return 0.5 * (wheels.left + wheels.right), (wheels.right - wheels.left) / drive.wheel_base


@lru_cache(maxsize=4096)
def encode(action: Action) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Write an action as the arrays that `control` runs: kinds and arguments, both read-only."""
    if not 1 <= len(action.sub_actions) <= MAX_SUB_ACTIONS:
        raise ValueError(
            f"action {str(action)!r} has {len(action.sub_actions)} sub-actions; "
            f"expected 1 to {MAX_SUB_ACTIONS}"
        )
    kinds = np.full(MAX_SUB_ACTIONS, NO_SUB_ACTION, dtype=np.int64)
    arguments = np.zeros((MAX_SUB_ACTIONS, MAX_ARGUMENTS))
    for place, sub_action in enumerate(action.sub_actions):
        member = SUB_ACTIONS[sub_action.name]
        if len(sub_action.arguments) != len(member.arguments):
            right = f"{sub_action.name}({', '.join(member.arguments)})"
            raise ValueError(
                f"{sub_action} in action {str(action)!r} has {len(sub_action.arguments)} arguments; "
                f"expected {right if member.arguments else sub_action.name}"
            )
        if not all(map(math.isfinite, sub_action.arguments)):
            raise ValueError(f"{sub_action} in action {str(action)!r} has an argument that is not finite")
        kinds[place] = member.kind
        arguments[place, : len(sub_action.arguments)] = sub_action.arguments
    kinds.setflags(write=False)
    arguments.setflags(write=False)
    return kinds, arguments
