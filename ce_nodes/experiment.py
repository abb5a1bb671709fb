"""Node `experiment`: gives out the roles, watches the run, scores it and says how it went."""

from __future__ import annotations

from consequence_engine.msg import CtrlRequest, Decision, ExperimentStatus, Tracks
from geometry_msgs.msg import PoseArray
from std_msgs.msg import Header

from ce_core.experiments.metrics import RunScore
from ce_core.experiments.scenario import draw
from ce_core.experiments.summary import summary
from ce_core.internal_model.robot_controller import Action
from ce_nodes.clocked_node import ClockedNode
from ce_nodes.configs import ExperimentConfig
from ce_nodes.qos import LATCHED
from ce_sim_server.conversions import action_to_message
from ce_sim_server.parameters import declare
from ce_sim_server.process import Finished, run

STOP = Action.parse("Stop")
LINGER = 0.3
"""How long the last requests have to reach the robots [s]."""


class Experiment(ClockedNode):
    """Hears where everyone is; says `ctrl_request` to the robots and `experiment/status` to all."""

    def __init__(self) -> None:
        super().__init__("experiment")
        self.config = config = declare(self, ExperimentConfig)
        self.scenario = scenario = draw(config.seed, config.robots, config.scenario)
        self.score = RunScore(scenario.goal, scenario.smart_index, config.score)
        self.phase = ExperimentStatus.WAITING
        self._positions: dict[str, tuple[float, float]] = {}
        self._finished: float | None = None
        self._status = self.advertise(ExperimentStatus, "experiment/status", LATCHED)
        self._request = {
            robot: self.advertise(CtrlRequest, f"{robot}/ctrl_request", LATCHED) for robot in config.robots
        }
        if config.score_from == "tracks":
            self.listen(Tracks, "tracks", self._on_tracks)
        else:
            self.listen(PoseArray, "mocap", self._on_mocap)
        self.listen(Decision, f"{scenario.smart_robot}/decision", self._on_decision)
        self.every(1.0 / config.rate, self._watch)
        self._say_where_to_start()
        self.start()

    def _on_tracks(self, message: Tracks) -> None:
        self._positions.update({track.robot: (track.x, track.y) for track in message.tracks})

    def _on_mocap(self, frame: PoseArray) -> None:
        for robot, pose in zip(self.config.robots, frame.poses, strict=False):
            self._positions[robot] = (pose.position.x, pose.position.y)

    def _on_decision(self, decision: Decision) -> None:
        self.score.count_simulations(decision.simulations)

    def _watch(self) -> None:
        """Begin when everyone is seen, score, and end on arrival or when the time is up."""
        now = self.seconds()
        if self._finished is not None:
            if now >= self._finished + LINGER:
                raise Finished
            return
        if self.phase == ExperimentStatus.WAITING and self._everyone_is_there():
            self._begin()
        if self.phase == ExperimentStatus.RUNNING:
            self.score.update(now, [self._positions[robot] for robot in self.config.robots])
            if self.score.arrived or self.score.run_time >= self.config.time_limit:
                self._end(now)
        self._report()

    def _everyone_is_there(self) -> bool:
        """All robots are seen and, where lock-step has not made sure of it, all nodes can be reached."""
        robots, smart = self.config.robots, self.scenario.smart_robot
        missing = [f"the position of {robot}" for robot in robots if robot not in self._positions]
        if not self.lockstep:
            missing += [
                f"the controller of {robot}"
                for robot in robots
                if not self.count_subscribers(f"{robot}/ctrl_request")
            ]
            if self.config.controller == "ce" and not self.count_publishers(f"{smart}/action"):
                missing.append("the consequence engine")
        if missing:
            self.get_logger().info(
                f"waiting for {', '.join(missing)}", throttle_duration_sec=5.0, skip_first=True
            )
        return not missing

    def _begin(self) -> None:
        self.phase = ExperimentStatus.RUNNING
        for robot, action in zip(self.scenario.names, self.scenario.actions, strict=True):
            if robot != self.scenario.smart_robot or self.config.controller == "baseline":
                self._ask(robot, action)

    def _end(self, now: float) -> None:
        arrived = self.score.arrived
        self.phase = ExperimentStatus.DONE if arrived else ExperimentStatus.TIMED_OUT
        self._finished = now
        for robot in self.config.robots:
            self._ask(robot, STOP)
        print(summary(self.score, self.config.controller, self.config.seed), flush=True)

    def _ask(self, robot: str, action: Action) -> None:
        header = Header(stamp=self.now(), frame_id="map")
        self._request[robot](CtrlRequest(header=header, robot=robot, action=action_to_message(action)))

    def _say_where_to_start(self) -> None:
        places = ", ".join(
            f"{name} ({x:.2f}, {y:.2f}, {theta:.2f})"
            for name, (x, y, theta) in zip(self.scenario.names, self.scenario.poses.tolist(), strict=True)
        )
        self.get_logger().info(f"smart robot: {self.scenario.smart_robot}; start poses: {places}")

    def _report(self) -> None:
        score = self.score
        self._status(
            ExperimentStatus(
                header=Header(stamp=self.now(), frame_id="map"),
                phase=self.phase,
                controller=self.config.controller,
                arena=self.config.world,
                seed=self.config.seed,
                smart_robot=self.scenario.smart_robot,
                h_robots=list(self.scenario.h_robots),
                goal_x=float(self.scenario.goal[0]),
                goal_y=float(self.scenario.goal[1]),
                run_time=float(score.run_time),
                distance=float(score.distance),
                danger_ratio=float(score.danger_ratio),
                min_distance=float(score.min_distance),
                simulations_per_step=float(score.simulations_per_step),
            )
        )


def main() -> None:
    run(Experiment)
