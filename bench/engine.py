"""How long a full decision takes: 18 actions, 6 robots, 15 s, and how much the batch is worth.

    python bench/engine.py [--repeat N] [--json FILE]

The peer, measured in the same run, decides with the plain simulator, one simulation at a time.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ce_core.consequence_engine import ConsequenceEngine, EngineConfig, Snapshot
from ce_core.consequence_engine.attention import AttentionConfig
from ce_core.consequence_engine.simulation_time import SimulationTimeConfig
from ce_core.experiments.scenario import draw
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.internal_model.simulator.plain_simulator import PlainSimulator
from ce_core.internal_model.simulator.simulator import SimRequest, Simulator, Trajectory

ROBOTS, ACTIONS, HORIZON = 6, 18, 15.0
# Everything is attended and every simulation lasts 15 s; a re-run would have the same length.
CONFIG = EngineConfig(
    attention=AttentionConfig(front=10.0, behind=10.0),
    simulation_time=SimulationTimeConfig(minimum=HORIZON, maximum=HORIZON),
)


class OneAtATime:
    """The plain simulator, asked for one simulation after the other."""

    def __init__(self) -> None:
        self._plain = PlainSimulator()

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        return [self._plain.simulate([request])[0] for request in requests]


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
    parser.add_argument("--json", type=Path, help="write the numbers here")
    arguments = parser.parse_args()
    seen = snapshots(arguments.repeat)

    start = time.perf_counter()
    kernel = KernelSimulator()
    decision_times(kernel, seen[:1])
    first = time.perf_counter() - start
    batched = statistics.median(decision_times(kernel, seen))
    simulating = statistics.median(_simulation_times(kernel, seen))
    plain = statistics.median(decision_times(OneAtATime(), seen[:3]))

    numbers = {
        "engine.first_decision_s": first,
        "engine.decision_ms": 1e3 * batched,
        "engine.simulation_ms": 1e3 * simulating,
        "engine.simulated_seconds_per_second": ACTIONS * HORIZON / batched,
        "engine.plain_decision_ms": 1e3 * plain,
        "engine.ratio_vs_plain": plain / batched,
    }
    print(f"one decision: {ACTIONS} actions x {ROBOTS} robots x {HORIZON:g} s, one core")
    print(f"  first decision, compiling or loading  {first:8.2f} s")
    print(f"  batched kernel, median of {len(seen):<4d}        {1e3 * batched:8.2f} ms")
    print(f"    of that in the simulator            {1e3 * simulating:8.2f} ms")
    print(f"  plain simulator, one at a time        {1e3 * plain:8.2f} ms")
    print(f"  ratio                                 {plain / batched:8.1f}")
    print(f"  simulated time per second             {ACTIONS * HORIZON / batched:8.0f} s (paper: 600 s)")
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
