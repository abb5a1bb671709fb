"""`./ce lego run` and `./ce lego compare`: somebody's program, from one start or from many."""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ce_core.lego.comparison import compare_times, verdict
from ce_core.lego.lego_world import TIME_LIMIT, Conditions
from ce_core.lego.program import Program, example_names
from ce_core.lego.referee import REAL_TIME, Job, judge
from ce_core.lego.starts import Start, starts_named
from ce_core.lego.trial import Trial
from ce_core.lego.world.cubes import COLOURS
from ce_core.lego.world.sensors import PRESETS


def main(argv: Sequence[str]) -> int:
    """Run `run` or `compare` with these arguments; return the exit code."""
    options = _parser().parse_args(argv)
    try:
        conditions = Conditions(options.preset, options.time_limit, options.lights)
        starts = starts_named(options.starts)
        programs = [Program.find(name, dict(options.set)) for name in options.programs]
        action = run if options.action == "run" else compare
        return action(options, programs, starts, conditions)
    except ValueError as error:
        print(f"./ce lego {options.action}: {error}", file=sys.stderr)
        return 2


def run(
    options: argparse.Namespace, programs: list[Program], starts: list[Start], conditions: Conditions
) -> int:
    """Run one program from one start and say how it went; exit code 1 if it failed."""
    if not 1 <= options.start <= len(starts):
        raise ValueError(f"--start {options.start}: --starts {options.starts} has 1 to {len(starts)}")
    start, program = starts[options.start - 1], programs[0]
    job = Job(program, start, conditions, keep_trace=options.picture is not None)
    with contextlib.closing(judge([job], real_time=options.real_time, quiet=False)) as answers:
        ((_, trial),) = answers
    if options.json:
        print(json.dumps(_as_json(program, trial, conditions), indent=2))
    else:
        print(
            f"{program.name} from start {start.number} of {options.starts}: "
            f"at {start.x:.3f}, {start.y:.3f} m, heading {math.degrees(start.theta) % 360.0:.1f} deg; "
            f"preset {conditions.preset}"
        )
        for colour, time in zip(COLOURS, trial.removed, strict=True):
            print(f"  {colour:5s} " + ("not removed" if time is None else f"removed after {time:6.2f} s"))
        done = f"completed in {trial.time:.2f} s" if trial.completed else f"failed: {trial.end}"
        print(f"  {done}" + (f" (announcements {trial.announced:+.0f} s)" if trial.announced else ""))
    if trial.failed:
        print(f"./ce lego run: {trial.failed}", file=sys.stderr)
    if options.picture is not None and trial.trace is not None:
        from ce_core.lego.drawing import draw_trials

        draw_trials([(f"{program.name}, start {start.number}", trial)], options.picture)
    return 0 if trial.completed else 1


def compare(
    options: argparse.Namespace, programs: list[Program], starts: list[Start], conditions: Conditions
) -> int:
    """Run two programs from the same starts and say which is faster, and whether that is chance."""
    jobs = [Job(program, start, conditions) for start in starts for program in programs]
    trials: list[Trial | None] = [None] * len(jobs)
    answers = judge(jobs, options.workers, options.real_time)
    with contextlib.closing(answers), _progress(len(jobs)) as advance:
        for number, trial in answers:
            trials[number] = trial
            advance()
    done = [trial for trial in trials if trial is not None]
    pairs = (done[0::2], done[1::2])
    names = (programs[0].name, programs[1].name)
    if names[0] == names[1]:
        names = (programs[0].path, programs[1].path)
    found = compare_times(*([trial.time for trial in part] for part in pairs))
    if options.json:
        print(json.dumps({"programs": names, "starts": options.starts, **_finite(vars(found))}, indent=2))
        return 0
    print(f"{len(starts)} starts ({options.starts}), preset {conditions.preset}, both programs from each")
    for line in verdict(names, found):
        print(f"  {line}")
    for name, part in zip(names, pairs, strict=True):
        for words in dict.fromkeys(trial.failed for trial in part if trial.failed):
            print(f"./ce lego compare: {name}: {words}", file=sys.stderr)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./ce lego",
        description="The LEGO robot of paper 1 and programs for it, which are plain Python files.",
        epilog=f"examples that come with it: {', '.join(example_names())}",
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="run|compare")
    one = actions.add_parser("run", help="run one program from one start")
    one.add_argument("programs", nargs=1, metavar="PROGRAM", help="a Python file, or the name of an example")
    one.add_argument("--start", type=int, default=1, metavar="N", help="number of the start (default 1)")
    one.add_argument("--picture", type=Path, metavar="FILE", help="draw where everything went")
    two = actions.add_parser("compare", help="run two programs from the same starts")
    two.add_argument("programs", nargs=2, metavar="PROGRAM", help="Python files, or names of examples")
    two.add_argument(
        "--workers",
        type=_positive,
        default=os.cpu_count() or 1,
        metavar="W",
        help="processes (one for each core)",
    )
    for action, starts in ((one, "20"), (two, "random:200")):
        action.add_argument(
            "--starts",
            default=starts,
            metavar="STARTS",
            help=f"20: the paper's twenty; random:N or random:N:SEED: drawn (default {starts})",
        )
        action.add_argument("--preset", default=PRESETS[0], help=f"one of {', '.join(PRESETS)}")
        action.add_argument(
            "--time-limit",
            type=float,
            default=TIME_LIMIT,
            metavar="S",
            help=f"of a trial [s] ({TIME_LIMIT:g})",
        )
        action.add_argument(
            "--real-time", type=_seconds, default=REAL_TIME, metavar="S",
            help=f"end a trial that takes longer than this in real time [s] ({REAL_TIME:g})",
        )  # fmt: skip
        action.add_argument(
            "--lights", type=_colours, default=COLOURS, metavar="COLOURS", help="cubes that blink (all)"
        )
        action.add_argument(
            "--set", type=_setting, action="append", default=[], metavar="NAME=VALUE",
            help="a value for setting(NAME, default) in the program",
        )  # fmt: skip
        action.add_argument("--json", action="store_true", help="print the result as JSON")
    return parser


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)

        yield lambda: bar.advance(task)


def _as_json(program: Program, trial: Trial, conditions: Conditions) -> dict[str, object]:
    removed = {f"{colour}_s": time for colour, time in zip(COLOURS, trial.removed, strict=True)}
    return {
        "program": program.name,
        "preset": conditions.preset,
        "start": trial.start.number,
        **removed,
        "completed": trial.completed,
        "time_s": trial.time,
        "end": trial.end,
        "announcements_s": trial.announced,
    }


def _finite(values: dict[str, object]) -> dict[str, object]:
    """JSON has no NaN."""
    return {
        key: None if isinstance(value, float) and not math.isfinite(value) else value
        for key, value in values.items()
    }


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number of at least 1")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0.0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} must be a number of seconds above 0")
    return seconds


def _colours(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _setting(text: str) -> tuple[str, float]:
    name, separator, value = text.partition("=")
    try:
        number = float(value)
    except ValueError:
        separator = ""
    if not separator or not name:
        raise argparse.ArgumentTypeError(f"{text!r} must be NAME=NUMBER, for example threshold=120")
    return name, int(number) if number.is_integer() else number
