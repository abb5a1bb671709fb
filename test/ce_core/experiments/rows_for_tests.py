"""A trial that costs nothing; worker processes import it by name."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import NamedTuple


class Job(NamedTuple):
    seed: int
    controller: str


@dataclass(frozen=True)
class Row:
    seed: int
    controller: str
    value: float
    safe: bool


def run(job: Job) -> Row:
    return Row(job.seed, job.controller, 1.0 / (1 + job.seed), job.seed % 2 == 0)


def fail_at_three(job: Job) -> Row:
    if job.seed == 3:
        raise ArithmeticError("nothing fits")
    return run(job)


def die(job: Job) -> Row:
    os._exit(3)


def slow(job: Job) -> Row:
    time.sleep(0.3 if job.seed < 2 else 60.0)
    return run(job)
