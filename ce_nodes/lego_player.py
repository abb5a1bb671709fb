"""Node `lego_player`: an example of one that plays, the paper's solution ultrasound 1 behind topics."""

from __future__ import annotations

from geometry_msgs.msg import Twist
from sensor_msgs.msg import Range

from ce_core.lego.world.playground import TIME_STEP
from ce_core.lego.world.robot import MAX_SPEED, velocity_of
from ce_nodes.clocked_node import ClockedNode
from ce_nodes.configs import LegoPlayerConfig
from ce_sim_server.parameters import declare
from ce_sim_server.process import run

FORWARD = velocity_of(MAX_SPEED, MAX_SPEED)
CLOCKWISE = velocity_of(MAX_SPEED, -MAX_SPEED)
"""Forward speed [m/s] and turn rate [rad/s]; a robot that is slower does what it can."""


class LegoPlayer(ClockedNode):
    """Hears `ultrasound`; says `cmd_vel`: straight ahead if a cube is there, otherwise turn on the spot."""

    def __init__(self) -> None:
        super().__init__("lego_player")
        self.config = config = declare(self, LegoPlayerConfig)
        self._command = self.advertise(Twist, f"/{config.robot}/cmd_vel")
        self._heard: float | None = None
        self.listen(Range, f"/{config.robot}/ultrasound", self._on_range)
        self.every(TIME_STEP, self._drive)
        self.start()

    def _on_range(self, heard: Range) -> None:
        self._heard = heard.range

    def _drive(self) -> None:
        if self._heard is None:
            return
        twist = Twist()
        twist.linear.x, twist.angular.z = FORWARD if self._heard < self.config.threshold else CLOCKWISE
        self._command(twist)


def main() -> None:
    run(LegoPlayer)
