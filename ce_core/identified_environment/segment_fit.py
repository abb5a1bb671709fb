"""The polynomials of one signature: the paper's procedure on each of its segments.

Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.identification.forward_regression import (
    Fit,
    Workspace,
    forward_regression,
    new_fit,
    refine,
    workspace,
)
from ce_core.identified_environment.cusps import CuspRule, find_cusps

Floats = NDArray[np.float64]

SHORT = 9
"""A segment of fewer samples gets at most a constant and one more term, as those of the paper's Table 1."""


class Cut(NamedTuple):
    """How signatures are cut and fitted."""

    whole: bool
    """one polynomial for the whole signature"""
    cusps: CuspRule
    threshold: float
    """ERR below which a term is removed, a part of 1"""


class Bench(NamedTuple):
    """Space for the fits of one thread; M candidates, K samples."""

    fit: Fit
    work: Workspace
    estimation: Floats
    """(M + 1, K) every other sample: candidates, and the signature in the last row"""
    validation: Floats
    """(M + 1, K) the samples between"""
    starts: NDArray[np.int64]
    """(K,)"""


def bench(candidates: int, samples: int) -> Bench:
    """Allocate it."""
    return Bench(
        new_fit(candidates),
        workspace(candidates, samples),
        np.empty((candidates + 1, samples)),
        np.empty((candidates + 1, samples)),
        np.zeros(samples, dtype=np.int64),
    )


def fit_signature(
    signature: Floats, columns: Floats, cut: Cut, bench: Bench, start: NDArray[np.int16], dense: Floats
) -> int:
    """Cut a signature (K,) and fit every segment; return how many there are.

    columns (M, K): every candidate at every sample. Written are start (K,), and dense (K, M): the parameter
    of each candidate in each segment, NaN where it has none.
    """
    samples = len(signature)
    count = 1
    bench.starts[0] = 0
    if not cut.whole:
        count = find_cusps(signature, cut.cusps, bench.starts)
    for segment in range(count):
        first = bench.starts[segment]
        end = bench.starts[segment + 1] if segment + 1 < count else samples
        start[segment] = first
        n_terms = fit_segment(columns[:, first:end], signature[first:end], cut.threshold, bench)
        for m in range(len(columns)):
            dense[segment, m] = math.nan
        for k in range(n_terms):
            dense[segment, bench.fit.order[k]] = bench.fit.parameters[k]
    return count


def fit_segment(columns: Floats, y: Floats, threshold: float, bench: Bench) -> int:
    """Identify a segment: structure from alternate samples, parameters from all; return how many terms.

    Where there are too few samples to part, the estimation set is also the validation set.
    """
    m, n = len(columns), len(y)
    limit = min(n, 2) if n < SHORT else m
    for k in range(m):
        bench.work.allowed[k] = 1
    if n < 2 * m + 2:
        return refine(((columns, y), (columns, y)), threshold, limit, bench.fit, bench.work)
    half, rest = (n + 1) // 2, n // 2
    for k in range(n):
        into = bench.estimation if k % 2 == 0 else bench.validation
        for row in range(m):
            into[row, k // 2] = columns[row, k]
        into[m, k // 2] = y[k]
    estimation = (bench.estimation[:m, :half], bench.estimation[m, :half])
    validation = (bench.validation[:m, :rest], bench.validation[m, :rest])
    count = refine((estimation, validation), threshold, limit, bench.fit, bench.work)
    for k in range(m):
        bench.work.allowed[k] = 0
    for k in range(count):
        bench.work.allowed[bench.fit.order[k]] = 1
    return forward_regression(columns, y, count, bench.fit, bench.work)
