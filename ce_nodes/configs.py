"""The parameters of every node: one config dataclass each, with units, bounds and meanings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Unit
from typing_extensions import Doc

from ce_core.consequence_engine.action_evaluator import ActionEvaluatorConfig
from ce_core.consequence_engine.config import EngineConfig
from ce_core.experiments.metrics import ScoreConfig
from ce_core.experiments.scenario import ScenarioConfig
from ce_core.internal_model.robot_controller import CONTROL_PERIOD
from ce_core.internal_model.simulator.noise import WorldNoise
from ce_core.object_tracker import PoseTrackerConfig
from ce_core.object_tracker.lidar_tracker import LidarTrackerConfig

ROBOTS = tuple(f"epuck_{i}" for i in range(6))
"""The six robots of paper 0; a robot's name is its namespace."""

DASHBOARD_PORT = 8080


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
        tuple[str, ...], Doc("Nodes that listen to everything, by name; the run begins when they do.")
    ] = ("",)
    join_timeout: Annotated[float, Unit("s"), Gt(0.0), Doc("How long to wait for all of them to join.")] = (
        60.0
    )
    tick_timeout: Annotated[
        float, Unit("s"), Gt(0.0), Doc("How long a node may take for a tick before it is left out.")
    ] = 10.0


@dataclass(frozen=True)
class SimulatedRobotsConfig(ClockOwnerConfig):
    """The arena and the robots in it."""

    world: Annotated[str, Doc("Arena, by name or as a YAML file.")] = "corridor"
    robots: Annotated[tuple[str, ...], Doc("Namespace of each robot.")] = ROBOTS
    robot_model: Annotated[str, Doc("Robot model of all robots.")] = "epuck"
    seed: Annotated[int, Ge(0), Doc("Draws the initial poses and the noise.")] = 0
    scenario: ScenarioConfig = field(default_factory=ScenarioConfig)
    noise: WorldNoise = field(default_factory=WorldNoise)
    mocap_rate: Annotated[
        float, Unit("Hz"), Gt(0.0), Doc("Motion capture frames, and steps of the world.")
    ] = 50.0
    sensor_rate: Annotated[float, Unit("Hz"), Gt(0.0), Doc("Infrared sensors and odometry.")] = 10.0
    scan_robots: Annotated[tuple[str, ...], Doc("Robots that carry a LiDAR.")] = ("",)
    scan_rate: Annotated[float, Unit("Hz"), Gt(0.0), Doc("LiDAR scans.")] = 10.0
    scan_beams: Annotated[int, Ge(8), Doc("Beams of a LiDAR, evenly over the full circle.")] = 360
    scan_range: Annotated[float, Unit("m"), Gt(0.0), Doc("Longest range of a LiDAR.")] = 3.5


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
    lidar: LidarTrackerConfig = field(default_factory=LidarTrackerConfig)
    lidar_robot: Annotated[str, Doc("Robot that carries the LiDAR.")] = ROBOTS[0]
    robot_model: Annotated[str, Doc("Robot model of all robots.")] = "epuck"
    world: Annotated[str, Doc("Arena whose walls the LiDAR sees.")] = "corridor"
    start_poses: Annotated[
        tuple[float, ...],
        Doc("x [m], y [m], theta [rad] of each robot when it starts: where odometry begins."),
    ] = (0.0, 0.0, 0.0) * len(ROBOTS)
    mocap_patience: Annotated[
        float, Unit("s"), Gt(0.0), Doc("Without motion capture for this long, odometry is used.")
    ] = 2.0

    def __post_init__(self) -> None:
        if len(self.start_poses) != 3 * len(self.robots):
            raise ValueError(
                f"start_poses has {len(self.start_poses)} values for {len(self.robots)} robots; "
                "give x, y, theta of each"
            )

    def start_pose(self, robot: str) -> tuple[float, float, float]:
        """Return where a robot starts."""
        i = 3 * self.robots.index(robot)
        x, y, theta = self.start_poses[i : i + 3]
        return x, y, theta


@dataclass(frozen=True)
class LowLevelControllerConfig(ClockedConfig):
    """Which robot to control, and how."""

    robot: Annotated[str, Doc("Namespace of the robot.")] = ROBOTS[0]
    robot_model: Annotated[str, Doc("Its robot model.")] = "epuck"
    rate: Annotated[float, Unit("Hz"), Gt(0.0), Doc("How often the action runs.")] = 1.0 / CONTROL_PERIOD
    action: Annotated[str, Doc("What the robot does until it is told something else.")] = "Stop"
    patience: Annotated[
        float, Unit("s"), Gt(0.0), Doc("The robot stops when its sensors are silent for this long.")
    ] = 1.0


@dataclass(frozen=True)
class ConsequenceEngineConfig(ClockedConfig):
    """For whom to decide, how often, and who simulates."""

    robot: Annotated[str, Doc("Namespace of the smart robot.")] = ROBOTS[0]
    robots: Annotated[tuple[str, ...], Doc("Namespaces of all robots whose requests are known.")] = ROBOTS
    rate: Annotated[float, Unit("Hz"), Gt(0.0), Le(20.0), Doc("Decisions per second.")] = 2.0
    sim_servers: Annotated[tuple[str, ...], Doc("Node names of the simulation servers.")] = ("/sim_server_0",)
    server_timeout: Annotated[
        float, Unit("s"), Gt(0.0), Doc("A server that needs longer for its share is not asked again.")
    ] = 5.0
    wait_for_experiment: Annotated[
        bool, Doc("Decide only while the experiment is running; otherwise always.")
    ] = True
    engine: EngineConfig = field(default_factory=EngineConfig)


@dataclass(frozen=True)
class ExperimentConfig(ClockedConfig):
    """One run of the corridor experiment."""

    world: Annotated[str, Doc("Arena, by name or as a YAML file.")] = "corridor"
    robots: Annotated[tuple[str, ...], Doc("Namespace of each robot.")] = ROBOTS
    seed: Annotated[int, Ge(0), Doc("Draws roles, initial poses and speeds.")] = 0
    controller: Annotated[
        Literal["ce", "baseline"], Doc("Who moves the smart robot: the engine, or MoveTo(goal);Avoidance.")
    ] = "ce"
    scenario: ScenarioConfig = field(default_factory=ScenarioConfig)
    score: ScoreConfig = field(default_factory=ScoreConfig)
    score_from: Annotated[
        Literal["tracks", "mocap"], Doc("Where the robots' positions for the score come from.")
    ] = "tracks"
    rate: Annotated[float, Unit("Hz"), Gt(0.0), Doc("How often the run is scored.")] = 10.0
    time_limit: Annotated[
        float, Unit("s"), Gt(0.0), Doc("A run in which the smart robot does not arrive ends then.")
    ] = 120.0


@dataclass(frozen=True)
class RecorderConfig:
    """Parameters of the recorder."""

    topics: Annotated[tuple[str, ...], Doc("Topics to record: regular expressions of whole names.")] = (".*",)
    exclude: Annotated[tuple[str, ...], Doc("Topics to leave out, in the same way.")] = (
        "/rosout",
        "/parameter_events",
    )
    output: Annotated[str, Doc("Folder of the bag, which must not exist; empty: bags/<time in UTC>.")] = ""


@dataclass(frozen=True)
class DashboardConfig:
    """Parameters of the dashboard."""

    port: Annotated[
        int,
        Ge(0),
        Le(65535),
        Doc("TCP port on 127.0.0.1; 0: any free one. A taken 8080 gives way to the next."),
    ] = DASHBOARD_PORT
    arena: Annotated[str, Doc("Arena to draw until the experiment names its own.")] = "corridor"
    update_rate: Annotated[float, Unit("Hz"), Ge(0.1), Le(120.0), Doc("Most frames sent to a page.")] = 15.0
    robots: Annotated[tuple[str, ...], Doc("Robots whose decisions to show, besides those found.")] = ("",)
    safety_distance: Annotated[
        float, Unit("m"), Ge(0.0), Doc("Radius of the circle drawn around the smart robot.")
    ] = ActionEvaluatorConfig().safety_distance
