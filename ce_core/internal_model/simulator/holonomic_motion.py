"""How a robot moves that can go in any direction at once: a pedestrian, an omnidirectional base.

Its heading is the direction in which it moves, so that the state of a wheeled robot serves it as well. Plain
Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.robot_controller.action import Action
from ce_core.internal_model.robot_controller.go_straight import GO_STRAIGHT
from ce_core.internal_model.robot_controller.move_to import MOVE_TO, TOLERANCE
from ce_core.internal_model.robot_controller.stop import STOP
from ce_core.internal_model.robot_controller.sub_action import Senses

SETTLING_TIME = 0.5
"""MoveTo covers what remains in this time [s] once it is near: the relaxation time of pedestrian models."""

HOLONOMIC_SUB_ACTIONS = ("GoStraight", "MoveTo", "Stop")
"""What such a robot can do; it has no wheels to turn."""


def check_holonomic(action: Action) -> None:
    """Raise ValueError for an action that a robot without wheels cannot do."""
    for sub_action in action.sub_actions:
        if sub_action.name not in HOLONOMIC_SUB_ACTIONS:
            raise ValueError(
                f"{sub_action} in action {str(action)!r} needs wheels; "
                f"a holonomic robot can do {', '.join(HOLONOMIC_SUB_ACTIONS)}"
            )


def wanted_velocity(
    kinds: NDArray[np.int64], arguments: NDArray[np.float64], senses: Senses, max_speed: float
) -> tuple[float, float]:
    """Return the velocity [m/s], frame map, that the sub-actions of a holonomic robot ask for."""
    vx, vy = 0.0, 0.0
    for place in range(len(kinds)):
        if kinds[place] == GO_STRAIGHT:
            speed = min(max(arguments[place, 0], -1.0), 1.0) * max_speed
            vx, vy = speed * math.cos(senses.theta), speed * math.sin(senses.theta)
        elif kinds[place] == MOVE_TO:
            dx, dy = arguments[place, 0] - senses.x, arguments[place, 1] - senses.y
            distance = math.sqrt(dx * dx + dy * dy)
            # Slower near the goal, as one who walks slows down.
            scale = min(max_speed, distance / SETTLING_TIME) / distance if distance > TOLERANCE else 0.0
            vx, vy = dx * scale, dy * scale
        elif kinds[place] == STOP:
            vx, vy = 0.0, 0.0
    return vx, vy


def turn_velocity(v: float, theta: float, vx: float, vy: float, max_change: float) -> tuple[float, float]:
    """Return speed [m/s] and heading [rad] after the velocity went towards (vx, vy) [m/s], frame map.

    It changes by at most max_change [m/s], in any direction; a robot that stands keeps its heading.
    """
    now_x, now_y = v * math.cos(theta), v * math.sin(theta)
    dx, dy = vx - now_x, vy - now_y
    change = math.sqrt(dx * dx + dy * dy)
    if change > max_change:
        dx, dy = dx * max_change / change, dy * max_change / change
    now_x, now_y = now_x + dx, now_y + dy
    speed = math.sqrt(now_x * now_x + now_y * now_y)
    if speed < 1e-12:
        return 0.0, theta
    return speed, math.atan2(now_y, now_x)
