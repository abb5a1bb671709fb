"""How fast the LEGO simulation runs programs in plain Python, beside its own step in plain Python.

    python bench/lego.py [--json FILE]

Ultrasound 1 from the 99 random starts on one core, best of some repeats, in processor time: program and
simulation are one thread. Then all three solutions from the same starts on two cores, in real time.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import partial
from pathlib import Path

from ce_core.experiments.lego import SOLUTIONS, jobs_of, run_job
from ce_core.experiments.workers import run_jobs
from ce_core.lego.lego_world import LegoWorld
from ce_core.lego.program import Program, run_program
from ce_core.lego.starts import Start, random_starts
from ce_core.lego.trial import run_trial
from ce_core.lego.world import time_step

STARTS = 99
REPEATS = 5
CORES = 2


def speed(program: Program, starts: list[Start]) -> float:
    """Simulated seconds per second of processor time."""
    begin = time.process_time()
    simulated = sum(run_trial(program, start).simulated for start in starts)
    return simulated / (time.process_time() - begin)


def plain_speed(program: Program, start: Start) -> float:
    """The same in a world that is not compiled, and whether it went the same way."""
    compiled = run_trial(program, start)
    begin = time.process_time()
    world = LegoWorld(start)
    world.advance = partial(time_step.advance, world.views, world.trace)
    run_program(program, world)
    taken = time.process_time() - begin
    if world.removed != compiled.removed:
        raise SystemExit("the compiled and the plain time step disagree: these figures mean nothing")
    return compiled.simulated / taken


def all_solutions() -> float:
    """Real time for all solutions from all starts, workers' start included [s]."""
    begin = time.perf_counter()
    jobs = jobs_of(("authors",), SOLUTIONS, (f"random:{STARTS}",))
    rows = list(run_jobs(run_job, jobs, workers=CORES))
    assert len(rows) == STARTS * len(SOLUTIONS), len(rows)
    return time.perf_counter() - begin


def main() -> None:
    """Measure, print, and write the figures as JSON if asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to FILE")
    arguments = parser.parse_args()
    program, starts = Program.find("ultrasound_1"), random_starts(STARTS)

    begin = time.perf_counter()
    run_trial(program, starts[0])
    first = time.perf_counter() - begin
    compiled = max(speed(program, starts) for _ in range(REPEATS))
    plain = plain_speed(program, starts[0])
    figures = {
        "lego.sim_s_per_s": compiled,
        "lego.first_trial_s": first,
        "lego.plain_sim_s_per_s": plain,
        "lego.ratio_vs_plain": compiled / plain,
        "lego.all_solutions_99_starts_two_cores_s": all_solutions(),
    }
    print(f"first trial, compiling or loading the simulation        {first:10.2f} s")
    print(f"ultrasound 1, {STARTS} starts, best of {REPEATS}, one core     {compiled:12,.0f} simulated s/s")
    print(f"the same time step in plain Python, one start           {plain:10,.0f} simulated s/s")
    print(f"ratio                                                   {compiled / plain:10,.0f}")
    print(f"{len(SOLUTIONS)} solutions x {STARTS} starts on {CORES} cores", end="")
    print(f"{figures['lego.all_solutions_99_starts_two_cores_s']:41.1f} s")
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
