"""Node `lego_playground`: the LEGO robot of paper 1 among its cubes; `cmd_vel` in, sensor readings out."""

from __future__ import annotations

import math

from consequence_engine.msg import LegoSensors, LegoStatus
from geometry_msgs.msg import PoseArray, Twist
from sensor_msgs.msg import Range
from std_msgs.msg import Header

from ce_core.lego.lego_world import LegoWorld
from ce_core.lego.starts import starts_named
from ce_core.lego.trial import Trial, result
from ce_core.lego.world.playground import STEP_RATE, TIME_STEP
from ce_core.lego.world.robot import belts_for
from ce_core.lego.world.sensors.ultrasound import NOTHING, field_of_view
from ce_nodes.clock_owner import ClockOwner
from ce_nodes.configs import LegoPlaygroundConfig
from ce_nodes.conversions import pose_to_message
from ce_nodes.health import Health, report_health
from ce_nodes.qos import LATCHED
from ce_sim_server.parameters import declare
from ce_sim_server.process import Spinner, run


class LegoPlayground(ClockOwner):
    """A LEGO world behind topics; its clock stands still until the first command."""

    def __init__(self) -> None:
        super().__init__("lego_playground")
        self.config = config = declare(self, LegoPlaygroundConfig)
        self._start = starts_named(config.starts)[config.start - 1]
        self._world = LegoWorld(self._start, config.conditions)
        self._begun = False
        self._told: object = None
        self._range = self.advertise(Range, f"/{config.robot}/ultrasound")
        self._sensors = self.advertise(LegoSensors, f"/{config.robot}/sensors")
        self._poses = self.advertise(PoseArray, f"/{config.robot}/playground")
        self._status = self.advertise(LegoStatus, f"/{config.robot}/status", LATCHED)
        self.listen(Twist, f"/{config.robot}/cmd_vel", self._on_command)
        self.every(TIME_STEP, self._step)
        report_health(self, self._examine)
        self.start()

    def _on_command(self, twist: Twist) -> None:
        if not (math.isfinite(twist.linear.x) and math.isfinite(twist.angular.z)):
            self.get_logger().error(
                f"cmd_vel with linear.x = {twist.linear.x}, angular.z = {twist.angular.z} is left out: "
                "both must be finite [m/s, rad/s]",
                throttle_duration_sec=5.0,
            )
            return
        self._begun = True
        self._world.motor(*belts_for(twist.linear.x, twist.angular.z))

    def _step(self) -> None:
        """Let 20 ms pass, and say what the robot perceives now."""
        over = self._begun and self._world.advance(1)
        self._say_readings(Header(stamp=self.now(), frame_id="map"))
        if not over:
            self._say_status(LegoStatus.RUNNING if self._begun else LegoStatus.WAITING)
            return
        trial = result(self._world, self._start, "", keep_trace=False)
        self._say_status(LegoStatus.DONE if trial.completed else LegoStatus.FAILED, trial.end)
        if self.config.exit_when_done:
            self.get_logger().info(_in_words(trial))
            Spinner.finish()

    def _say_readings(self, header: Header) -> None:
        world, robot = self._world, self.config.robot
        heard = world.ultrasound()
        at_sensor = Header(stamp=header.stamp, frame_id=f"{robot}/ultrasound")
        self._range(
            Range(
                header=at_sensor,
                radiation_type=Range.ULTRASOUND,
                field_of_view=field_of_view(self.config.preset),
                max_range=0.01 * NOTHING,
                range=math.inf if heard >= NOTHING else 0.01 * heard,
            )
        )
        self._sensors(
            LegoSensors(
                header=Header(stamp=header.stamp, frame_id=f"{robot}/base_link"),
                ultrasound=heard,
                reflection_down=world.reflection_down(),
                reflection_red_left=world.red_reflection(False),
                reflection_red_right=world.red_reflection(True),
                blink=world.blink(),
            )
        )
        *cubes, body = world.poses.tolist()
        self._poses(PoseArray(header=header, poses=[pose_to_message(*pose) for pose in (body, *cubes)]))

    def _say_status(self, phase: int, note: str = "") -> None:
        """Say how the trial stands, when that changes."""
        removed = self._world.removed
        if self._told == (phase, removed):
            return
        self._told = phase, removed
        self._status(
            LegoStatus(
                header=Header(stamp=self.now()),
                phase=phase,
                start=f"{self.config.starts}/{self.config.start}",
                preset=self.config.preset,
                time=self._world.step / STEP_RATE,
                removed=[math.nan if time is None else time for time in removed],
                note=note,
            )
        )

    def _examine(self, health: Health) -> None:
        health.values.update(time=self._world.step / STEP_RATE, removed=sum(map(bool, self._world.removed)))
        if not self._begun:
            health.warn(f"waits for the first command on /{self.config.robot}/cmd_vel")


def _in_words(trial: Trial) -> str:
    """Say how a trial went, in one line."""
    if trial.time is None:
        return f"not completed: {trial.end}; removed: {', '.join(trial.order) or 'nothing'}"
    return f"completed in {trial.time:.2f} s; removed: {', '.join(trial.order)}"


def spin(node: LegoPlayground, executor: Spinner) -> None:
    """Lead the lock-step, or just go along with the wall clock."""
    if node.lockstep:
        node.lead(node.config, executor)


def main() -> None:
    run(LegoPlayground, spin)
