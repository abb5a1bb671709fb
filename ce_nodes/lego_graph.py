"""The graph of paper 1's game: the LEGO robot among its cubes, and a node that plays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ce_core.experiments.lego import THRESHOLD
from ce_core.lego.world.sensors import PRESETS
from ce_core.settings import SettingsError, load_parameter_file
from ce_nodes.configs import CONFIGS, LegoPlaygroundConfig
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
)

ARGUMENTS = (
    LaunchArgument("robot", LegoPlaygroundConfig.robot, "namespace of the robot"),
    LaunchArgument(
        "player", "example", "who plays: our example, or a node of your own in real time", ("example", "own")
    ),
    LaunchArgument("starts", LegoPlaygroundConfig.starts, "list of starts: 20, random:N or random:N:SEED"),
    LaunchArgument("start", "1", "number of the start in the list", read=whole(1, 100_000)),
    LaunchArgument("preset", PRESETS[0], "sensors as in the authors' program or in the paper", PRESETS),
    LaunchArgument("time_limit", "400.0", "the trial ends after this long [s]", read=positive),
    *RECORDING,
    RATE,
    LaunchArgument(
        "lockstep",
        "auto",
        "auto: when rate is not 1.0; a trial is then the one that ./ce lego run runs",
        ("auto", *BOOLEAN),
    ),
    LaunchArgument("config", "", "a parameter file of your own"),
)


def lego_nodes(arguments: Mapping[str, Any]) -> list[NodeSpec]:
    """Return the nodes of the game for these launch arguments."""
    lockstep = wants_lockstep(arguments, simulated=True)
    files = load_parameter_file(Path(arguments["config"]), CONFIGS) if arguments["config"] else {}
    robot = arguments["robot"]
    own = arguments["player"] == "own"
    if own and lockstep:
        raise SettingsError(
            f"player:=own rate:={arguments['rate']:g} lockstep:={arguments['lockstep']}: "
            "a node that does not take part in lock-step plays in real time; leave rate and lockstep out"
        )
    threshold = 0.01 * THRESHOLD[arguments["preset"]]
    player = NodeSpec("lego_player", "lego_player", {"robot": robot, "threshold": threshold}, namespace=robot)
    playground = {
        "robot": robot,
        "starts": arguments["starts"],
        "start": arguments["start"],
        "preset": arguments["preset"],
        "time_limit": arguments["time_limit"],
        "exit_when_done": True,
        "rate": arguments["rate"],
        "participants": ("",) if own else (player.full_name,),
        **observers(arguments["record"], files),
    }
    nodes = [NodeSpec("lego_playground", "lego_playground", playground, ends_launch=True)]
    if not own:
        nodes.append(player)
    if arguments["record"]:
        nodes.append(NodeSpec("recorder", "recorder", {"output": arguments["bag"]}))
    return [complete(node, files.get(node.executable, {}), lockstep) for node in nodes]


LEGO_PLAYGROUND = GraphDescription(ARGUMENTS, lego_nodes)
