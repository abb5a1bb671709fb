"""The trials of paper 1: solutions x starts, as Tables 2 to 5 have them, with both presets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ce_core.lego.lego_world import Conditions, RightMotor
from ce_core.lego.program import Program
from ce_core.lego.starts import AUTHORS_SEED, Start, random_starts, twenty_starts
from ce_core.lego.trial import Trial, run_trial

SOLUTIONS = ("ultrasound_1", "ultrasound_2", "blink")
"""The paper's solutions, in the order of its tables."""

WITH_WAIT = "ultrasound_2_with_wait"
"""Ultrasound 2 with the authors' undocumented stop of 2 s at the edge."""

PROGRAMS: dict[str, tuple[str, dict[str, float]]] = {
    "ultrasound_1": ("ultrasound_1", {}),
    "ultrasound_2": ("ultrasound_2", {"colour_wait": 0}),
    WITH_WAIT: ("ultrasound_2", {"colour_wait": 2000}),
    "blink": ("blink", {}),
}
"""Solution -> example program and its settings."""

THRESHOLD = {"authors": 100, "paper": 120}
"""Preset -> ultrasound reading below which both ultrasound solutions see a cube."""

TWENTY, TURNED, FAST_RIGHT = "20", "20:turned_1deg", "20:right_motor_1pct"
"""Names of starts: Table 2, Table 4 and Table 5; those of Table 3 are random:99."""

RIGHT_MOTOR = RightMotor(factor=1.01)
"""One percent of the executed speed; what the authors did exactly is not published."""


class Job(NamedTuple):
    """One trial."""

    preset: str
    solution: str
    starts: str
    start: int


@dataclass(frozen=True)
class Row:
    """One line of trials.csv; empty where a cube was not removed."""

    preset: str
    solution: str
    starts: str
    start: int
    red_s: float | None
    green_s: float | None
    blue_s: float | None
    completed: bool
    time_s: float | None


def name_of_random(count: int, seed: int) -> str:
    """Return how random starts are named: random:99, and with a seed of one's own random:99:7."""
    return f"random:{count}" if seed == AUTHORS_SEED else f"random:{count}:{seed}"


def list_of(starts: str) -> list[Start]:
    """Return the starts of this name, perturbed as it says."""
    if starts.startswith("random:"):
        return random_starts(*map(int, starts.split(":")[1:]))
    twenty = twenty_starts()
    return [start.turned(1.0) for start in twenty] if starts == TURNED else twenty


def jobs_of(presets: Sequence[str], solutions: Sequence[str], starts: Sequence[str]) -> list[Job]:
    """List all trials, table by table."""
    sizes: Mapping[str, int] = {name: len(list_of(name)) for name in starts}
    return [
        Job(preset, solution, name, number)
        for preset in presets
        for name in starts
        for solution in solutions
        for number in range(1, sizes[name] + 1)
    ]


def run_job(job: Job) -> Row:
    """Run one trial."""
    trial = play(job)
    red, green, blue = (None if time is None else round(time, 2) for time in trial.removed)
    time = None if trial.time is None else round(trial.time, 2)
    return Row(*job, red, green, blue, trial.completed, time)


def play(job: Job, keep_trace: bool = False) -> Trial:
    """Run one trial and return all of it."""
    program, settings = PROGRAMS[job.solution]
    if program != "blink":
        settings = {**settings, "threshold": THRESHOLD[job.preset]}
    right_motor = RIGHT_MOTOR if job.starts == FAST_RIGHT else RightMotor()
    return run_trial(
        Program.find(program, settings),
        list_of(job.starts)[job.start - 1],
        Conditions(job.preset, right_motor=right_motor),
        keep_trace,
    )
