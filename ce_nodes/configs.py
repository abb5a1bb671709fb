"""The parameters of every node: one config dataclass each, with units, bounds and meanings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

import numpy as np
from annotated_types import Ge, Gt, Le, Unit
from typing_extensions import Doc

from ce_core.consequence_engine.action_evaluator import ActionEvaluatorConfig
from ce_core.consequence_engine.config import EngineConfig
from ce_core.experiments.corridor import CorridorConfig
from ce_core.experiments.metrics import ScoreConfig
from ce_core.experiments.placing import PlacingConfig
from ce_core.experiments.scenario import ScenarioConfig, robot_names
from ce_core.internal_model.robot_controller import CONTROL_PERIOD, Action, encode
from ce_core.internal_model.robot_model import DEFAULT_ROBOT_MODEL, ROBOT_MODELS
from ce_core.internal_model.simulator.noise import WorldNoise
from ce_core.internal_model.world_model import DEFAULT_ARENA, load_arena
from ce_core.lego.lego_world import Conditions
from ce_core.lego.starts import starts_named
from ce_core.object_tracker import PoseTrackerConfig
from ce_core.object_tracker.calibration import CalibrationConfig
from ce_core.object_tracker.lidar_tracker import LidarTrackerConfig
from ce_core.planner.config import BodyConfig, PlannerConfig
from ce_core.planner.configurator import ReplanConfig
from ce_core.planner.presets import PRESETS, preset
from ce_core.settings import check_field
from ce_sim_server.balancer import BalancerConfig
from ce_sim_server.config import SimServerConfig

ROBOTS = robot_names(CorridorConfig.n_robots)
"""The six robots of paper 0."""

DASHBOARD_PORT = 8080

MOCAP_PORT = 15015
"""UDP port of motion capture frames, unless another one is given."""

MAX_SEED = 2**62
"""ROS has integers of 64 bits."""

_ROBOT_NAME = re.compile(r"[A-Za-z]\w*(/[A-Za-z]\w*)*", re.ASCII)


def check_robots(robots: tuple[str, ...]) -> None:
    """Raise ValueError unless these are different names that can be namespaces."""
    for robot in robots:
        if not _ROBOT_NAME.fullmatch(robot):
            raise ValueError(f"{robot!r} cannot be a namespace; write letters, digits and _, as {ROBOTS[0]}")
        if robots.count(robot) > 1:
            raise ValueError(f"{robot!r} is there twice; every robot has its own name")


def check_within(world: str, scenario: ScenarioConfig) -> None:
    """Raise ValueError unless the smart robot starts and arrives inside the walls."""
    arena = load_arena(world)
    for place in ("start", "goal"):
        x, y = (getattr(scenario, f"{place}_{axis}") for axis in "xy")
        if not arena.contains(np.array([[x, y]]))[0]:
            raise ValueError(
                f"scenario: {place}_x = {x}, {place}_y = {y}: outside of the walls of {world!r}, "
                f"which reach from {arena.bounds[:2]} to {arena.bounds[2:]} m"
            )


@dataclass(frozen=True)
class ClockedConfig:
    """What every node of a run has in common."""

    lockstep: Annotated[bool, Doc("Take part in lock-step with the owner of /clock.")] = False


@dataclass(frozen=True)
class ClockOwnerConfig(ClockedConfig):
    """How simulated time goes."""

    rate: Annotated[float, Gt(0.0), Doc("Simulated seconds per second, at most.")] = 1.0
    participants: Annotated[
        tuple[str, ...], Doc("Nodes that take part in lock-step, by fully qualified name.")
    ] = ("",)
    observers: Annotated[
        tuple[str, ...],
        Doc("Nodes that only listen, by name; the run begins when they do, and waits for them."),
    ] = ("",)
    observed: Annotated[tuple[str, ...], Doc("What they listen to, as the recorder's `topics`.")] = (".*",)
    unobserved: Annotated[tuple[str, ...], Doc("What they do not listen to, as its `exclude`.")] = ("",)
    join_timeout: Annotated[float, Unit("s"), Gt(0.0), Doc("How long to wait for all of them to join.")] = (
        180.0
    )
    tick_timeout: Annotated[
        float, Unit("s"), Gt(0.0), Doc("How long a node may take for a tick before the run is given up.")
    ] = 30.0


@dataclass(frozen=True)
class SimulatedRobotsConfig(ClockOwnerConfig):
    """The arena and the robots in it."""

    world: Annotated[str, Doc("Arena, by name or as a YAML file.")] = DEFAULT_ARENA
    robots: Annotated[tuple[str, ...], Doc("Namespace of each robot.")] = ROBOTS
    robot_model: Annotated[str, Doc("Robot model of all robots.")] = DEFAULT_ROBOT_MODEL
    seed: Annotated[int, Ge(0), Le(MAX_SEED), Doc("Draws the initial poses and the noise.")] = 0
    scenario: ScenarioConfig = field(default_factory=ScenarioConfig)
    noise: WorldNoise = field(default_factory=WorldNoise)
    mocap_rate: Annotated[
        float,
        Unit("Hz"),
        Ge(10.0),
        Doc("Motion capture frames, and steps of the world, which must not be longer than 0.1 s."),
    ] = 50.0
    sensor_rate: Annotated[float, Unit("Hz"), Gt(0.0), Doc("Infrared sensors and odometry.")] = 10.0
    scan_robots: Annotated[tuple[str, ...], Doc("Robots that carry a LiDAR.")] = ("",)
    scan_rate: Annotated[float, Unit("Hz"), Gt(0.0), Doc("LiDAR scans.")] = 10.0
    scan_beams: Annotated[int, Ge(8), Doc("Beams of a LiDAR, evenly over the full circle.")] = 360
    scan_range: Annotated[float, Unit("m"), Gt(0.0), Doc("Longest range of a LiDAR.")] = 3.5
    scan_sd: Annotated[
        float, Unit("m"), Ge(0.0), Doc("Standard deviation of a LiDAR's ranges; 0: exact ones.")
    ] = LidarTrackerConfig.range_sd

    def __post_init__(self) -> None:
        check_field(self, "robots", check_robots)
        check_field(self, "robot_model", ROBOT_MODELS.__getitem__)
        check_field(self, "world", load_arena)
        check_within(self.world, self.scenario)


@dataclass(frozen=True)
class ObjectTrackerConfig(ClockedConfig):
    """What to track, and with what."""

    source: Annotated[
        Literal["vicon", "lidar"], Doc("Motion capture of all robots, or the LiDAR of one.")
    ] = "vicon"
    robots: Annotated[
        tuple[str, ...], Doc("Namespace of each robot; motion capture frames have this order.")
    ] = ROBOTS
    rate: Annotated[float, Unit("Hz"), Gt(0.0), Doc("How often tracks are published.")] = 15.0
    poses: PoseTrackerConfig = field(default_factory=PoseTrackerConfig)
    calibration: CalibrationConfig = field(default_factory=CalibrationConfig)
    mocap_type: Annotated[
        Literal["PoseStamped", "PoseArray"], Doc("What a motion capture driver publishes for each robot.")
    ] = "PoseStamped"
    mocap_topics: Annotated[
        tuple[str, ...], Doc("Topic of each robot, in the order of robots; empty: <robot>/mocap.")
    ] = ("",)
    udp_port: Annotated[int, Ge(0), Le(65535), Doc("UDP port of motion capture frames; 0: none.")] = 0
    udp_address: Annotated[
        str, Doc("Address to receive them at; 0.0.0.0: from every machine of the network.")
    ] = "127.0.0.1"
    lidar: LidarTrackerConfig = field(default_factory=LidarTrackerConfig)
    lidar_robot: Annotated[str, Doc("Robot that carries the LiDAR.")] = ROBOTS[0]
    robot_model: Annotated[str, Doc("Robot model of all robots.")] = DEFAULT_ROBOT_MODEL
    world: Annotated[str, Doc("Arena whose walls the LiDAR sees.")] = DEFAULT_ARENA
    walls_known: Annotated[
        bool, Doc("Find the robot, and what is not a robot, by the arena; else long lines are walls.")
    ] = True
    start_poses: Annotated[
        tuple[float, ...],
        Doc("x [m], y [m], theta [rad] of each robot when it starts: where odometry begins."),
    ] = (0.0, 0.0, 0.0) * len(ROBOTS)
    mocap_patience: Annotated[
        float, Unit("s"), Gt(0.0), Doc("Without motion capture for this long, odometry is used.")
    ] = 2.0

    def __post_init__(self) -> None:
        check_field(self, "robots", check_robots)
        check_field(self, "robot_model", ROBOT_MODELS.__getitem__)
        check_field(self, "world", load_arena)
        if any(self.mocap_topics) and len(self.mocap_topics) != len(self.robots):
            raise ValueError(
                f"mocap_topics has {len(self.mocap_topics)} topics for {len(self.robots)} robots; "
                "give one each, or leave it out"
            )
        if len(self.start_poses) != 3 * len(self.robots):
            raise ValueError(
                f"start_poses has {len(self.start_poses)} values for {len(self.robots)} robots; "
                "give x, y, theta of each"
            )
        if self.lidar_robot not in self.robots:
            raise ValueError(f"lidar_robot = {self.lidar_robot!r}: must be one of {', '.join(self.robots)}")

    def topic_of_robot(self) -> dict[str, str]:
        """Return where each robot's poses come from."""
        given = self.mocap_topics if any(self.mocap_topics) else ("",) * len(self.robots)
        return {robot: topic or f"{robot}/mocap" for robot, topic in zip(self.robots, given, strict=True)}

    def start_pose(self, robot: str) -> tuple[float, float, float]:
        """Return where a robot starts."""
        i = 3 * self.robots.index(robot)
        x, y, theta = self.start_poses[i : i + 3]
        return x, y, theta


@dataclass(frozen=True)
class MocapSenderConfig:
    """Where motion capture frames go, and in which frame."""

    robots: Annotated[tuple[str, ...], Doc("Name of each body, in the order of the topic `mocap`.")] = ROBOTS
    address: Annotated[str, Doc("Address to send to; a broadcast address for everyone.")] = "127.0.0.1"
    port: Annotated[int, Ge(1), Le(65535), Doc("UDP port to send to.")] = MOCAP_PORT
    frame: CalibrationConfig = field(default_factory=CalibrationConfig)


@dataclass(frozen=True)
class LowLevelControllerConfig(ClockedConfig):
    """Which robot to control, and how."""

    robot: Annotated[str, Doc("Namespace of the robot.")] = ROBOTS[0]
    robot_model: Annotated[str, Doc("Its robot model.")] = DEFAULT_ROBOT_MODEL
    rate: Annotated[float, Unit("Hz"), Gt(0.0), Doc("How often the action runs.")] = 1.0 / CONTROL_PERIOD
    action: Annotated[str, Doc("What the robot does until it is told something else.")] = "Stop"
    sensor_patience: Annotated[
        float, Unit("s"), Gt(0.0), Doc("The robot stops when its sensors are silent for this long.")
    ] = 1.0
    track_patience: Annotated[
        float,
        Unit("s"),
        Gt(0.0),
        Doc("The robot stops when its action needs its pose and that is older than this."),
    ] = 1.0
    action_patience: Annotated[
        float,
        Unit("s"),
        Gt(0.0),
        Doc("The robot stops when its engine is silent for this long; a ctrl_request stands until the next."),
    ] = 3.0

    def __post_init__(self) -> None:
        check_field(self, "robot_model", ROBOT_MODELS.__getitem__)
        check_field(self, "action", lambda text: encode(Action.parse(text)))


@dataclass(frozen=True)
class ConsequenceEngineConfig(ClockedConfig):
    """For whom to decide, how often, and who simulates."""

    robot: Annotated[
        str, Doc("Namespace of the smart robot; empty: whichever the experiment makes smart.")
    ] = ""
    robots: Annotated[tuple[str, ...], Doc("Namespaces of all robots whose requests are known.")] = ROBOTS
    rate: Annotated[float, Unit("Hz"), Gt(0.0), Le(20.0), Doc("Decisions per second.")] = (
        1.0 / CorridorConfig.decision_period
    )
    on_tracks: Annotated[
        bool,
        Doc("Decide the moment tracks arrive, `rate` times a second at most; otherwise by the clock."),
    ] = False
    sim_servers: Annotated[tuple[str, ...], Doc("Node names of the simulation servers.")] = ("/sim_server_0",)
    servers: BalancerConfig = field(default_factory=BalancerConfig)
    server_wait: Annotated[
        float,
        Unit("s"),
        Gt(0.0),
        Doc("How long to wait at the start for all servers; those that come later are used then."),
    ] = 120.0
    oldest_tracks: Annotated[
        float, Unit("s"), Gt(0.0), Doc("No decision is made from tracks that are older than this.")
    ] = 0.5
    wait_for_experiment: Annotated[
        bool, Doc("Decide only while the experiment is running; otherwise always.")
    ] = True
    engine: EngineConfig = field(default_factory=EngineConfig)

    def __post_init__(self) -> None:
        check_field(self, "robots", check_robots)


@dataclass(frozen=True)
class ExperimentConfig(ClockedConfig):
    """One trial of the corridor experiment, or many."""

    trials: Annotated[int, Ge(1), Doc("Trials, or pairs of them; each has the next seed.")] = 1
    out: Annotated[str, Doc("Folder for trials.csv and results.json; empty: none are written.")] = ""
    condition: Annotated[
        Literal["sim", "real"], Doc("What the trials are called in the results: simulated or real robots.")
    ] = "sim"
    placing: PlacingConfig = field(default_factory=PlacingConfig)
    world: Annotated[str, Doc("Arena, by name or as a YAML file.")] = DEFAULT_ARENA
    robots: Annotated[tuple[str, ...], Doc("Namespace of each robot.")] = ROBOTS
    seed: Annotated[int, Ge(0), Le(MAX_SEED), Doc("Draws roles, initial poses and speeds.")] = 0
    controller: Annotated[
        Literal["ce", "baseline", "paired"],
        Doc("Who moves the smart robot: the engine, or MoveTo(goal);Avoidance, or one after the other."),
    ] = "ce"
    scenario: ScenarioConfig = field(default_factory=ScenarioConfig)
    score: ScoreConfig = field(default_factory=ScoreConfig)
    score_from: Annotated[
        Literal["tracks", "mocap"], Doc("Where the robots' positions for the score come from.")
    ] = "tracks"
    rate: Annotated[float, Unit("Hz"), Gt(0.0), Doc("How often the run is scored.")] = 10.0
    time_limit: Annotated[
        float, Unit("s"), Gt(0.0), Doc("A run in which the smart robot does not arrive ends then.")
    ] = CorridorConfig.time_limit

    def __post_init__(self) -> None:
        check_field(self, "robots", check_robots)
        check_field(self, "world", load_arena)
        check_within(self.world, self.scenario)


@dataclass(frozen=True)
class RecorderConfig:
    """Parameters of the recorder."""

    topics: Annotated[tuple[str, ...], Doc("Topics to record: regular expressions of whole names.")] = (".*",)
    exclude: Annotated[tuple[str, ...], Doc("Topics to leave out, in the same way.")] = (
        "/rosout",
        "/parameter_events",
    )
    output: Annotated[str, Doc("Folder of the bag, which must not exist; empty: bags/<time in UTC>.")] = ""
    autostart: Annotated[
        bool, Doc("Record at once; else from `ros2 lifecycle set` configure and activate on.")
    ] = True


@dataclass(frozen=True)
class DashboardConfig:
    """Parameters of the dashboard."""

    port: Annotated[
        int,
        Ge(0),
        Le(65535),
        Doc("TCP port on 127.0.0.1; 0: any free one. A taken 8080 gives way to the next."),
    ] = DASHBOARD_PORT
    arena: Annotated[str, Doc("Arena to draw until the experiment names its own.")] = DEFAULT_ARENA
    update_rate: Annotated[float, Unit("Hz"), Ge(0.1), Le(120.0), Doc("Most frames sent to a page.")] = 15.0
    robots: Annotated[tuple[str, ...], Doc("Robots whose decisions to show, besides those found.")] = ("",)
    safety_distance: Annotated[
        float, Unit("m"), Ge(0.0), Doc("Radius of the circle drawn around the smart robot.")
    ] = ActionEvaluatorConfig().safety_distance

    def __post_init__(self) -> None:
        check_field(self, "arena", load_arena)


@dataclass(frozen=True)
class ConfiguratorConfig(ClockedConfig):
    """Whom to drive by plans, where to, and how to plan."""

    robot: Annotated[str, Doc("Namespace of the robot; it has scan and cmd_vel.")] = "alphabot"
    controller: Annotated[
        Literal["planner", "reactive", "reactive_authors"],
        Doc("Plans, or the single closed loop, fair or with the authors' unsigned angles."),
    ] = "planner"
    preset: Annotated[str, Doc("Of the planner: paper, authors or careful.")] = "paper"
    step_distance: Annotated[float, Unit("m"), Gt(0.0), Doc("How far a straight goes.")] = 0.5
    worldbuilding: Annotated[int, Ge(1), Le(2), Doc("1: every point of a scan; 2: every other.")] = 1
    has_target: Annotated[bool, Doc("Go to the target; otherwise just away.")] = False
    target_x: Annotated[float, Unit("m"), Doc("Ahead of the robot at the start.")] = 1.0
    target_y: Annotated[float, Unit("m"), Doc("To its left.")] = 0.0
    replan: ReplanConfig = field(default_factory=ReplanConfig)
    body: BodyConfig = field(default_factory=BodyConfig)
    laser_yaw: Annotated[float, Unit("rad"), Doc("Where the LiDAR's x axis points, from straight ahead.")] = (
        0.0
    )
    patience: Annotated[
        float, Unit("s"), Gt(0.0), Doc("The robot waits when its LiDAR is silent for this long.")
    ] = 1.0
    time_limit: Annotated[
        float, Unit("s"), Gt(0.0), Doc("The robot stops after this long, whatever it does.")
    ] = 60.0
    exit_when_done: Annotated[bool, Doc("End the node when the plan is executed.")] = False

    def __post_init__(self) -> None:
        check_field(self, "preset", PRESETS.__getitem__)

    @property
    def planner(self) -> PlannerConfig:
        """The planner's config: the preset with what is set here."""
        config = preset(self.preset, self.step_distance, self.worldbuilding)
        return config if self.body == BodyConfig() else replace(config, body=self.body)


@dataclass(frozen=True)
class LegoPlaygroundConfig(ClockOwnerConfig):
    """The LEGO robot, where it starts, and under which conditions."""

    robot: Annotated[str, Doc("Namespace of the robot.")] = "lego"
    starts: Annotated[str, Doc("List of starts: 20 (the paper's), random:N or random:N:SEED.")] = "20"
    start: Annotated[int, Ge(1), Doc("Number of the start in the list.")] = 1
    preset: Annotated[str, Doc("Sensors and slow-down as in the authors' program or in the paper.")] = (
        Conditions.preset
    )
    time_limit: Annotated[float, Unit("s"), Gt(0.0), Doc("The trial ends after this long.")] = (
        Conditions.time_limit
    )
    lights: Annotated[tuple[str, ...], Doc("Cubes with a blinking light.")] = Conditions.lights
    exit_when_done: Annotated[bool, Doc("End the node when the trial is over.")] = False

    def __post_init__(self) -> None:
        check_robots((self.robot,))
        check_field(self, "starts", starts_named)
        n_starts = len(starts_named(self.starts))
        if self.start > n_starts:
            raise ValueError(f"start = {self.start}: starts {self.starts} has {n_starts}")
        _ = self.conditions

    @property
    def conditions(self) -> Conditions:
        """What the trial is run under."""
        lights = tuple(colour for colour in self.lights if colour)
        return Conditions(self.preset, self.time_limit, lights)


@dataclass(frozen=True)
class LegoPlayerConfig(ClockedConfig):
    """Whom the example plays with."""

    robot: Annotated[str, Doc("Namespace of the robot.")] = LegoPlaygroundConfig.robot
    threshold: Annotated[
        float, Unit("m"), Gt(0.0), Doc("The robot drives to what its ultrasound sensor finds below this.")
    ] = 1.0


CONFIGS: dict[str, type] = {
    "simulated_robots": SimulatedRobotsConfig,
    "object_tracker": ObjectTrackerConfig,
    "mocap_sender": MocapSenderConfig,
    "sim_server": SimServerConfig,
    "consequence_engine": ConsequenceEngineConfig,
    "low_level_controller": LowLevelControllerConfig,
    "experiment": ExperimentConfig,
    "configurator": ConfiguratorConfig,
    "lego_playground": LegoPlaygroundConfig,
    "lego_player": LegoPlayerConfig,
    "recorder": RecorderConfig,
    "dashboard": DashboardConfig,
}
"""Executable -> its parameters."""
