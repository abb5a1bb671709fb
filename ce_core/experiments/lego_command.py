"""`run lego`: Tables 2 to 5 of paper 1, results.json, trials.csv and pictures."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence

from ce_core.experiments.experiment import EXPERIMENTS, Experiment
from ce_core.experiments.trial_file import RESULTS, write_json
from ce_core.experiments.trials import (
    TrialOptions,
    add_run_options,
    not_negative,
    positive,
    run_trials,
)
from ce_core.family import unknown_name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    from ce_core.experiments.lego import PROGRAMS
    from ce_core.lego.starts import AUTHORS_SEED
    from ce_core.lego.world.sensors import PRESETS

    parser.add_argument(
        "--trials", type=positive, default=99, metavar="N", help="random starts (99, as the paper)"
    )
    parser.add_argument(
        "--seed",
        type=not_negative,
        default=AUTHORS_SEED,
        metavar="S",
        help=f"draws the random starts (default {AUTHORS_SEED}: those of the paper)",
    )
    for option, known in (("preset", PRESETS), ("solution", tuple(PROGRAMS))):
        parser.add_argument(
            f"--{option}",
            type=_names(option, known),
            default=known,
            metavar="NAMES",
            help=f"any of {','.join(known)} (all)",
        )
    parser.add_argument("--no-pictures", action="store_true", help="leave the pictures out of --out")
    parser.add_argument("--json", action="store_true", help="print results.json instead of the tables")
    add_run_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the trials; Ctrl-C keeps those that are finished."""
    from ce_core.experiments import lego
    from ce_core.experiments.lego_results import lego_results
    from ce_core.kernels.lego import make_ready

    starts = (
        lego.TWENTY,
        lego.name_of_random(arguments.trials, arguments.seed),
        lego.TURNED,
        lego.FAST_RIGHT,
    )
    jobs = lego.jobs_of(arguments.preset, arguments.solution, starts)
    make_ready()  # compiled once, before the workers look for it
    trials = run_trials("lego", lego.run_job, jobs, lego.Row, TrialOptions.of(arguments))
    content = lego_results(trials.rows)
    if arguments.out is not None:
        write_json(arguments.out / RESULTS, content)
        if trials.rows and not arguments.no_pictures and not trials.stopped:
            from ce_core.experiments.lego_pictures import write_pictures

            write_pictures(arguments.out, content, arguments.preset[0])
    if arguments.json:
        sys.stdout.write(json.dumps(content, indent=2, allow_nan=False) + "\n")
    elif trials.rows:
        from rich.console import Console

        from ce_core.experiments.lego_table import TABLE_WIDTH, conclusion, lego_tables

        console = Console()
        console.width = max(console.width, TABLE_WIDTH)
        for table in lego_tables(content):
            console.print(table)
        for line in conclusion(content):
            console.print(line, highlight=False)
    return 130 if trials.stopped else 0


def _names(what: str, known: Sequence[str]) -> Callable[[str], tuple[str, ...]]:
    def read(text: str) -> tuple[str, ...]:
        names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
        for name in names:
            if name not in known:
                raise argparse.ArgumentTypeError(str(unknown_name(what, name, list(known))))
        return names

    return read


EXPERIMENTS.add("lego")(
    Experiment("the LEGO robot of paper 1: three solutions, Tables 2 to 5", add_arguments, run)
)
