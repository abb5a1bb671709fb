"""How long a full decision takes, 18 actions x 6 robots x 15 s, and how fast trials of the corridor run.

    python bench/engine.py [--repeat N] [--trials N] [--json FILE]

The peers, measured in the same run, decide one simulation at a time: with Box2D where that simulator is
there, and with the plain simulator, which is the kernel's source as Python runs it.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ce_core.consequence_engine import ConsequenceEngine, EngineConfig, Snapshot
from ce_core.consequence_engine.attention import AttentionConfig
from ce_core.consequence_engine.simulation_time import SimulationTimeConfig
from ce_core.experiments.corridor import CONTROLLERS, Job, run_trial
from ce_core.experiments.scenario import draw
from ce_core.experiments.workers import run_jobs
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.internal_model.simulator.plain_simulator import PlainSimulator
from ce_core.internal_model.simulator.simulator import SimRequest, Simulator, Trajectory

ROBOTS, ACTIONS, HORIZON = 6, 18, 15.0
# Everything is attended and every simulation lasts 15 s; a re-run would have the same length.
CONFIG = EngineConfig(
    attention=AttentionConfig(front=10.0, behind=10.0, side=10.0),
    simulation_time=SimulationTimeConfig(minimum=HORIZON, maximum=HORIZON),
)


BOX2D = "ce_core.internal_model.simulator.box2d_simulator"
WORKERS = 2


class OneAtATime:
    """A simulator, asked for one simulation after the other."""

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        return [self._simulator.simulate([request])[0] for request in requests]


def box2d() -> Any:
    """Make the rigid body simulator; None where it or Box2D is not there."""
    if not (importlib.util.find_spec("Box2D") and importlib.util.find_spec(BOX2D)):
        return None
    return importlib.import_module(BOX2D).Box2DSimulator()


def trial_time(trials: int) -> float:
    """Wall-clock time [s] of paired trials (tuning seeds) in WORKERS processes, their start included."""
    jobs = [Job(seed, "sim", name) for seed in range(trials) for name in CONTROLLERS]
    start = time.perf_counter()
    done = sum(1 for _ in run_jobs(run_trial, jobs, WORKERS))
    assert done == len(jobs), done
    return time.perf_counter() - start


def snapshots(count: int) -> list[Snapshot]:
    """Starts of trials, on tuning seeds."""
    names = [f"epuck_{i}" for i in range(ROBOTS)]
    scenarios = [draw(seed, names) for seed in range(count)]
    return [
        Snapshot.of(0.0, s.smart_robot, names, s.poses, np.zeros((ROBOTS, 2)), s.actions) for s in scenarios
    ]


def decision_times(simulator: Simulator, seen: list[Snapshot]) -> list[float]:
    """Time [s] of one decision for each snapshot, each by a new engine."""
    times = []
    for snapshot in seen:
        engine = ConsequenceEngine(CONFIG, simulator)
        start = time.perf_counter()
        decision = engine.decide(snapshot)
        times.append(time.perf_counter() - start)
        assert decision.simulations == ACTIONS, decision.simulations
        assert len(decision.attended) == ROBOTS - 1, decision.attended
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description="Time of one decision of the consequence engine.")
    parser.add_argument("--repeat", type=int, default=200, help="decisions to take the median of (200)")
    parser.add_argument("--trials", type=int, default=88, help="paired trials of the corridor to time (88)")
    parser.add_argument("--json", type=Path, help="write the numbers here")
    arguments = parser.parse_args()
    seen = snapshots(arguments.repeat)

    start = time.perf_counter()
    kernel = KernelSimulator()
    decision_times(kernel, seen[:1])
    first = time.perf_counter() - start
    batched = statistics.median(decision_times(kernel, seen))
    simulating = statistics.median(_simulation_times(kernel, seen))
    plain = statistics.median(decision_times(OneAtATime(PlainSimulator()), seen[:3]))

    peer = box2d()
    rigid = statistics.median(decision_times(OneAtATime(peer), seen[:3])) if peer else None
    trials = trial_time(arguments.trials)

    numbers = {
        "engine.first_decision_s": first,
        "engine.decision_ms": 1e3 * batched,
        "engine.simulation_ms": 1e3 * simulating,
        "engine.simulated_seconds_per_second": ACTIONS * HORIZON / batched,
        "engine.plain_decision_ms": 1e3 * plain,
        "engine.ratio_vs_plain": plain / batched,
        "engine.trials_per_s": arguments.trials / trials,
        "engine.trials_88_s": 88 * trials / arguments.trials,
    }
    if rigid is not None:
        numbers["engine.box2d_decision_ms"] = 1e3 * rigid
        numbers["engine.ratio_vs_box2d"] = rigid / batched
    print(f"one decision: {ACTIONS} actions x {ROBOTS} robots x {HORIZON:g} s, one core")
    print(f"  first decision, compiling or loading  {first:8.2f} s")
    print(f"  batched kernel, median of {len(seen):<4d}        {1e3 * batched:8.2f} ms")
    print(f"    of that in the simulator            {1e3 * simulating:8.2f} ms")
    print(f"  plain simulator, one at a time        {1e3 * plain:8.2f} ms")
    print(f"  ratio                                 {plain / batched:8.1f}")
    if rigid is None:
        print("  Box2D, one at a time                  not there, not measured")
    else:
        print(f"  Box2D, one at a time                  {1e3 * rigid:8.2f} ms")
        print(f"  ratio                                 {rigid / batched:8.1f}")
    print(f"  simulated time per second             {ACTIONS * HORIZON / batched:8.0f} s (paper: 600 s)")
    print(
        f"{arguments.trials} paired trials in {WORKERS} processes: {trials:.1f} s, "
        f"{arguments.trials / trials:.2f} pairs per second"
    )
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(numbers, indent=2) + "\n")


def _simulation_times(simulator: Simulator, seen: list[Snapshot]) -> list[float]:
    """Time [s] of each decision's one call of the simulator."""
    timed = _Timed(simulator)
    decision_times(timed, seen)
    return timed.times


class _Timed:
    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self.times: list[float] = []

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        start = time.perf_counter()
        found = self._simulator.simulate(requests)
        self.times.append(time.perf_counter() - start)
        return found


if __name__ == "__main__":
    main()
