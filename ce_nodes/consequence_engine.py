"""Node `consequence_engine`: tracks in, the best safe action out, twice a second."""

from __future__ import annotations

from functools import partial

from consequence_engine.msg import Action as ActionMessage
from consequence_engine.msg import CtrlRequest, Decision, ExperimentStatus, Tracks
from std_msgs.msg import Header

from ce_core.consequence_engine.engine import ConsequenceEngine
from ce_core.consequence_engine.snapshot import Snapshot
from ce_core.internal_model.robot_controller import Action, SubAction
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator.simulator import SimulationError
from ce_core.object_tracker import Track
from ce_nodes.clocked_node import ClockedNode
from ce_nodes.configs import ConsequenceEngineConfig
from ce_nodes.conversions import decision_to_message, track_from_message
from ce_nodes.qos import LATCHED
from ce_sim_server.conversions import action_from_message, action_to_message
from ce_sim_server.parameters import declare
from ce_sim_server.process import Spinner, run
from ce_sim_server.ros_simulator import RosSimulator

SLOWEST = 0.1
"""A robot slower than this fraction of its top speed tells nothing about the speed it will go on with."""


class ConsequenceEngineNode(ClockedNode):
    """Hears `tracks` and what the others are asked to do; says `action` and `decision`."""

    def __init__(self) -> None:
        super().__init__("consequence_engine")
        self.config = config = declare(self, ConsequenceEngineConfig)
        self._top_speed = ROBOT_MODELS[config.engine.robot_model].max_speed
        self._simulator = RosSimulator(config.sim_servers, timeout=config.server_timeout)
        self._engine = ConsequenceEngine(config.engine, self._simulator)
        self._tracks: list[Track] = []
        self._actions: dict[str, Action] = {}
        self._running = not config.wait_for_experiment

    def begin(self, executor: Spinner) -> None:
        """Wait until every simulation server can be reached; only then let the others know of this node."""
        while missing := self._simulator.missing():
            executor.spin_once(timeout_sec=0.05)
            self.get_logger().warning(
                f"waiting for simulation servers: {', '.join(missing)}",
                throttle_duration_sec=10.0,
                skip_first=True,
            )
        robot = self.config.robot
        self._say_action = self.advertise(ActionMessage, f"/{robot}/action")
        self._say_decision = self.advertise(Decision, f"/{robot}/decision")
        self.listen(ExperimentStatus, "/experiment/status", self._on_status, LATCHED)
        for other in self.config.robots:
            if other != robot:
                topic = f"/{other}/ctrl_request"
                self.listen(CtrlRequest, topic, partial(self._on_request, other), LATCHED)
        self.listen(Tracks, "/tracks", self._on_tracks)
        self.every(1.0 / self.config.rate, self._decide)
        self.start()

    def _on_status(self, status: ExperimentStatus) -> None:
        if self.config.wait_for_experiment:
            self._running = status.phase == ExperimentStatus.RUNNING

    def _on_request(self, robot: str, request: CtrlRequest) -> None:
        self._actions[robot] = action_from_message(request.action)

    def _on_tracks(self, message: Tracks) -> None:
        self._tracks = [track_from_message(track) for track in message.tracks]

    def _decide(self) -> None:
        if not self._running or not any(t.robot == self.config.robot for t in self._tracks):
            return
        snapshot = Snapshot.of(
            self.seconds(),
            self.config.robot,
            [t.robot for t in self._tracks],
            [(t.x, t.y, t.theta) for t in self._tracks],
            [(t.speed, t.omega) for t in self._tracks],
            [self._action_of(t) for t in self._tracks],
        )
        try:
            decision = self._engine.decide(snapshot)
        except SimulationError as error:
            self.get_logger().error(f"no decision: {error}", throttle_duration_sec=2.0)
            return
        message = decision_to_message(decision)
        message.header = Header(stamp=self.now(), frame_id="map")
        self._say_action(action_to_message(decision.action))
        self._say_decision(message)

    def _action_of(self, track: Track) -> Action | None:
        """What a robot was asked to do, or what its motion looks like, or None: not known."""
        if track.robot in self._actions:
            return self._actions[track.robot]
        share = min(track.speed / self._top_speed, 1.0)
        if share < SLOWEST:
            return None
        return Action((SubAction("GoStraight", (share,)), SubAction("Avoidance")))

    def close(self) -> None:
        """End the simulation client's thread."""
        self._simulator.close()


def main() -> None:
    run(ConsequenceEngineNode, ConsequenceEngineNode.begin)
