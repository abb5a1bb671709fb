"""`./ce analyse`, `replay`, `bag` and `calibrate`: what can be done with recordings, without ROS."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from pathlib import Path

from ce_nodes.bag_writer import BagError

USAGE_ERROR = 2


def analyse(arguments: Sequence[str]) -> int:
    """Score the trials of a bag and print them beside the paper's."""
    parser = argparse.ArgumentParser(prog="./ce analyse", description="Score the trials in a recording.")
    parser.add_argument("bag", type=Path, metavar="BAG", help="folder of a rosbag2 bag")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write results.json, trials.csv and pictures")
    parser.add_argument("--json", action="store_true", help="print results.json instead of the tables")
    options = parser.parse_args(arguments)
    from ce_core.experiments.corridor_results import corridor_results
    from ce_nodes.analysis import recorded_trials
    from ce_nodes.trial_results import print_results, write_results

    records, trials = recorded_trials(options.bag)
    seed = min(trial.seed for trial in trials)
    if options.out is not None:
        from ce_nodes.trial_picture import draw_trial

        write_results(options.out, seed, trials)
        for number, record in enumerate(records, 1):
            draw_trial(record, options.out / f"trial_{number}.png")
    if options.json:
        print(json.dumps(corridor_results(seed, trials), indent=2, allow_nan=False))
    else:
        print_results(seed, trials)
    return 0


def replay(arguments: Sequence[str]) -> int:
    """Decide again what was recorded, and say where the decisions differ."""
    parser = argparse.ArgumentParser(
        prog="./ce replay", description="Decide again what was recorded, with other settings."
    )
    parser.add_argument("bag", type=Path, metavar="BAG", help="folder of a rosbag2 bag with decisions")
    parser.add_argument(
        "--config", default="", metavar="FILE", help="a parameter file over config/corridor.yaml"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a setting of the engine, for example action_evaluator.safety_distance=0.3",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every decision there")
    parser.add_argument("--show", type=int, default=10, metavar="N", help="differences to print (10)")
    options = parser.parse_args(arguments)
    from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
    from ce_nodes.replay import replay as decide_again

    all_of_them = list(
        decide_again(options.bag, engine_config(options.config, options.set), KernelSimulator())
    )
    made = [again for again in all_of_them if again.now is not None]
    if not made:
        raise BagError(f"{options.bag}: no decision whose tracks are in the bag as well")
    different = [again for again in made if again.differs]
    print(f"{len(made)} decisions made again, {len(different)} differ ({len(different) / len(made):.0%})")
    if left_out := len(all_of_them) - len(made):
        print(f"{left_out} could not be made again: their tracks are not in the bag")
    for again in different[: options.show]:
        print(f"  {again.time:10.2f} s  {again.robot}: {again.recorded} -> {again.now.action}")
    if len(different) > options.show:
        print(f"  ... and {len(different) - options.show} more")
    if options.json is not None:
        rows = [
            {
                "time": a.time,
                "robot": a.robot,
                "recorded": str(a.recorded),
                "now": str(a.now.action) if a.now else None,
                "differs": a.differs,
            }
            for a in all_of_them
        ]
        options.json.write_text(json.dumps({"decisions": rows, "different": len(different)}, indent=2) + "\n")
    return 0


def engine_config(file: str, changes: Sequence[str]) -> object:
    """Return the engine's settings: the package's, a file's over them, and single changes over both."""
    import yaml

    from ce_core.settings import SettingsError, checked
    from ce_nodes.configs import ConsequenceEngineConfig
    from ce_nodes.graph import parameter_files

    values = dict(parameter_files(file).get("consequence_engine", {}))
    for change in changes:
        key, separator, text = change.partition("=")
        if not separator:
            raise SettingsError(f"--set {change}: write KEY=VALUE")
        values[f"engine.{key.removeprefix('engine.')}"] = yaml.safe_load(text)
    return checked(ConsequenceEngineConfig, values, "--set").engine


def bag(arguments: Sequence[str]) -> int:
    """Repair a bag whose recorder was killed."""
    parser = argparse.ArgumentParser(prog="./ce bag")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    mend = actions.add_parser("repair", help="make a whole bag of what a killed recorder left")
    mend.add_argument("bag", type=Path, metavar="BAG", help="folder of the bag, or its MCAP file")
    mend.add_argument(
        "--out", type=Path, metavar="DIR", help="the new bag (BAG_repaired); BAG stays as it is"
    )
    options = parser.parse_args(arguments)
    from ce_nodes.bag_repair import repair

    output, count = repair(options.bag, options.out)
    print(f"{count} messages saved to {output}")
    return 0


def calibrate(arguments: Sequence[str]) -> int:
    """Find the motion capture frame from where robots drove, and print it as parameters."""
    parser = argparse.ArgumentParser(
        prog="./ce calibrate",
        description="Find rotation and offset of the motion capture frame from robots that drove around for "
        "some minutes with GoStraight(0.8);Avoidance between the walls of a rectangular arena.",
    )
    parser.add_argument("bag", type=Path, metavar="BAG", help="folder of a rosbag2 bag with tracks")
    parser.add_argument("--world", default="corridor", metavar="ARENA", help="the arena (corridor)")
    options = parser.parse_args(arguments)
    import numpy as np

    from ce_core.internal_model.world_model import load_arena
    from ce_core.object_tracker.calibration import from_trajectories
    from ce_nodes.bag_reader import open_bag

    with open_bag(options.bag) as recording:
        places = [
            (t.x, t.y) for _, _, m in recording.messages(*recording.topics_of("Tracks")) for t in m.tracks
        ]
    found = from_trajectories(np.array(places).reshape(-1, 2), load_arena(options.world).bounds)
    turn = math.degrees(found.rotation)
    print(f"# from {len(places)} positions: the tracker's frame is turned by {turn:.2f} degrees")
    print("object_tracker:\n  ros__parameters:\n    calibration:")
    for name, unit in (("rotation", "rad"), ("x", "m"), ("y", "m")):
        print(f"      {name}: {getattr(found, name):.5f} # [{unit}]")
    return 0
