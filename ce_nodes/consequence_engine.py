"""Node `consequence_engine`: tracks in, the best safe action out, twice a second."""

from __future__ import annotations

import math
import time
from functools import partial

from builtin_interfaces.msg import Time
from consequence_engine.msg import Action as ActionMessage
from consequence_engine.msg import CtrlRequest, Decision, ExperimentStatus, Tracks
from std_msgs.msg import Header
from visualization_msgs.msg import MarkerArray

from ce_core.consequence_engine.engine import ConsequenceEngine
from ce_core.consequence_engine.snapshot import Snapshot
from ce_core.internal_model.robot_controller import Action
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator.simulator import SimulationError
from ce_core.object_tracker import Track
from ce_core.object_tracker.snapshot_of_tracks import snapshot_of_tracks
from ce_nodes.clocked_node import ClockedNode, to_seconds
from ce_nodes.configs import ConsequenceEngineConfig
from ce_nodes.conversions import decision_to_message, track_from_message
from ce_nodes.health import Health, report_health
from ce_nodes.qos import LATCHED, STREAM
from ce_sim_server.conversions import action_from_message, action_to_message
from ce_sim_server.parameters import declare
from ce_sim_server.process import Spinner, Stopped, run
from ce_sim_server.ros_simulator import RosSimulator

LOOK = 0.1
"""[s] How soon it is noticed at the latest that a trial has begun."""


class ConsequenceEngineNode(ClockedNode):
    """Hears `tracks` and what the others are asked to do; says `action`, `decision` and `markers`."""

    def __init__(self) -> None:
        super().__init__("consequence_engine")
        self.config = config = declare(self, ConsequenceEngineConfig)
        self._top_speed = ROBOT_MODELS[config.engine.robot_model].max_speed
        self._simulator = RosSimulator(config.sim_servers, config.servers)
        self._robot = config.robot
        self._engine = ConsequenceEngine(config.engine, self._simulator)
        self._tracks: list[Track] = []
        self._tracks_stamp = Time()
        self._actions: dict[str, Action] = {}
        self._running = not config.wait_for_experiment
        self._trial = 0
        self._made = self._dropped = 0
        self._next = 0.0
        self._looks = 0
        self._compute_time = 0.0

    def begin(self, executor: Spinner) -> None:
        """Wait until the simulation servers can be reached; only then let the others know of this node."""
        deadline = time.monotonic() + self.config.server_wait
        while (missing := self._simulator.missing()) and time.monotonic() < deadline:
            executor.spin_once(timeout_sec=0.05)
            self.get_logger().warning(
                f"waiting for simulation servers: {', '.join(missing)}",
                throttle_duration_sec=10.0,
                skip_first=True,
            )
        own = self.config.robot
        smart = [own] if own else list(self.config.robots)
        self._say_action = {r: self.advertise(ActionMessage, f"/{r}/action") for r in smart}
        self._say_decision = {r: self.advertise(Decision, f"/{r}/decision") for r in smart}
        self._markers = {r: self.create_publisher(MarkerArray, f"/{r}/markers", STREAM) for r in smart}
        self.listen(ExperimentStatus, "/experiment/status", self._on_status, LATCHED)
        for other in self.config.robots:
            if other != own:
                topic = f"/{other}/ctrl_request"
                self.listen_to_anyone(CtrlRequest, topic, partial(self._on_request, other))
        self.listen(Tracks, "/tracks", self._on_tracks)
        if not self.config.on_tracks:
            period = 1.0 / self.config.rate
            self._looks_per_decision = math.ceil(period / LOOK - 1e-6)
            self.every(period / self._looks_per_decision, self._look)
        report_health(self, self._examine)
        self.start()

    def _on_status(self, status: ExperimentStatus) -> None:
        if not self.config.wait_for_experiment:
            return
        if status.trial != self._trial:  # what was simulated how far ahead belongs to the trial before
            self._trial = status.trial
            self._engine = ConsequenceEngine(self.config.engine, self._simulator)
        self._robot = self.config.robot or status.smart_robot
        before, self._running = (
            self._running,
            status.phase == ExperimentStatus.RUNNING
            and status.controller == "ce"
            and status.smart_robot == self._robot,
        )
        if self._running and not before:
            self._looks = 0

    def _on_request(self, robot: str, request: CtrlRequest) -> None:
        self._actions[robot] = action_from_message(request.action)

    def _on_tracks(self, message: Tracks) -> None:
        self._tracks = [track_from_message(track) for track in message.tracks]
        self._tracks_stamp = message.header.stamp
        if self.config.on_tracks and self.seconds() >= self._next:
            self._next = self.seconds() + 0.9 / self.config.rate
            self._decide()

    def _look(self) -> None:
        """Decide when it is time; a trial that has begun is not kept waiting for the next decision."""
        if self._looks % self._looks_per_decision == 0:
            self._decide()
        self._looks += 1

    def _decide(self) -> None:
        """Decide on what is known now; a moment that has passed is not made up for."""
        if not self._running:
            return
        if self._age() > self.config.oldest_tracks or not any(t.robot == self._robot for t in self._tracks):
            self._dropped += 1
            return
        now = self.now()
        try:
            decision = self._engine.decide(self._snapshot(now))
        except Stopped:
            return
        except (SimulationError, ValueError) as error:
            self._dropped += 1
            self.get_logger().error(f"no decision: {error}", throttle_duration_sec=2.0)
            return
        self._say_action[self._robot](action_to_message(decision.action))
        message = decision_to_message(decision)
        message.header = Header(stamp=now, frame_id="map")
        message.tracks_stamp = self._tracks_stamp
        self._say_decision[self._robot](message)
        if self._markers[self._robot].get_subscription_count():
            from ce_nodes.markers import decision_markers  # only for those who look

            self._markers[self._robot].publish(decision_markers(decision, message.header, self.config.engine))
        self._made, self._compute_time = self._made + 1, decision.compute_time
        if self._made == 1:
            self._simulator.prepare()

    def _snapshot(self, now: Time) -> Snapshot:
        tracked = to_seconds(self._tracks_stamp)
        return snapshot_of_tracks(
            to_seconds(now), self._robot, self._tracks, tracked, self._actions, self._top_speed
        )

    def _age(self) -> float:
        """How old the tracks are [s]."""
        return self.seconds() - to_seconds(self._tracks_stamp)

    def _examine(self, health: Health) -> None:
        balancer, missing = self._simulator.balancer, self._simulator.missing()
        health.values.update(
            robot=self._robot,
            decisions=self._made,
            dropped=self._dropped,
            compute_time_ms=1e3 * self._compute_time,
            requests_sent_again=balancer.resent,
            requests_simulated_here=balancer.simulated_here,
            servers_missing=", ".join(missing),
        )
        if missing:
            health.warn(f"simulation servers missing: {', '.join(missing)}")
        if self._running and self._age() > self.config.oldest_tracks:
            health.error(f"tracks are {self._age():.1f} s old: no decisions")

    def close(self) -> None:
        """End the simulation client's thread."""
        self._simulator.close()


def main() -> None:
    run(ConsequenceEngineNode, ConsequenceEngineNode.begin)
