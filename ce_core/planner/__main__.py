"""`./ce plan SCAN`: a plan on a recorded scan, on the command line."""

from __future__ import annotations

import argparse
import dataclasses
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ce_core.planner.bag_scan import is_bag, read_bag_scan
from ce_core.planner.planner import REASONS, Plan, Planner, Target
from ce_core.planner.presets import PRESETS, preset
from ce_core.planner.scan import ScanError, read_scan

CUL_DE_SAC_STEP, TARGET_STEP = 0.5, 0.22
"""stepDistance [m] of the paper's experiments without and with a target."""


def main(argv: Sequence[str]) -> int:
    """Plan and print; return the exit code."""
    arguments = _parser().parse_args(_joined(argv))
    try:
        points = _read(arguments)
    except ScanError as error:
        print(f"./ce plan: {error}", file=sys.stderr)
        return 2
    step = arguments.step or (CUL_DE_SAC_STEP if arguments.target is None else TARGET_STEP)
    config = preset(arguments.preset, step, arguments.worldbuilding)
    planner = Planner(dataclasses.replace(config, backend=arguments.backend))
    if arguments.backend == "analytic":
        planner.plan(points, arguments.target)  # loads the compiled code, which is not part of the time
    plan = planner.plan(points, arguments.target)
    if arguments.json:
        print(json.dumps(plan.to_dict(), allow_nan=False))
    else:
        print(describe(plan, points, arguments.target, config.sensor_range))
        if arguments.tree:
            print(plan.system.to_text())
    try:
        _write(plan, points, arguments)
    except (OSError, ValueError) as error:
        print(f"./ce plan: {error}", file=sys.stderr)
        return 2
    return 0


def _write(plan: Plan, points: NDArray[np.float64], arguments: argparse.Namespace) -> None:
    """Write the files that were asked for."""
    if arguments.dot:
        arguments.dot.write_text(plan.system.to_dot())
    if arguments.system:
        arguments.system.write_text(plan.system.to_json() + "\n")
    if arguments.draw:
        from ce_core.planner.drawing import draw_plan

        draw_plan(plan, points, arguments.target, arguments.draw)


def describe(plan: Plan, points: NDArray[np.float64], target: Target | None, sensor_range: float) -> str:
    """Write a plan as a few lines for people."""
    x, y, theta = plan.end
    lines = [
        f"plan     {' '.join(plan.letters) or '(stay)'}",
        f"ends at  {REASONS[plan.reason]}: ({x:.3f}, {y:.3f}) m, {math.degrees(theta):.1f}°",
        f"states   {plan.states}",
        f"objects  {plan.objects}",
        f"time     {1e3 * plan.time:.3f} ms",
    ]
    seen = np.isfinite(points).all(axis=1)
    if not seen.all():
        lines.append(f"note     {np.count_nonzero(~seen)} of {len(points)} points are not finite: left out")
    if not (np.hypot(*points[seen].T) < sensor_range).any():
        lines.append(f"note     the scan has no point within {sensor_range:g} m: nothing is in the way")
    if target is not None:
        left = math.hypot(target[0] - x, target[1] - y)
        if plan.reason != "target" and left > 0.05:
            lines.append(f"note     the target ({target[0]:g}, {target[1]:g}) stays {left:.2f} m away")
    return "\n".join(lines)


def _read(arguments: argparse.Namespace) -> NDArray[np.float64]:
    path: Path = arguments.scan
    if is_bag(path):
        return read_bag_scan(path, arguments.topic, arguments.index)
    return read_scan(path)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./ce plan", description="Plan a task sequence on a recorded scan.")
    parser.add_argument("scan", type=Path, metavar="SCAN_FILE", help="one x<TAB>y [m] a line, or a bag")
    parser.add_argument("--target", type=_target, metavar="X,Y", help="where to go [m]; else just away")
    parser.add_argument(
        "--step",
        type=_positive,
        metavar="D",
        help=f"how far a straight goes [m] ({CUL_DE_SAC_STEP}; {TARGET_STEP} with a target)",
    )
    parser.add_argument(
        "--preset", choices=list(PRESETS), default="paper", help="follow the paper or its authors' program"
    )
    parser.add_argument(
        "--worldbuilding", type=int, choices=(1, 2), default=1, help="1: every point; 2: every other"
    )
    parser.add_argument("--backend", choices=("analytic", "box2d"), default="analytic", help="who simulates")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--tree", action="store_true", help="print the transition system too")
    parser.add_argument("--system", type=Path, metavar="FILE", help="write the transition system as JSON")
    parser.add_argument("--dot", type=Path, metavar="FILE", help="write the transition system as DOT")
    parser.add_argument("--draw", type=Path, metavar="FILE", help="draw scan, plan and transition system")
    parser.add_argument("--topic", default="", help="LaserScan topic of a bag (the first one)")
    parser.add_argument("--index", type=_index, default=0, metavar="N", help="which scan of a bag (0)")
    return parser


def _joined(argv: Sequence[str]) -> list[str]:
    """Let `--target -1,0` mean a target and not an option."""
    words = list(argv)
    while "--target" in words[:-1]:
        i = words.index("--target")
        words[i : i + 2] = [f"--target={words[i + 1]}"]
    return words


def _target(text: str) -> Target:
    try:
        x, y = map(float, text.split(","))
    except ValueError:
        x = y = math.nan
    if not (math.isfinite(x) and math.isfinite(y)):
        raise argparse.ArgumentTypeError(f"{text!r} must be X,Y in metres, for example 1.0,0")
    return x, y


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} must be a number of metres above 0, for example 0.22")
    return value


def _index(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number of at least 0")
    return int(text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
