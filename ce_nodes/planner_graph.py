"""The graphs of paper 2's experiments: an AlphaBot, simulated or real, and its configurator."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ce_core.planner.presets import PRESETS
from ce_core.settings import load_parameter_file
from ce_nodes import configs
from ce_nodes.configs import CONFIGS
from ce_nodes.graph import (
    BOOLEAN,
    RATE,
    RECORDING,
    GraphDescription,
    LaunchArgument,
    NodeSpec,
    complete,
    observers,
    positive,
    wants_lockstep,
    whole,
    yes,
)

ROBOT = "alphabot"

ARGUMENTS = (
    LaunchArgument(
        "robots", "sim", "sim: a simulated AlphaBot; real: a driver with scan and cmd_vel", ("sim", "real")
    ),
    LaunchArgument("robot", ROBOT, "namespace of the robot"),
    LaunchArgument(
        "controller",
        "planner",
        "who drives: plans, or the single loop, fair or as the authors had it",
        ("planner", "reactive", "reactive_authors"),
    ),
    LaunchArgument("preset", "paper", "what the planner follows", tuple(PRESETS)),
    LaunchArgument("replan", "false", "plan anew when something unpredicted is in the way", BOOLEAN, yes),
    LaunchArgument("seed", "0", "draws the noise", read=whole(0, configs.MAX_SEED)),
    LaunchArgument("time_limit", "60.0", "the robot stops after this long [s]", read=positive),
    *RECORDING,
    RATE,
    LaunchArgument(
        "lockstep",
        "auto",
        "auto: when rate is not 1.0; a run is then a function of its seed",
        ("auto", *BOOLEAN),
    ),
    LaunchArgument("config", "", "a parameter file of your own"),
)


def planner_graph(world: str, step_distance: float, has_target: bool) -> GraphDescription:
    """Describe the graph of one experiment in an arena, with this stepDistance [m]."""

    def nodes(arguments: Mapping[str, Any]) -> list[NodeSpec]:
        simulated = arguments["robots"] == "sim"
        lockstep = wants_lockstep(arguments, simulated)
        files = load_parameter_file(Path(arguments["config"]), CONFIGS) if arguments["config"] else {}
        robot = arguments["robot"]
        driver = {
            "robot": robot,
            "controller": arguments["controller"],
            "preset": arguments["preset"],
            "step_distance": step_distance,
            "has_target": has_target,
            "replan.on_disturbance": arguments["replan"],
            "replan.until_target": arguments["replan"],
            "time_limit": arguments["time_limit"],
            "exit_when_done": True,
        }
        found = [NodeSpec("configurator", "configurator", driver, namespace=robot, ends_launch=True)]
        if simulated:
            place = {
                "world": world,
                "robots": (robot,),
                "robot_model": "alphabot",
                "scenario.start_x": 0.0,
                "seed": arguments["seed"],
                "rate": arguments["rate"],
                "participants": tuple(node.full_name for node in found),
                **observers(arguments["record"], files),
                "scan_robots": (robot,),
                "scan_rate": 5.0,
            }
            found.insert(0, NodeSpec("simulated_robots", "simulated_robots", place))
        if arguments["record"]:
            found.append(NodeSpec("recorder", "recorder", {"output": arguments["bag"]}))
        return [complete(node, files.get(node.executable, {}), lockstep) for node in found]

    return GraphDescription(ARGUMENTS, nodes)


CUL_DE_SAC = planner_graph("cul_de_sac", step_distance=0.5, has_target=False)
TARGET = planner_graph("target", step_distance=0.22, has_target=True)
