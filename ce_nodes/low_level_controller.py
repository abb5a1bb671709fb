"""Node `low_level_controller`: runs one robot's action at 10 Hz, from its sensors to its wheels."""

from __future__ import annotations

import time
from functools import partial

from consequence_engine.msg import Action as ActionMessage
from consequence_engine.msg import CtrlRequest, ExperimentStatus, Tracks
from geometry_msgs.msg import Twist
from sensor_msgs.msg import Range
from std_msgs.msg import Empty

from ce_core.internal_model.robot_controller import Action, Senses, control, encode, to_twist
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_nodes.clocked_node import ClockedNode
from ce_nodes.configs import LowLevelControllerConfig
from ce_nodes.health import Health, Intervals, report_health
from ce_nodes.proximity import Proximity
from ce_nodes.qos import LATCHED, STREAM
from ce_sim_server.conversions import action_from_message
from ce_sim_server.parameters import declare
from ce_sim_server.process import run

NEVER = float("-inf")


class LowLevelController(ClockedNode):
    """Hears `ps0`..`ps7`, `tracks`, `action` and `ctrl_request`; says `cmd_vel`."""

    def __init__(self) -> None:
        super().__init__("low_level_controller")
        self.config = config = declare(self, LowLevelControllerConfig)
        self._model = ROBOT_MODELS[config.robot_model]
        self._drive = self._model.drive()
        self._law = self._model.infrared
        self._proximity = Proximity(self._model.n_sensors)
        self._pose: tuple[float, float, float] | None = None
        self._tracked = NEVER
        self._asked_by_engine: float | None = None
        self._trial: ExperimentStatus | None = None
        self._held: Action | None = None
        self._reason = ""
        self._intervals = Intervals(1.0 / config.rate)
        self._command = self.advertise(Twist, f"/{config.robot}/cmd_vel")
        self._reset = self.create_publisher(Empty, f"/{config.robot}/reset", STREAM)
        self._do(Action.parse(config.action))
        for k in range(self._model.n_sensors):
            self.listen(Range, f"/{config.robot}/ps{k}", partial(self._on_range, k))
        self.listen(Tracks, "/tracks", self._on_tracks)
        self.listen(ExperimentStatus, "/experiment/status", self._on_status, LATCHED)
        self.listen_to_anyone(CtrlRequest, f"/{config.robot}/ctrl_request", self._on_ctrl_request)
        self.listen(ActionMessage, f"/{config.robot}/action", self._on_action)
        self.every(1.0 / config.rate, self._control)
        report_health(self, self._examine)
        self.start()

    def _on_range(self, sensor: int, message: Range) -> None:
        assert self._law is not None  # a robot without infrared sensors has no such topics
        reach = message.range if message.range > 0.0 else self._law.reach
        self._proximity.set(sensor, self._law.activation_from_range(reach), self.seconds())

    def _on_tracks(self, message: Tracks) -> None:
        for track in message.tracks:
            if track.robot == self.config.robot:
                self._pose = (track.x, track.y, track.theta)
                self._tracked = self.seconds()

    def _on_status(self, status: ExperimentStatus) -> None:
        """In a trial with the engine only the engine moves the smart robot; between trials it does not."""
        self._trial = status
        if self._held is not None and not self._engine_drives():
            self._do(self._held)

    def _engine_drives(self) -> bool:
        trial = self._trial
        return (
            trial is not None
            and trial.phase == ExperimentStatus.RUNNING
            and trial.controller == "ce"
            and trial.smart_robot == self.config.robot
        )

    def _on_ctrl_request(self, request: CtrlRequest) -> None:
        try:
            action = action_from_message(request.action)
            encode(action)
        except ValueError as error:
            self.get_logger().error(f"{self.config.robot} goes on as before: {error}")
            return
        if self._engine_drives():
            self._held = action
            self.get_logger().info(f"{action} has to wait: in a trial only the engine moves this robot")
        else:
            self._do(action)

    def _on_action(self, message: ActionMessage) -> None:
        if self._trial is not None and not self._engine_drives():
            return  # the trial is over
        try:
            self._do(action_from_message(message), by_engine=True)
        except ValueError as error:
            self.get_logger().error(f"{self.config.robot} goes on as before: {error}")

    def _do(self, action: Action, *, by_engine: bool = False) -> None:
        self._encoded = encode(action)
        names = {s.name for s in action.sub_actions}
        self._action, self._needs_pose = action, "MoveTo" in names
        self._calibrating, self._printing = "CalibrateIR" in names, "PrintProximityValues" in names
        self._asked_by_engine = self.seconds() if by_engine else None
        if not by_engine:
            self._held = None
        if "ResetDSPIC" in names:
            self._proximity.reset()
            self._reset.publish(Empty())

    def _control(self) -> None:
        self._intervals.note(time.monotonic())
        self._reason = self._why_stop()
        twist = Twist()
        if not self._reason:
            self._run_hardware_commands()
            senses = Senses(self._proximity.values, *(self._pose or (0.0, 0.0, 0.0)))
            wheels = control(*self._encoded, senses, self._drive)
            twist.linear.x, twist.angular.z = map(float, to_twist(wheels, self._drive))
        self._command(twist)

    def _why_stop(self) -> str:
        """Say what is too old to go on with, or nothing."""
        now, config = self.seconds(), self.config
        if self._law is not None and now - self._proximity.heard > config.sensor_patience:
            return "the sensors are silent"
        if self._needs_pose and now - self._tracked > config.track_patience:
            return "the tracker does not see this robot"
        if self._asked_by_engine is not None and now - self._asked_by_engine > config.action_patience:
            return "the engine is silent"
        return ""

    def _run_hardware_commands(self) -> None:
        if self._calibrating and self._proximity.calibrate():
            self._calibrating = False
            self.get_logger().info("infrared sensors calibrated")
        if self._printing:
            self.get_logger().info(f"{self.config.robot}: {self._proximity}", throttle_duration_sec=1.0)

    def _examine(self, health: Health) -> None:
        health.values.update(action=str(self._action))
        if not self.lockstep:
            health.values.update(self._intervals.jitter())
        if self._reason:
            health.warn(f"stopped: {self._reason}")

    def close(self) -> None:
        """Leave the robot standing."""
        self._command(Twist())


def main() -> None:
    run(LowLevelController)
