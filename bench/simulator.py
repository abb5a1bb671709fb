"""How fast the internal simulation runs: the kernel against the plain simulator, in one run.

The load is one full decision of the engine in paper 0: 18 candidate actions x 6 robots x 15 s.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from ce_core.internal_model.robot_controller import CONTROL_PERIOD, Action
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator import KernelSimulator, PlainSimulator, SimRequest, Trajectory
from ce_core.internal_model.simulator.batch import build_batch

N_ROBOTS = 6
DURATION = 15.0


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
    return [
        SimRequest(
            world="corridor",
            robots=tuple(f"epuck{k}" for k in range(N_ROBOTS)),
            models=("epuck",) * N_ROBOTS,
            poses=np.column_stack((np.array(places), headings)),
            velocities=np.zeros((N_ROBOTS, 2)),
            actions=(Action.parse(f"MoveTo({x}, {y});Avoidance"), *others),
            duration=DURATION,
            seed=seed,
        )
        for x, y in goals
    ]


def seconds(call: Callable[[], object], repeats: int) -> float:
    """Median wall-clock time of a call [s]."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def near_fraction(trajectories: list[Trajectory]) -> float:
    """Part of all robot-steps in which some infrared sensor may see a wall or a robot."""
    epuck = ROBOT_MODELS["epuck"]
    poses = np.array([trajectory.poses for trajectory in trajectories])
    to_wall = np.minimum(1.1 - abs(poses[..., 0]), 0.5 - abs(poses[..., 1]))
    near = to_wall < epuck.radius + epuck.infrared.reach
    for robot in range(N_ROBOTS):
        others = np.delete(poses[..., :2], robot, axis=1)
        gap = np.linalg.norm(others - poses[:, robot, None, :, :2], axis=-1).min(axis=1)
        near[:, robot] |= gap < 2 * epuck.radius + epuck.infrared.reach
    return float(near.mean())


def measure(decisions: int, repeats: int) -> dict[str, float]:
    """Run kernel and plain simulator on the same decisions; one thread."""
    loads = [decision(seed) for seed in range(decisions)]
    start = time.perf_counter()
    kernel = KernelSimulator()
    kernel.simulate(loads[0][:1])
    first_call = time.perf_counter() - start
    times = [seconds(lambda load=load: kernel.simulate(load), repeats) for load in loads]
    preparing = [seconds(lambda load=load: build_batch(load), repeats) for load in loads]
    plain = PlainSimulator()
    plain_time = seconds(lambda: plain.simulate(loads[0][::6]), 1) * 6
    agree = all(
        np.array_equal(a.poses, b.poses)
        for a, b in zip(plain.simulate(loads[0][:2]), kernel.simulate(loads[0][:2]), strict=True)
    )
    if not agree:
        raise SystemExit("kernel and plain simulator disagree: these figures mean nothing")
    simulated = len(loads[0]) * DURATION
    robot_steps = simulated / CONTROL_PERIOD * N_ROBOTS
    decision_time = statistics.median(times)
    near = np.mean([near_fraction(kernel.simulate(load)) for load in loads])
    return {
        "simulator.kernel.sim_s_per_s": simulated / decision_time,
        "simulator.kernel.ns_per_robot_step": decision_time / robot_steps * 1e9,
        "simulator.kernel.decision_ms": decision_time * 1e3,
        "simulator.kernel.preparing_ms": statistics.median(preparing) * 1e3,
        "simulator.kernel.first_call_s": first_call,
        "simulator.near_contact_fraction": float(near),
        "simulator.plain.sim_s_per_s": simulated / plain_time,
        "simulator.ratio_vs_plain": plain_time / decision_time,
    }


def main() -> None:
    """Measure, print, and write the figures as JSON if asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to FILE")
    parser.add_argument("--decisions", type=int, default=20, help="situations to draw (default: 20)")
    parser.add_argument("--repeats", type=int, default=10, help="runs of each (default: 10)")
    arguments = parser.parse_args()
    figures = measure(arguments.decisions, arguments.repeats)
    print(f"first call (loads or compiles the kernel): {figures['simulator.kernel.first_call_s']:.2f} s")
    print(
        f"one decision, 18 x {N_ROBOTS} robots x {DURATION:g} s, one core: "
        f"{figures['simulator.kernel.decision_ms']:.2f} ms, of which checking and preparing "
        f"{figures['simulator.kernel.preparing_ms']:.2f} ms"
    )
    print(
        f"kernel {figures['simulator.kernel.sim_s_per_s']:,.0f} simulated s/s, "
        f"{figures['simulator.kernel.ns_per_robot_step']:.0f} ns per robot and step, "
        f"{figures['simulator.near_contact_fraction']:.0%} of them near something"
    )
    print(
        f"plain Python {figures['simulator.plain.sim_s_per_s']:,.0f} simulated s/s: "
        f"the kernel is {figures['simulator.ratio_vs_plain']:.0f} times as fast"
    )
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
