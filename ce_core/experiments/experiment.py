"""What every experiment is: a name, its options, and a function that runs it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from ce_core.family import Family

TUNING_SEEDS = range(0, 10_000)
"""Anything may be tried and tuned on these."""
REPORTING_SEEDS = range(10_000, 1_000_000)
"""Numbers that are reported come from these; nothing is ever tuned on them."""


class ExperimentError(RuntimeError):
    """An experiment cannot begin or go on; the message says what to do about it."""


@dataclass(frozen=True)
class Experiment:
    """A member of the family."""

    summary: str
    """One line for the help."""
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    """Returns the exit code."""


EXPERIMENTS: Family[Experiment] = Family("experiment")


def kind_of_seeds(first: int, count: int) -> str:
    """Say whether these seeds are for tuning or for reporting."""
    if first in REPORTING_SEEDS:
        return "reporting"
    return "tuning" if first + count - 1 in TUNING_SEEDS else "mixed"
