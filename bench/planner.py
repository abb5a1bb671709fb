"""How long a plan takes: the recorded target scan and a cul-de-sac, both backends, and 10,000 random scans.

    python bench/planner.py [--repeat N] [--scans N] [--json FILE]

A plan is all of it: world building, search with turns, and the sequence. The peer, measured in the same run,
is the same explorer with every task simulated in Box2D. All times are by the wall clock. On a busy machine
the slowest of 10,000 plans are those that had to wait, so each random scan is planned on three times and the
shortest counts; the first of the three and the time on the processor stand beside it. Where the recorded
scans are not at hand, scenes like them stand in.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ce_core.planner import Planner, preset
from ce_core.planner.planner import Target
from ce_core.planner.scan import read_scan

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data" / "planner"
PRESETS = ("authors", "paper")
REPEATS = 3
"""Plans on each random scan."""


def recorded(name: str) -> NDArray[np.float64]:
    """Points of a recorded scan, or of a scene like it."""
    path = SHARED / name
    if path.exists():
        return read_scan(path)
    if "target" in name:
        x = np.arange(-0.6, 0.9, 0.005)
        walls = np.concatenate([np.stack([x, np.full_like(x, y)], 1) for y in (0.65, -0.24)])
        box = np.stack([np.full(10, 0.69), np.linspace(0.0, 0.09, 10)], 1)
        return np.concatenate([walls, box])
    y, x = np.arange(-0.25, 0.25, 0.005), np.arange(0.3, 0.8, 0.005)
    sides = [np.stack([x, np.full_like(x, side)], 1) for side in (-0.25, 0.25)]
    return np.concatenate([*sides, np.stack([np.full_like(y, 0.8), y], 1)])


def random_scan(rng: np.random.Generator) -> NDArray[np.float64]:
    """Draw clutter and a few walls: 0 to 400 points within 1.1 m, at least 0.2 m from the robot's middle."""
    clutter = rng.uniform(-1.1, 1.1, (rng.integers(0, 60), 2))
    walls = []
    for _ in range(rng.integers(0, 5)):
        start, end = rng.uniform(-1.2, 1.2, (2, 2))
        walls.append(start + np.linspace(0.0, 1.0, 80)[:, None] * (end - start))
    points = np.concatenate([clutter, *walls])
    return points[np.hypot(points[:, 0] + 0.05, points[:, 1]) > 0.2]


def times(planner: Planner, points: NDArray[np.float64], target: Target | None, repeat: int) -> list[float]:
    """Times [s] of the same plan, again and again."""
    planner.plan(points, target)
    found = []
    for _ in range(repeat):
        start = time.perf_counter()
        planner.plan(points, target)
        found.append(time.perf_counter() - start)
    return found


def blow_up(which: str, count: int) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    """Times (count, REPEATS) [s] of plans on random scans, by the clock and on the processor; most states."""
    planner = Planner(preset(which, 0.22))
    rng = np.random.default_rng(0)
    by_clock, on_processor = np.empty((2, count, REPEATS))
    most = 0
    for i in range(count):
        points, target = random_scan(rng), (1.0, 0.0) if i % 2 else None
        for repeat in range(REPEATS):
            start, busy = time.perf_counter(), time.thread_time()
            plan = planner.plan(points, target)
            on_processor[i, repeat] = time.thread_time() - busy
            by_clock[i, repeat] = time.perf_counter() - start
        most = max(most, plan.states)
    return by_clock, on_processor, most


def main() -> None:
    parser = argparse.ArgumentParser(description="Time of one plan of the multi-step planner.")
    parser.add_argument("--repeat", type=int, default=1000, help="plans to take the median of (1000)")
    parser.add_argument("--scans", type=int, default=10_000, help="random scans (10000)")
    parser.add_argument("--json", type=Path, help="write the numbers here")
    arguments = parser.parse_args()

    start = time.perf_counter()
    Planner(preset("authors", 0.22)).plan(np.zeros((0, 2)))
    numbers = {"planner.first_plan_s": time.perf_counter() - start}
    scenes = {
        "target": (recorded("target_251023/map0001.dat"), (1.0, 0.0), 0.22),
        "cul_de_sac": (recorded("synthetic/culdesac_a.dat"), None, 0.5),
    }
    ratios = []
    print(f"first plan, compiling or loading {numbers['planner.first_plan_s']:.2f} s")
    for name, (points, target, step) in scenes.items():
        for which in PRESETS:
            config = preset(which, step)
            analytic = times(Planner(config), points, target, arguments.repeat)
            in_box2d = times(
                Planner(dataclasses.replace(config, backend="box2d")),
                points,
                target,
                max(arguments.repeat // 100, 3),
            )
            fast, slow = float(np.median(analytic)), float(np.median(in_box2d))
            key = f"planner.{name}" if which == "authors" else f"planner.{name}_{which}"
            numbers |= {f"{key}_ms": 1e3 * fast, f"{key}_box2d_ms": 1e3 * slow}
            if which == "authors":
                ratios.append(slow / fast)
            print(
                f"{name:10s} {which:8s} analytic {1e3 * fast:7.3f} ms   Box2D {1e3 * slow:7.1f} ms   "
                f"ratio {slow / fast:6.0f}"
            )
    numbers["planner.box2d_ratio"] = min(ratios)
    for which in PRESETS:
        clock, busy, states = blow_up(which, arguments.scans)
        ending = "" if which == "authors" else f"_{which}"
        found = {
            "p999": 1e3 * float(np.percentile(clock.min(axis=1), 99.9)),
            "p999_first": 1e3 * float(np.percentile(clock[:, 0], 99.9)),
            "p999_processor": 1e3 * float(np.percentile(busy[:, 0], 99.9)),
            "worst": 1e3 * float(clock.min(axis=1).max()),
        }
        numbers |= {f"planner.{key}{ending}_ms": value for key, value in found.items()}
        numbers[f"planner.most_states{ending}"] = states
        print(
            f"{arguments.scans} random scans, {which}: 99.9 % within {found['p999']:.2f} ms "
            f"(first of {REPEATS} plans {found['p999_first']:.2f} ms, on the processor "
            f"{found['p999_processor']:.2f} ms), worst {found['worst']:.2f} ms, at most {states} states"
        )
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(numbers, indent=2) + "\n")


if __name__ == "__main__":
    main()
