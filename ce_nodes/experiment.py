"""Node `experiment`: automated experimentation: roles, initial poses, trials, scores, one after the other."""

from __future__ import annotations

from pathlib import Path

from consequence_engine.msg import CtrlRequest, Decision, ExperimentStatus, Tracks
from geometry_msgs.msg import PoseArray
from std_msgs.msg import Header
from std_srvs.srv import Trigger

from ce_core.experiments.corridor import Job, Trial
from ce_core.experiments.placing import STOP, Placing
from ce_core.experiments.run_record import RunRecord
from ce_core.experiments.scenario import CorridorScenario, draw
from ce_core.experiments.summary import summary
from ce_core.internal_model.robot_controller import Action
from ce_core.internal_model.world_model import load_arena
from ce_nodes.clocked_node import SECOND, ClockedNode, to_seconds, to_stamp
from ce_nodes.configs import ExperimentConfig
from ce_nodes.conversions import pose_from_message
from ce_nodes.health import Health, report_health
from ce_nodes.qos import LATCHED
from ce_nodes.trial_results import print_results, write_results
from ce_sim_server.conversions import action_to_message
from ce_sim_server.parameters import declare
from ce_sim_server.process import Spinner, run

LINGER = 0.5
"""How long the last requests and decisions have to arrive [s]."""

Phase = ExperimentStatus
OVER = (Phase.DONE, Phase.TIMED_OUT)


class Experiment(ClockedNode):
    """Hears where everyone is; says `ctrl_request` to the robots and `experiment/status` to all."""

    def __init__(self) -> None:
        super().__init__("experiment")
        self.config = config = declare(self, ExperimentConfig)
        self._arena = load_arena(config.world)
        self._poses: dict[str, tuple[float, float, float]] = {}
        self._heard = float("-inf")
        self._asked: dict[str, Action] = {}
        self._jobs = jobs(config)
        self._finished_trials: list[Trial] = []
        self._placing: Placing | None = None
        self._pause = self._abort = False
        self._until: float | None = None
        self._status = self.advertise(ExperimentStatus, "experiment/status", LATCHED)
        self._request = {
            robot: self.advertise(CtrlRequest, f"{robot}/ctrl_request", LATCHED) for robot in config.robots
        }
        if config.score_from == "tracks":
            self.listen(Tracks, "tracks", self._on_tracks)
        else:
            self.listen(PoseArray, "mocap", self._on_mocap)
        self._number = 0
        self._next_trial()
        for robot in config.robots if len({j.seed for j in self._jobs}) > 1 else [self.scenario.smart_robot]:
            self.listen(Decision, f"{robot}/decision", self._on_decision)
        for name, callback in (
            ("pause", self._on_pause),
            ("resume", self._on_resume),
            ("abort", self._on_abort),
        ):
            self.create_service(Trigger, f"experiment/{name}", callback)
        self.every(1.0 / config.rate, self._watch)
        self._say_where_to_start()
        report_health(self, self._examine)
        self.start()

    # ---- what is heard ------------------------------------------------------------------------------------

    def _on_tracks(self, message: Tracks) -> None:
        self._hear(to_seconds(message.header.stamp), {t.robot: (t.x, t.y, t.theta) for t in message.tracks})

    def _on_mocap(self, frame: PoseArray) -> None:
        poses = dict(zip(self.config.robots, map(pose_from_message, frame.poses), strict=False))
        self._hear(to_seconds(frame.header.stamp), poses)

    def _hear(self, stamp: float, poses: dict[str, tuple[float, float, float]]) -> None:
        self._poses.update(poses)
        self._heard = stamp
        if self.phase == Phase.RUNNING and not self._run_is_over():
            self.record.add_positions(stamp, {robot: pose[:2] for robot, pose in poses.items()})

    def _run_is_over(self) -> bool:
        score = self.record.score
        return score.arrived or score.run_time >= self.config.time_limit

    def _on_decision(self, decision: Decision) -> None:
        if decision.robot == self.scenario.smart_robot:
            self.record.add_decision(to_seconds(decision.header.stamp), decision)

    def _on_pause(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        self._pause = True
        running = self.phase == Phase.RUNNING
        response.success = True
        response.message = f"pausing after trial {self._number}" if running else "paused"
        return response

    def _on_resume(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        response.success, self._pause = self._pause, False
        response.message = "going on" if response.success else "it was not paused"
        return response

    def _on_abort(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        self._abort = response.success = True
        response.message = f"aborting in trial {self._number}"
        return response

    # ---- what happens when --------------------------------------------------------------------------------

    def _watch(self) -> None:
        """Bring everyone to the start, begin, end on arrival or when the time is up; then the next one."""
        now = self.seconds()
        if self._abort and self.phase != Phase.ABORTED:
            self._stop(Phase.ABORTED, now, "aborted on request")
        elif self._until is not None:
            if now >= self._until:
                self._after_trial()
        elif self.phase == Phase.RUNNING:
            if self._run_is_over():
                self._stop(Phase.DONE if self.record.score.arrived else Phase.TIMED_OUT, now)
        elif self._pause:
            if self.phase != Phase.PAUSED:
                self._enter(Phase.PAUSED, "until experiment/resume is called")
                self._ask_all(STOP)
                self._placing = None
        elif self._everyone_is_there():
            self._place(now)
        self._report()

    def _place(self, now: float) -> None:
        """Drive the robots to their initial poses; begin when all have stopped there."""
        if self._placing is None:
            scenario, config = self.scenario, self.config.placing
            self._placing = Placing(
                scenario.names, scenario.poses, self._arena.bounds, now, config, scenario.seed
            )
        absent = self._placing.elsewhere(self._poses)
        if not absent:
            self._begin(now)
        elif self._placing.expired(now):
            self._stop(Phase.SKIPPED, now, f"{', '.join(absent)} did not get to the start")
        else:
            self._enter(Phase.PLACING, f"{', '.join(absent)} on the way to the start")
            for robot, action in self._placing.actions(now, self._poses).items():
                self._ask(robot, action)

    def _begin(self, now: float) -> None:
        """Start the trial: from this moment on positions and decisions count."""
        self._placing = None
        self._enter(Phase.RUNNING)
        self.record = self._new_record(now)
        self.record.add_positions(self._heard, {r: p[:2] for r, p in self._poses.items()})
        engine_drives = self.job.controller == "ce"
        for robot, action in zip(self.scenario.names, self.scenario.actions, strict=True):
            if robot != self.scenario.smart_robot or not engine_drives:
                self._ask(robot, action)

    def _stop(self, phase: int, now: float, note: str = "") -> None:
        self._enter(phase, note)
        self._ask_all(STOP)
        self._until = now + LINGER
        if note:
            self.get_logger().warning(f"trial {self._number}: {note}")

    def _after_trial(self) -> None:
        """Write down how the trial went, and go on to the next, if there is one."""
        self._until = None
        if self.phase in OVER:
            trial = self.record.trial()
            self._finished_trials.append(trial)
            print(summary(self.record.score, self.job.controller, self.job.seed), flush=True)
            if self.config.out:
                write_results(Path(self.config.out), self.config.seed, self._finished_trials)
        last = self._number == len(self._jobs)
        if self.phase == Phase.SKIPPED:
            while self._number < len(self._jobs) and self._jobs[self._number].seed == self.job.seed:
                self._number += 1  # a pair is whole or not at all
            self._finished_trials = [t for t in self._finished_trials if t.seed != self.job.seed]
            last = self._number == len(self._jobs)
        if last or self.phase == Phase.ABORTED:
            if len(self._jobs) > 1:
                print_results(self.config.seed, self._finished_trials)
            Spinner.finish(0 if self._finished_trials or self._abort else 1)
        else:
            self._next_trial()

    def _next_trial(self) -> None:
        self.job = self._jobs[self._number]
        self._number += 1
        self.scenario: CorridorScenario = draw(self.job.seed, self.config.robots, self.config.scenario)
        self.record = self._new_record(float("inf"))
        self._placing = None  # that of a trial that was skipped had run out of time
        self._enter(Phase.WAITING)

    def _new_record(self, started: float) -> RunRecord:
        goal_x, goal_y = self.scenario.goal.tolist()
        return RunRecord(
            self.job,
            self.scenario.smart_robot,
            self.scenario.h_robots,
            (goal_x, goal_y),
            started,
            self.config.score,
        )

    def _enter(self, phase: int, note: str = "") -> None:
        self.phase, self._note = phase, note

    def _everyone_is_there(self) -> bool:
        """All robots are seen and, where lock-step has not made sure of it, all nodes can be reached."""
        robots = self.config.robots
        missing = [f"the position of {robot}" for robot in robots if robot not in self._poses]
        if self.config.score_from == "mocap" or not missing:
            missing += [] if self.lockstep else self._unreachable()
        if missing:
            self._note = f"waiting for {', '.join(missing)}"
            self.get_logger().info(self._note, throttle_duration_sec=5.0, skip_first=True)
        return not missing

    def _unreachable(self) -> list[str]:
        robots, smart = self.config.robots, self.scenario.smart_robot
        missing = [
            f"the controller of {robot}"
            for robot in robots
            if not self.count_subscribers(f"{robot}/ctrl_request")
        ]
        if self.config.controller != "baseline" and not self.count_publishers(f"{smart}/action"):
            missing.append("the consequence engine")
        return missing

    # ---- what is said -------------------------------------------------------------------------------------

    def _ask_all(self, action: Action) -> None:
        for robot in self.config.robots:
            self._ask(robot, action)

    def _ask(self, robot: str, action: Action) -> None:
        """Tell a robot what to do, unless that is what it was told last."""
        if self._asked.get(robot) == action and self.phase == Phase.PLACING:
            return
        self._asked[robot] = action
        header = Header(stamp=self.now(), frame_id="map")
        self._request[robot](CtrlRequest(header=header, robot=robot, action=action_to_message(action)))

    def _say_where_to_start(self) -> None:
        places = ", ".join(
            f"{name} ({x:.2f}, {y:.2f}, {theta:.2f})"
            for name, (x, y, theta) in zip(self.scenario.names, self.scenario.poses.tolist(), strict=True)
        )
        self.get_logger().info(f"smart robot: {self.scenario.smart_robot}; start poses: {places}")

    def _report(self) -> None:
        score, started = self.record.score, self.record.started
        self._status(
            ExperimentStatus(
                header=Header(stamp=self.now(), frame_id="map"),
                phase=self.phase,
                trial=self._number,
                trials=len(self._jobs),
                started=to_stamp(round(started * SECOND) if started < float("inf") else 0),
                controller=self.job.controller,
                condition=self.job.condition,
                arena=self.config.world,
                seed=self.job.seed,
                smart_robot=self.scenario.smart_robot,
                h_robots=list(self.scenario.h_robots),
                goal_x=float(self.scenario.goal[0]),
                goal_y=float(self.scenario.goal[1]),
                run_time=float(score.run_time),
                distance=float(score.distance),
                danger_ratio=float(score.danger_ratio),
                min_distance=float(score.min_distance),
                simulations_per_step=float(score.simulations_per_step),
                scored_from=self.config.score_from,
                safety_distance=self.config.score.safety_distance,
                note=self._note,
            )
        )

    def _examine(self, health: Health) -> None:
        health.values.update(trial=self._number, trials=len(self._jobs), phase=self.phase, note=self._note)
        if self.phase in (Phase.SKIPPED, Phase.ABORTED):
            health.warn(self._note)


def jobs(config: ExperimentConfig) -> list[Job]:
    """Return the trials in order; the two of a pair have the same seed, and so the same start."""
    controllers = ("baseline", "ce") if config.controller == "paired" else (config.controller,)
    seeds = range(config.seed, config.seed + config.trials)
    return [Job(seed, config.condition, controller) for seed in seeds for controller in controllers]


def main() -> None:
    run(Experiment)
