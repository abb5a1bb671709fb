"""How fast the internal simulation runs, against peers on the same world in the same run.

    ./ce bench simulator [--json FILE]

The load is one full decision of the engine in paper 0: 18 candidate actions x 6 robots x 15 s in the
corridor, with 8 infrared sensors, Braitenberg avoidance, MoveTo, contacts and noise. Times are the best of
several runs of each situation, and the median over the situations; checking and preparing in Python is
included. Beside each figure stands how often a robot was near something, because a robot that sees nothing is
simulated faster.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from _start_times import start_times
from scipy.spatial import cKDTree

from ce_core.internal_model.robot_controller import CONTROL_PERIOD, Action
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator import (
    Box2DSimulator,
    KernelSimulator,
    PlainSimulator,
    SimRequest,
    Simulator,
    Trajectory,
    WorldNoise,
)
from ce_core.internal_model.world_model import Arena

N_ROBOTS = 6
DURATION = 15.0
NOISE = WorldNoise(motor=0.05, motor_bias=0.02, infrared=0.1)
CROWDS = (6, 60, 600, 6000)
AREA = 2.2 * 1.0 / N_ROBOTS
"""[m^2] a robot of a crowd, as in the corridor."""
OTHERS = {"ir_sim": ("ir-sim", "irsim"), "vmas": ("VMAS", "vmas")}
"""Peers that are measured if they are installed: as people and as Python call them."""
VMAS_WORLDS = 8192


def decision(seed: int) -> list[SimRequest]:
    """Draw one situation (paper 0, section 2.4.6) and ask for all actions of the 6 x 3 grid."""
    rng = np.random.default_rng(seed)
    places = [np.array([-1.0, 0.0])]
    while len(places) < N_ROBOTS:
        place = rng.uniform([-0.5, -0.3], [1.0, 0.3])
        if all(np.hypot(*(place - other)) >= 0.25 for other in places):
            places.append(place)
    headings = np.concatenate(([0.0], rng.uniform(-np.pi, np.pi, N_ROBOTS - 1)))
    others = [Action.parse(f"GoStraight({v});Avoidance") for v in rng.uniform(0.6, 0.8, N_ROBOTS - 1)]
    goals = [(x, y) for x in np.linspace(-1.0, 1.0, 6) for y in np.linspace(-0.4, 0.4, 3)]
    poses, velocities = np.column_stack((np.array(places), headings)), np.zeros((N_ROBOTS, 2))
    return [
        SimRequest(
            world="corridor",
            robots=tuple(f"epuck{k}" for k in range(N_ROBOTS)),
            models=("epuck",) * N_ROBOTS,
            poses=poses,
            velocities=velocities,
            actions=(Action.parse(f"MoveTo({x}, {y});Avoidance"), *others),
            duration=DURATION,
            seed=seed,
        )
        for x, y in goals
    ]


def crowd(n_robots: int, duration: float) -> SimRequest:
    """Fill a square with robots, as many a square metre as in the corridor."""
    rng = np.random.default_rng(n_robots)
    side = float(np.sqrt(n_robots * AREA))
    columns = int(np.ceil(np.sqrt(n_robots)))
    cell = side / columns
    grid = np.array([(i, j) for i in range(columns) for j in range(columns)], dtype=float)
    chosen = grid[rng.permutation(len(grid))[:n_robots]]
    places = (chosen + 0.5) * cell + rng.uniform(-0.4, 0.4, (n_robots, 2)) * (cell - 0.08) - 0.5 * side
    half = 0.5 * side
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    walls = [(*a, *b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    return SimRequest(
        world=Arena(f"square of {side:.1f} m", np.array(walls)),
        robots=tuple(f"epuck{k}" for k in range(n_robots)),
        models=("epuck",) * n_robots,
        poses=np.column_stack((places, rng.uniform(-np.pi, np.pi, n_robots))),
        velocities=np.zeros((n_robots, 2)),
        actions=tuple(
            Action.parse(f"GoStraight({v:.2f});Avoidance") for v in rng.uniform(0.6, 0.8, n_robots)
        ),
        duration=duration,
    )


def best(call: Callable[[], object], repeats: int) -> float:
    """Shortest wall-clock time of a call [s]: what it takes when nobody else wants the core."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def near_fraction(trajectories: list[Trajectory], half: tuple[float, float] = (1.1, 0.5)) -> float:
    """Part of all robot-steps, every tenth step, in which an infrared sensor may see a wall or a robot."""
    epuck = ROBOT_MODELS["epuck"]
    assert epuck.infrared is not None
    near = []
    for trajectory in trajectories:
        for xy in trajectory.poses[:, ::10, :2].transpose(1, 0, 2):
            from_wall = np.minimum(half[0] - abs(xy[:, 0]), half[1] - abs(xy[:, 1])) - epuck.radius
            from_robot = cKDTree(xy).query(xy, k=2)[0][:, 1] - 2.0 * epuck.radius
            near.append(np.mean(np.minimum(from_wall, from_robot) < epuck.infrared.reach))
    return float(np.mean(near))


def measure_kernel(loads: list[list[SimRequest]], repeats: int) -> dict[str, float]:
    """One decision at a time on one core."""
    start = time.perf_counter()
    kernel = KernelSimulator(NOISE)
    kernel.simulate(decision(0)[:1])
    first_call = time.perf_counter() - start
    check_agreement(kernel, loads[0][:2])
    figures = measure_simulator("kernel", kernel, loads, repeats)
    rate = figures["simulator.kernel.sim_s_per_s"]
    return figures | {
        "simulator.kernel.first_call_s": first_call,
        "simulator.kernel.ns_per_robot_step": CONTROL_PERIOD / N_ROBOTS / rate * 1e9,
        "simulator.kernel.decision_ms": len(loads[0]) * DURATION / rate * 1e3,
    }


def measure_simulator(
    name: str, simulator: Simulator, loads: list[list[SimRequest]], repeats: int
) -> dict[str, float]:
    """Measure a simulator on these loads, one at a time."""
    found = [trajectory for load in loads for trajectory in simulator.simulate(load)]
    times = [best(lambda load=load: simulator.simulate(load), repeats) / len(load) for load in loads]
    return {
        f"simulator.{name}.sim_s_per_s": DURATION / statistics.median(times),
        f"simulator.{name}.near_contact_fraction": near_fraction(found),
    }


def check_agreement(kernel: Simulator, requests: list[SimRequest]) -> None:
    """Refuse to measure a kernel that computes something else."""
    short = [replace(request, duration=3.0) for request in requests]
    pairs = zip(PlainSimulator(NOISE).simulate(short), kernel.simulate(short), strict=True)
    if not all(np.array_equal(a.poses, b.poses) for a, b in pairs):
        raise SystemExit("kernel and plain simulator disagree: these figures mean nothing")


def measure_others(loads: list[list[SimRequest]]) -> dict[str, float]:
    """Measure those of the other projects' simulators that are installed; `peers` says how they differ."""
    figures = {}
    for name in filter(is_installed, OTHERS):
        # ir-sim takes a request of each decision; VMAS is at its best with thousands of worlds.
        requests = moments(loads, VMAS_WORLDS) if name == "vmas" else [load[0] for load in loads]
        runs = [importlib.import_module(f"peers.{name}_world").run(requests) for _ in range(3)]
        seconds = min(seconds for _, seconds in runs)
        figures[f"simulator.{name}.sim_s_per_s"] = sum(r.duration for r in requests) / seconds
        figures[f"simulator.{name}.near_contact_fraction"] = near_fraction(runs[0][0])
    return figures


def is_installed(other: str) -> bool:
    """Tell whether another project's simulator can be imported."""
    return importlib.util.find_spec(OTHERS[other][1]) is not None


def moments(loads: list[list[SimRequest]], n: int) -> list[SimRequest]:
    """Ask for one second from each of n moments of these loads, so that robots are near things as often."""
    rng = np.random.default_rng(0)
    requests = [request for load in loads for request in load]
    runs = KernelSimulator(NOISE).simulate(requests)
    found = []
    for which in rng.integers(len(requests), size=n):
        poses = runs[which].poses[:, rng.integers(round(DURATION / CONTROL_PERIOD))]
        found.append(replace(requests[which], poses=poses, duration=1.0))
    return found


def measure_scaling(repeats: int) -> dict[str, float]:
    """Cost of a robot and step when there are many, at the same density."""
    kernel, figures = KernelSimulator(NOISE), {}
    for n_robots in CROWDS:
        # Long enough that checking the request is a small part.
        request = crowd(n_robots, max(20.0, min(600.0, 120_000 / n_robots)))
        (found,) = kernel.simulate([request])
        seconds = best(lambda request=request: kernel.simulate([request]), repeats)
        robot_steps = n_robots * (found.poses.shape[1] - 1)
        figures[f"simulator.scaling.{n_robots}.ns_per_robot_step"] = seconds / robot_steps * 1e9
        half = float(np.sqrt(n_robots * AREA)) / 2
        near = near_fraction([found], (half, half))
        figures[f"simulator.scaling.{n_robots}.near_contact_fraction"] = near
    return figures


def measure_threads(repeats: int) -> dict[str, float]:
    """Twenty decisions on one thread and on two."""
    load = [request for seed in range(20) for request in decision(seed)]
    one, two = KernelSimulator(NOISE), KernelSimulator(NOISE, threads=2)
    ratios = []
    for _ in range(repeats):  # side by side, so that both meet the same machine
        ratios.append(best(lambda: one.simulate(load), 1) / best(lambda: two.simulate(load), 1))
    return {
        "simulator.threads_speedup": statistics.median(ratios),
        "simulator.threads_speedup_best": max(ratios),
    }


def measure(decisions: int, repeats: int) -> dict[str, float]:
    """Measure everything, one after the other."""
    loads = [decision(seed) for seed in range(decisions)]
    figures = measure_kernel(loads, repeats)
    figures |= measure_simulator("box2d_python", Box2DSimulator(NOISE), loads, 2)
    figures |= measure_simulator("plain", PlainSimulator(NOISE), [load[:3] for load in loads], 1)
    figures |= measure_others(loads)
    for peer in ("box2d_python", "plain", *filter(is_installed, OTHERS)):
        ratio = figures["simulator.kernel.sim_s_per_s"] / figures[f"simulator.{peer}.sim_s_per_s"]
        figures[f"simulator.ratio_vs_{peer}"] = ratio
    figures |= measure_scaling(max(3, repeats // 3))
    figures |= measure_threads(max(3, repeats // 3))
    figures |= start_times()
    return figures


def main() -> None:
    """Measure, print, and write the figures as JSON if asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to FILE")
    parser.add_argument("--decisions", type=int, default=10, help="situations to draw (default: 10)")
    parser.add_argument("--repeats", type=int, default=20, help="runs of each (default: 20)")
    arguments = parser.parse_args()
    figures = measure(arguments.decisions, arguments.repeats)

    def of(key: str) -> float:
        return figures[f"simulator.{key}"]

    print(f"first call, which loads or compiles the kernel: {of('kernel.first_call_s'):.2f} s")
    print(
        f"one decision, 18 x {N_ROBOTS} robots x {DURATION:g} s, one core: {of('kernel.decision_ms'):.2f} ms"
    )
    peers = {"box2d_python": "Box2D, rays from Python", "plain": "plain Python"}
    peers |= {other: OTHERS[other][0] for other in filter(is_installed, OTHERS)}
    for name, text in {"kernel": "kernel", **peers}.items():
        print(
            f"  {text:24s} {of(f'{name}.sim_s_per_s'):12,.0f} simulated s/s, "
            f"{of(f'{name}.near_contact_fraction'):4.0%} of the robot-steps near something"
        )
    ratios = ", ".join(f"{of(f'ratio_vs_{name}'):,.0f} times {text}" for name, text in peers.items())
    print(f"  the kernel takes {of('kernel.ns_per_robot_step'):.0f} ns a robot and step; it is {ratios}")
    for other, (text, _) in OTHERS.items():
        if not is_installed(other):
            print(f"  {text}: not installed; docs/simulator.md says how")
    for n_robots in CROWDS:
        cost, near = (
            of(f"scaling.{n_robots}.{key}") for key in ("ns_per_robot_step", "near_contact_fraction")
        )
        print(f"  {n_robots:5d} robots: {cost:6.0f} ns, {near:4.0%} near something")
    print(f"  two threads: {of('threads_speedup'):.2f} times one (best {of('threads_speedup_best'):.2f})")
    for kind, words in (("cold", "with an empty cache, which compiles"), ("warm", "with a full cache")):
        wall, used = of(f"{kind}_start_s"), of(f"{kind}_start_processor_s")
        print(f"  a process's first simulation {words}: {wall:.1f} s ({used:.1f} s of processor time)")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
