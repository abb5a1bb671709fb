"""Many trials: side by side, with a progress bar; Ctrl-C keeps what is finished, and a later run goes on."""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from ce_core import __version__
from ce_core.experiments.experiment import REPORTING_SEEDS, ExperimentError
from ce_core.experiments.trial_file import TrialFile
from ce_core.experiments.workers import run_jobs
from ce_core.family import unknown_name

log = logging.getLogger(__name__)

Job = TypeVar("Job", bound=NamedTuple)
"""What identifies a trial; its fields are columns of the row as well."""
Row = TypeVar("Row")
"""What came out: a frozen dataclass of bool, int, float and str."""


@dataclass(frozen=True)
class TrialOptions:
    """Where trials run and where they are kept."""

    workers: int = 1
    scheduler: str | None = None
    """Address of a Dask scheduler."""
    out: Path | None = None
    """Folder of results.json, trials.csv and settings.json."""
    resume: bool = False

    @staticmethod
    def of(arguments: argparse.Namespace) -> TrialOptions:
        """Read what `add_trial_options` declared."""
        return TrialOptions(arguments.workers, arguments.scheduler, arguments.out, arguments.resume)


@dataclass(frozen=True)
class Trials(Generic[Row]):
    """The finished trials, in the order of the jobs."""

    rows: list[Row]
    stopped: bool
    """By Ctrl-C."""


def run_trials(
    name: str,
    run: Callable[[Job], Row],
    jobs: Sequence[Job],
    row_type: type[Row],
    options: TrialOptions | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Trials[Row]:
    """Run every job that is not finished yet and return the rows of all.

    run: a module's function or a partial of one. settings: plain values that decide, beside the job, what
    comes out; a run is resumed only with the same ones.
    """
    options = TrialOptions() if options is None else options
    if options.resume and options.out is None:
        raise ExperimentError("--resume needs --out DIR, where the finished trials are")
    file = None
    found: dict[tuple[Any, ...], Row] = {}
    if options.out is not None:
        known = {"experiment": name, "version": __version__, **(settings or {})}
        file = TrialFile(options.out, row_type, known, options.resume)
        found = {_key(row, jobs): row for row in file.rows}
    strange = set(found) - {tuple(job) for job in jobs}
    if strange:
        raise ExperimentError(
            f"--resume: {options.out} holds {len(strange)} trials that are not asked for, "
            f"for example {min(strange)}; give the same --seed and names, or another --out"
        )
    stopped = False
    running = run_jobs(
        run, [job for job in jobs if tuple(job) not in found], options.workers, options.scheduler
    )
    try:
        with contextlib.closing(running), _progress(name, len(jobs), len(found)) as advance:
            for row in running:
                found[_key(row, jobs)] = row
                if file is not None:
                    file.append(row)
                advance()
    except KeyboardInterrupt:
        stopped = True
    finally:
        rows = [found[tuple(job)] for job in jobs if tuple(job) in found]
        if file is not None:
            file.close(rows)
    if stopped:
        kept = f" and kept in {options.out}; --resume goes on" if file is not None else ""
        log.warning("stopped: %d of %d trials are finished%s", len(rows), len(jobs), kept)
    return Trials(rows, stopped)


def add_trial_options(parser: argparse.ArgumentParser, trials: int, what: str = "pairs to run") -> None:
    """Declare --trials, --seed, --workers, --scheduler, --out and --resume, the same for every experiment."""
    parser.add_argument(
        "--trials", type=positive, default=trials, metavar="N", help=f"{what} (default {trials})"
    )
    parser.add_argument(
        "--seed",
        type=not_negative,
        default=REPORTING_SEEDS.start,
        metavar="S",
        help=f"trial i has seed S + i; from {REPORTING_SEEDS.start} on for reporting (the default), "
        "below for tuning",
    )
    add_run_options(parser)


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Declare --workers, --scheduler, --out and --resume alone, for an experiment whose trials are fixed."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    parser.add_argument(
        "--workers",
        type=positive,
        default=cores,
        metavar="W",
        help=f"processes to run trials in (default: one for each core, {cores})",
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="run trials on this Dask cluster, for example tcp://host:8786"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="write results.json and trials.csv here")
    parser.add_argument(
        "--resume", action="store_true", help="go on with the trials in --out that an earlier run finished"
    )


def positive(text: str) -> int:
    """Read a whole number of at least 1 from the command line."""
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number of at least 1")
    return int(text)


def not_negative(text: str) -> int:
    """Read a whole number of at least 0 from the command line."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number of at least 0")
    return int(text)


def names_of(known: Iterable[str], what: str) -> Callable[[str], tuple[str, ...]]:
    """Return how to read names, separated by commas, of which each must be known."""
    names = list(known)

    def read(text: str) -> tuple[str, ...]:
        found = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
        for name in found:
            if name not in names:
                raise argparse.ArgumentTypeError(str(unknown_name(what, name, names)))
        return found

    return read


def _key(row: Any, jobs: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(getattr(row, field) for field in jobs[0]._fields)


@contextlib.contextmanager
def _progress(name: str, total: int, completed: int) -> Iterator[Callable[[], None]]:
    """Show a bar with an estimate on stderr; gives the function that advances it."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    # The estimate looks back over a whole minute and more: trials are of very different lengths.
    with Progress(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=120.0) as bar:
        task = bar.add_task(name, total=total, completed=completed)
        yield lambda: bar.advance(task)
