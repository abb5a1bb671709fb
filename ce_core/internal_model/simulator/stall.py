"""Contacts as Stage has them: a move that would touch something is undone, and the robot stalls.

For robot models that ask for it (`RobotModel.stalls`); all others slide along what they touch. Plain Python
that `ce_core.kernels` compiles.
"""

from __future__ import annotations

from ce_core.internal_model.robot_model.model_table import ModelTable
from ce_core.internal_model.simulator.contacts import SLACK
from ce_core.internal_model.simulator.neighbours import from_wall
from ce_core.internal_model.simulator.scene import Scene


def touches(scene: Scene, table: ModelTable, robot: int) -> bool:
    """Tell whether a robot overlaps a wall, an obstacle or another robot of its room."""
    x, y, radius = scene.x[robot], scene.y[robot], table.radius[scene.model[robot]]
    room = scene.room[robot]
    for wall in range(scene.first_wall[room], scene.end_wall[room]):
        dx, dy = from_wall(x, y, scene.walls, wall)
        if dx * dx + dy * dy < (radius - SLACK) * (radius - SLACK):
            return True
    for k in range(scene.first_circle[room], scene.end_circle[room]):
        apart = radius + scene.circles[k, 2] - SLACK
        dx, dy = scene.circles[k, 0] - x, scene.circles[k, 1] - y
        if dx * dx + dy * dy < apart * apart:
            return True
    for other in range(scene.first_robot[room], scene.first_robot[room + 1]):
        apart = radius + table.radius[scene.model[other]] - SLACK
        dx, dy = scene.x[other] - x, scene.y[other] - y
        if other != robot and dx * dx + dy * dy < apart * apart:
            return True
    return False
