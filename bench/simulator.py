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
import importlib.util
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

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
    """Part of all robot-steps in which some infrared sensor may see a wall or a robot."""
    epuck = ROBOT_MODELS["epuck"]
    assert epuck.infrared is not None
    near = []
    for trajectory in trajectories:
        xy = trajectory.poses[..., :2]
        close = np.minimum(half[0] - abs(xy[..., 0]), half[1] - abs(xy[..., 1])) < (
            epuck.radius + epuck.infrared.reach
        )
        for robot in range(len(xy)):
            gap = np.linalg.norm(np.delete(xy, robot, axis=0) - xy[robot], axis=-1).min(axis=0)
            close[robot] |= gap < 2 * epuck.radius + epuck.infrared.reach
        near.append(close.mean())
    return float(np.mean(near))


def measure_kernel(decisions: int, repeats: int) -> dict[str, float]:
    """One decision at a time on one core."""
    start = time.perf_counter()
    kernel = KernelSimulator(NOISE)
    kernel.simulate(decision(0)[:1])
    first_call = time.perf_counter() - start
    loads = [decision(seed) for seed in range(decisions)]
    check_agreement(kernel, loads[0][:2])
    seconds = statistics.median(best(lambda load=load: kernel.simulate(load), repeats) for load in loads)
    simulated = len(loads[0]) * DURATION
    return {
        "simulator.kernel.first_call_s": first_call,
        "simulator.kernel.sim_s_per_s": simulated / seconds,
        "simulator.kernel.ns_per_robot_step": seconds / (simulated / CONTROL_PERIOD * N_ROBOTS) * 1e9,
        "simulator.kernel.decision_ms": seconds * 1e3,
        "simulator.kernel.near_contact_fraction": float(
            np.mean([near_fraction(kernel.simulate(load)) for load in loads])
        ),
    }


def check_agreement(kernel: Simulator, requests: list[SimRequest]) -> None:
    """Refuse to measure a kernel that computes something else."""
    short = [replace(request, duration=3.0) for request in requests]
    pairs = zip(PlainSimulator(NOISE).simulate(short), kernel.simulate(short), strict=True)
    if not all(np.array_equal(a.poses, b.poses) for a, b in pairs):
        raise SystemExit("kernel and plain simulator disagree: these figures mean nothing")


def measure_peer(name: str, simulator: Simulator, n_requests: int, repeats: int) -> dict[str, float]:
    """Measure another simulator on part of a decision: it is slow."""
    requests = decision(0)[:: 18 // n_requests][:n_requests]
    found = simulator.simulate(requests)
    seconds = best(lambda: simulator.simulate(requests), repeats)
    return {
        f"simulator.{name}.sim_s_per_s": len(requests) * DURATION / seconds,
        f"simulator.{name}.near_contact_fraction": near_fraction(found),
    }


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
        if n_robots <= 600:
            part = Trajectory(found.robots, found.time_step, found.poses[:, ::20])
            figures[f"simulator.scaling.{n_robots}.near_contact_fraction"] = near_fraction(
                [part], (half, half)
            )
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
    figures = measure_kernel(decisions, repeats)
    figures |= measure_peer("box2d_python", Box2DSimulator(NOISE), 2, 3)
    figures |= measure_peer("plain", PlainSimulator(NOISE), 1, 1)
    for peer in ("box2d_python", "plain"):
        ratio = figures["simulator.kernel.sim_s_per_s"] / figures[f"simulator.{peer}.sim_s_per_s"]
        figures[f"simulator.ratio_vs_{peer}"] = ratio
    figures |= measure_scaling(max(3, repeats // 3))
    figures |= measure_threads(max(3, repeats // 3))
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
    for name, text in (
        ("kernel", "kernel"),
        ("box2d_python", "Box2D, rays from Python"),
        ("plain", "plain Python"),
    ):
        print(
            f"  {text:24s} {of(f'{name}.sim_s_per_s'):12,.0f} simulated s/s, "
            f"{of(f'{name}.near_contact_fraction'):4.0%} of the robot-steps near something"
        )
    print(
        f"  the kernel takes {of('kernel.ns_per_robot_step'):.0f} ns a robot and step; it is "
        f"{of('ratio_vs_box2d_python'):,.0f} times Box2D, {of('ratio_vs_plain'):,.0f} times plain Python"
    )
    for n_robots in CROWDS:
        fraction = figures.get(f"simulator.scaling.{n_robots}.near_contact_fraction")
        near = "" if fraction is None else f", {fraction:.0%} near something"
        print(f"  {n_robots:5d} robots: {of(f'scaling.{n_robots}.ns_per_robot_step'):6.0f} ns{near}")
    print(f"  two threads: {of('threads_speedup'):.2f} times one (best {of('threads_speedup_best'):.2f})")
    for peer, module in (("ir-sim", "irsim"), ("VMAS", "vmas")):
        if importlib.util.find_spec(module) is None:
            print(f"  {peer}: not installed")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
