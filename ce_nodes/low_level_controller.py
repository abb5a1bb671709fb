"""Node `low_level_controller`: runs one robot's action at 10 Hz, from its sensors to its wheels."""

from __future__ import annotations

from functools import partial

import numpy as np
from consequence_engine.msg import Action as ActionMessage
from consequence_engine.msg import CtrlRequest, Tracks
from geometry_msgs.msg import Twist
from sensor_msgs.msg import Range

from ce_core.internal_model.robot_controller import (
    Action,
    Senses,
    control,
    encode,
    to_twist,
)
from ce_core.internal_model.robot_controller.move_to import MOVE_TO
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_nodes.clocked_node import ClockedNode
from ce_nodes.configs import LowLevelControllerConfig
from ce_nodes.qos import LATCHED
from ce_sim_server.conversions import action_from_message
from ce_sim_server.parameters import declare
from ce_sim_server.process import run


class LowLevelController(ClockedNode):
    """Hears `ps0`..`ps7`, `tracks`, `action` and `ctrl_request`; says `cmd_vel`."""

    def __init__(self) -> None:
        super().__init__("low_level_controller")
        self.config = config = declare(self, LowLevelControllerConfig)
        self._model = ROBOT_MODELS[config.robot_model]
        self._drive = self._model.drive()
        self._action = encode(Action.parse(config.action))
        self._ir = np.zeros(self._model.n_sensors)
        self._pose: tuple[float, float, float] | None = None
        self._sensed = self._tracked = float("-inf")
        self._command = self.advertise(Twist, f"/{config.robot}/cmd_vel")
        for k in range(self._model.n_sensors):
            self.listen(Range, f"/{config.robot}/ps{k}", partial(self._on_range, k))
        self.listen(Tracks, "/tracks", self._on_tracks)
        self.listen(CtrlRequest, f"/{config.robot}/ctrl_request", self._on_ctrl_request, LATCHED)
        self.listen(ActionMessage, f"/{config.robot}/action", self._on_action)
        self.every(1.0 / config.rate, self._control)
        self.start()

    def _on_range(self, sensor: int, message: Range) -> None:
        reach = message.range if message.range > 0.0 else self._model.infrared.reach
        self._ir[sensor] = self._model.infrared.activation_from_range(reach)
        self._sensed = self.seconds()

    def _on_tracks(self, message: Tracks) -> None:
        for track in message.tracks:
            if track.robot == self.config.robot:
                self._pose = (track.x, track.y, track.theta)
                self._tracked = self.seconds()

    def _on_ctrl_request(self, request: CtrlRequest) -> None:
        self._on_action(request.action)

    def _on_action(self, message: ActionMessage) -> None:
        try:
            self._action = encode(action_from_message(message))
        except ValueError as error:
            self.get_logger().error(f"{self.config.robot} goes on as before: {error}")

    def _control(self) -> None:
        kinds, arguments = self._action
        now, patience = self.seconds(), self.config.patience
        if now - self._sensed > patience or (self._needs_pose() and now - self._tracked > patience):
            self._command(Twist())
            return
        senses = Senses(self._ir, *(self._pose or (0.0, 0.0, 0.0)))
        twist = Twist()
        twist.linear.x, twist.angular.z = map(
            float, to_twist(control(kinds, arguments, senses, self._drive), self._drive)
        )
        self._command(twist)

    def _needs_pose(self) -> bool:
        return bool((self._action[0] == MOVE_TO).any())

    def close(self) -> None:
        """Leave the robot standing."""
        self._command(Twist())


def main() -> None:
    run(LowLevelController)
