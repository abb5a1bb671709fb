"""The trials of a graph, or of a bag, as the same files and tables as those of `./ce run corridor`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ce_core.experiments.corridor import Trial
from ce_core.experiments.corridor_results import corridor_results
from ce_core.experiments.trial_file import RESULTS, TRIALS, write_json, write_rows


def write_results(folder: Path, seed: int, trials: Sequence[Trial]) -> None:
    """Write trials.csv and results.json."""
    folder.mkdir(parents=True, exist_ok=True)
    write_rows(folder / TRIALS, trials, Trial)
    write_json(folder / RESULTS, corridor_results(seed, trials))


def print_results(seed: int, trials: Sequence[Trial]) -> None:
    """Print the tables beside the paper's."""
    if not trials:
        return
    from rich.console import Console

    from ce_core.experiments.table import print_tables

    print_tables(corridor_results(seed, trials), Console(width=110))
