"""The graph of the corridor experiment, written once: for `ros2 launch` and for our own runner.

Launch arguments go in; which nodes run, with which names and parameters, comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ce_core.experiments.scenario import ScenarioConfig, draw, robot_names
from ce_core.family import unknown_name
from ce_core.settings import SettingsError, build, checked, load_parameter_file, settings_of
from ce_nodes import configs
from ce_nodes.configs import CONFIGS


@dataclass(frozen=True)
class LaunchArgument:
    """One `name:=value` of a launch file."""

    name: str
    default: str
    description: str
    choices: tuple[str, ...] = ()
    read: Callable[[str], Any] = str


@dataclass(frozen=True)
class NodeSpec:
    """One process: an executable of this package under a name, with its parameters."""

    executable: str
    name: str
    parameters: dict[str, Any]
    namespace: str = ""
    ends_launch: bool = False
    """When this node has finished, the whole launch has."""
    dispensable: bool = False
    """The run goes on without it; that it died is told at the end, and by the exit code."""

    @property
    def full_name(self) -> str:
        """Fully qualified name of the node."""
        return f"/{self.namespace}/{self.name}" if self.namespace else f"/{self.name}"


@dataclass(frozen=True)
class GraphDescription:
    """A launch file without a launch system: its arguments, and the nodes they give."""

    arguments: tuple[LaunchArgument, ...]
    nodes: Callable[[Mapping[str, Any]], list[NodeSpec]]

    def build(self, given: Mapping[str, str]) -> list[NodeSpec]:
        """Check the arguments and return the nodes; every problem is an error with a sentence."""
        return self.nodes(self._read(given))

    def _read(self, given: Mapping[str, str]) -> dict[str, Any]:
        known = {argument.name: argument for argument in self.arguments}
        for name in given:
            if name not in known:
                raise unknown_name("launch argument", name, list(known))
        values: dict[str, Any] = {}
        for name, argument in known.items():
            text = given.get(name, argument.default)
            if argument.choices and text not in argument.choices:
                raise SettingsError(f"{name}:={text}: must be one of {', '.join(argument.choices)}")
            try:
                values[name] = argument.read(text)
            except ValueError as error:
                raise SettingsError(f"{name}:={text}: {error}") from None
        return values


def whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or not low <= int(text) <= high:
            raise ValueError(f"must be a whole number from {low} to {high}")
        return int(text)

    return read


def positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not 0.0 < number < 1e6:
        raise ValueError("must be a number above 0, for example 1.0")
    return number


def yes(text: str) -> bool:
    return text == "true"


BOOLEAN = ("true", "false")

RECORDING = (
    LaunchArgument("record", "false", "write a bag of all topics", BOOLEAN, yes),
    LaunchArgument("bag", "", "where record writes; empty: bags/ and the date"),
)
RATE = LaunchArgument(
    "rate", "1.0", "simulated seconds per second; other than 1.0 in lock-step", read=positive
)

CORRIDOR_ARGUMENTS = (
    LaunchArgument(
        "robots", "sim", "sim: simulated robots; real: e-puck2 drivers that run already", ("sim", "real")
    ),
    LaunchArgument("tracker", "vicon", "what the object tracker tracks with", ("vicon", "lidar")),
    LaunchArgument(
        "mocap", "topic", "how poses reach the tracker: as topics, or as UDP frames", ("topic", "udp")
    ),
    LaunchArgument("n_robots", "6", "robots in the corridor, the smart one included", read=whole(1, 50)),
    LaunchArgument("seed", "0", "draws roles, initial poses and speeds", read=whole(0, configs.MAX_SEED)),
    LaunchArgument(
        "controller",
        "ce",
        "who moves the smart robot: the engine, or straight to the goal, or both in turn from the same start",
        ("ce", "baseline", "paired"),
    ),
    LaunchArgument(
        "trials",
        "1",
        "trials (pairs, if paired); robots drive to the next start themselves",
        read=whole(1, 9999),
    ),
    LaunchArgument("out", "", "folder for trials.csv and results.json"),
    LaunchArgument("sim_servers", "1", "simulation servers that share the work", read=whole(1, 64)),
    *RECORDING,
    RATE,
    LaunchArgument(
        "lockstep",
        "auto",
        "auto: when rate is not 1.0; a run is then a function of its seed",
        ("auto", *BOOLEAN),
    ),
    LaunchArgument("dashboard", "true", "show the run in a browser on this machine", BOOLEAN, yes),
    LaunchArgument("dashboard_port", "8080", "where; 0: any free port", read=whole(0, 65535)),
    LaunchArgument("time_limit", "120.0", "a run ends after this long [s]", read=positive),
    LaunchArgument("config", "", "a parameter file of your own, over config/corridor.yaml"),
)


def corridor_nodes(arguments: Mapping[str, Any]) -> list[NodeSpec]:
    """Return the nodes of the corridor experiment (Figure 11) for these launch arguments."""
    simulated = arguments["robots"] == "sim"
    lockstep = wants_lockstep(arguments, simulated)
    files = parameter_files(arguments["config"])
    _share_safety_distance(files)
    robots = robot_names(arguments["n_robots"])
    experiment = {
        "robots": robots,
        "seed": arguments["seed"],
        "controller": arguments["controller"],
        "time_limit": arguments["time_limit"],
        "trials": arguments["trials"],
        "out": arguments["out"],
        "condition": "sim" if simulated else "real",
        "score_from": "mocap" if arguments["tracker"] == "lidar" and simulated else "tracks",
    }
    scenario = draw(
        arguments["seed"], robots, build(ScenarioConfig, _below("scenario", files.get("experiment", {})))
    )
    smart, servers = scenario.smart_robot, [f"sim_server_{i}" for i in range(arguments["sim_servers"])]
    tracker = {
        "source": arguments["tracker"],
        "robots": robots,
        "lidar_robot": smart,
        "start_poses": tuple(scenario.poses.ravel().tolist()),
    }
    many = arguments["trials"] > 1 or arguments["controller"] == "paired"
    if many and arguments["tracker"] == "lidar":
        raise SettingsError(
            f"tracker:=lidar trials:={arguments['trials']} controller:={arguments['controller']}: "
            "a LiDAR does not know the robots by name, so they cannot be driven back; "
            "run one trial, or tracker:=vicon"
        )
    udp = arguments["mocap"] == "udp"
    if udp and lockstep:
        raise SettingsError(
            f"mocap:=udp rate:={arguments['rate']:g} lockstep:={arguments['lockstep']}: "
            "datagrams are not counted, so they cannot take part in lock-step; use mocap:=topic"
        )
    if udp:
        tracker["udp_port"] = configs.MOCAP_PORT
    engine = {
        "robot": "" if many else smart,
        "robots": robots,
        "sim_servers": tuple(f"/{name}" for name in servers),
    }
    nodes = [NodeSpec("object_tracker", "object_tracker", tracker)]
    nodes += [
        NodeSpec("low_level_controller", "low_level_controller", {"robot": robot}, namespace=robot)
        for robot in robots
    ]
    if arguments["controller"] != "baseline":
        nodes += [NodeSpec("consequence_engine", "consequence_engine", engine)]
    nodes += [NodeSpec("experiment", "experiment", experiment, ends_launch=True)]
    participants = tuple(node.full_name for node in nodes)
    if arguments["controller"] != "baseline":
        nodes += [NodeSpec("sim_server", name, {}, dispensable=True) for name in servers]
    if simulated:
        world = {
            "robots": robots,
            "seed": arguments["seed"],
            "rate": arguments["rate"],
            "participants": participants,
            **observers(arguments["record"], files),
            "scan_robots": (smart,) if arguments["tracker"] == "lidar" else ("",),
        }
        nodes.insert(0, NodeSpec("simulated_robots", "simulated_robots", world))
        if udp:
            nodes.append(NodeSpec("mocap_sender", "mocap_sender", {"robots": robots}))
    if arguments["record"]:
        nodes.append(NodeSpec("recorder", "recorder", {"output": arguments["bag"]}))
    if arguments["dashboard"]:
        page = {"port": arguments["dashboard_port"], "robots": robots}
        nodes.append(NodeSpec("dashboard", "dashboard", page))
    return [complete(node, files.get(node.executable, {}), lockstep) for node in nodes]


def wants_lockstep(arguments: Mapping[str, Any], simulated: bool) -> bool:
    wanted, rate = arguments["lockstep"], arguments["rate"]
    lockstep = rate != 1.0 if wanted == "auto" else wanted == "true"
    if lockstep and not simulated:
        raise SettingsError(
            f"robots:=real rate:={rate:g} lockstep:={wanted}: real robots run in real time; "
            "leave rate and lockstep out"
        )
    if rate != 1.0 and not lockstep:
        raise SettingsError(f"rate:={rate:g} lockstep:=false: only lock-step can be faster than real time")
    return lockstep


def parameter_files(own: str) -> dict[str, dict[str, Any]]:
    """Read config/corridor.yaml, then the user's file over it."""
    parameters = load_parameter_file(config_folder() / "corridor.yaml", CONFIGS)
    if own:
        for node, values in load_parameter_file(Path(own), CONFIGS).items():
            parameters.setdefault(node, {}).update(values)
    return parameters


def observers(record: bool, files: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return what the owner of the clock has to know about those who only listen."""
    if not record:
        return {}
    recorder = build(configs.RecorderConfig, files.get("recorder", {}))
    return {"observers": ("recorder",), "observed": recorder.topics, "unobserved": recorder.exclude}


def _share_safety_distance(files: dict[str, dict[str, Any]]) -> None:
    """Let the score and the page mean the engine's safety distance, unless their own is given."""
    engine = build(configs.ConsequenceEngineConfig, files.get("consequence_engine", {})).engine
    distance = engine.action_evaluator.safety_distance
    files.setdefault("experiment", {}).setdefault("score.safety_distance", distance)
    files.setdefault("dashboard", {}).setdefault("safety_distance", distance)


def _below(block: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of one block of a config, by their names inside it."""
    return {k.removeprefix(f"{block}."): v for k, v in values.items() if k.startswith(f"{block}.")}


def complete(node: NodeSpec, from_file: Mapping[str, Any], lockstep: bool) -> NodeSpec:
    """Lay what the launch arguments say over the parameter file, and check the whole."""
    takes_part = issubclass(CONFIGS[node.executable], configs.ClockedConfig)
    own = {**node.parameters, "lockstep": lockstep} if takes_part else node.parameters
    values = {**from_file, **own}
    checked(CONFIGS[node.executable], values, node.full_name)
    complete = {key: _for_ros(CONFIGS[node.executable], key, value) for key, value in values.items()}
    return replace(node, parameters={**complete, "use_sim_time": lockstep})


def _for_ros(config: type, key: str, value: Any) -> Any:
    """Return a value of the type that ROS wants: 2 for a float is 2.0, a tuple is a list."""
    kind = settings_of(config)[key].kind
    return float(value) if kind is float else list(value) if kind is tuple else value


def config_folder() -> Path:
    """Return the folder config/, of the sources or of the installed package."""
    return _folder("config")


def launch_folder() -> Path:
    """Return the folder launch/, of the sources or of the installed package."""
    return _folder("launch")


def _folder(name: str) -> Path:
    beside = Path(__file__).resolve().parents[1] / name
    if (beside / ".." / "package.xml").exists():
        return beside
    from ament_index_python.packages import get_package_share_directory

    return Path(get_package_share_directory("consequence_engine"), name)


CORRIDOR_EXPERIMENT = GraphDescription(CORRIDOR_ARGUMENTS, corridor_nodes)
