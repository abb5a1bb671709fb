"""Node `simulated_robots`: stands in for the arena; each robot speaks the e-puck2 driver's interface."""

from __future__ import annotations

from functools import partial

import numpy as np
from geometry_msgs.msg import PoseArray, Twist
from nav_msgs.msg import Odometry
from sensor_msgs.msg import LaserScan, Range
from std_msgs.msg import Header

from ce_core.experiments.scenario import draw
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.sensors.laser import NO_READING, beam_angles
from ce_core.internal_model.simulator.running_world import RunningWorld
from ce_core.internal_model.world_model import load_arena
from ce_nodes.clock_owner import ClockOwner
from ce_nodes.configs import SimulatedRobotsConfig
from ce_nodes.conversions import pose_to_message
from ce_sim_server.parameters import declare
from ce_sim_server.process import Spinner, run


class SimulatedRobots(ClockOwner):
    """A running world behind topics."""

    def __init__(self) -> None:
        super().__init__("simulated_robots")
        self.config = config = declare(self, SimulatedRobotsConfig)
        scenario = draw(config.seed, config.robots, config.scenario)
        self._model = ROBOT_MODELS[config.robot_model]
        self._world = RunningWorld(
            load_arena(config.world),
            [self._model] * len(config.robots),
            scenario.poses,
            time_step=1.0 / config.mocap_rate,
            seed=config.seed,
            noise=config.noise,
        )
        self._commands = np.zeros((len(config.robots), 2))
        self._mocap = self.advertise(PoseArray, "mocap")
        self._ps, self._odom, self._scan = [], [], {}
        for i, robot in enumerate(config.robots):
            self.listen(Twist, f"{robot}/cmd_vel", partial(self._on_command, i))
            self._ps.append([self.advertise(Range, f"{robot}/ps{k}") for k in range(self._model.n_sensors)])
            self._odom.append(self.advertise(Odometry, f"{robot}/odom"))
            if robot in config.scan_robots:
                self._scan[i] = self.advertise(LaserScan, f"{robot}/scan")
        self._started = False
        self.every(1.0 / config.mocap_rate, self._step)
        self.every(1.0 / config.sensor_rate, self._sense)
        if self._scan:
            self.every(1.0 / config.scan_rate, self._look_around)
        self.start()

    def _on_command(self, robot: int, twist: Twist) -> None:
        self._commands[robot] = twist.linear.x, twist.angular.z

    def _step(self) -> None:
        """Move the world to now; at the very first time it already is there."""
        if self._started:
            self._world.step(self._commands)
        self._started = True
        frame = PoseArray(header=Header(stamp=self.now(), frame_id="map"))
        frame.poses = [pose_to_message(*pose) for pose in self._world.poses.tolist()]
        self._mocap(frame)

    def _sense(self) -> None:
        stamp, infrared = self.now(), self._model.infrared
        for i, activations in enumerate(self._world.infrared().tolist()):
            name = self.config.robots[i]
            for k, activation in enumerate(activations):
                self._ps[i][k](
                    Range(
                        header=Header(stamp=stamp, frame_id=f"{name}/ps{k}"),
                        radiation_type=Range.INFRARED,
                        field_of_view=infrared.opening,
                        max_range=infrared.reach,
                        range=infrared.range_from_activation(activation),
                    )
                )
            odometry = Odometry(
                header=Header(stamp=stamp, frame_id=f"{name}/odom"), child_frame_id=f"{name}/base_link"
            )
            odometry.pose.pose = pose_to_message(*self._world.odometry[i].tolist())
            odometry.twist.twist.linear.x, odometry.twist.twist.angular.z = self._world.velocities[i].tolist()
            self._odom[i](odometry)

    def _look_around(self) -> None:
        beams, reach = self.config.scan_beams, self.config.scan_range
        angles = beam_angles(beams)
        for i, publish in self._scan.items():
            ranges = self._world.scan(i, beams, reach, self.config.scan_sd)
            publish(
                LaserScan(
                    header=Header(stamp=self.now(), frame_id=f"{self.config.robots[i]}/laser"),
                    angle_min=float(angles[0]),
                    angle_max=float(angles[-1]),
                    angle_increment=float(angles[1] - angles[0]),
                    range_max=reach,
                    ranges=np.where(ranges == NO_READING, np.inf, ranges).tolist(),
                )
            )


def spin(node: SimulatedRobots, executor: Spinner) -> None:
    """Lead the lock-step, or just go along with the wall clock."""
    if node.lockstep:
        node.lead(node.config, executor)


def main() -> None:
    run(SimulatedRobots, spin)
