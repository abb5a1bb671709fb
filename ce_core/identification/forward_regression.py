"""Forward regression with orthogonal least squares and the paper's refinement of the structure.

The auxiliary model (paper 3, section 1.2) is y = sum_k g_k w_k with orthogonal w_k, and

    g_k = <w_k, y> / <w_k, w_k>,   ERR_k = g_k^2 <w_k, w_k> / <y, y>

is the part of the output's energy that term k explains. Terms come in the order of their ERR, each made
orthogonal to those before it (modified Gram-Schmidt). The parameters of the polynomial itself follow from
A theta = g with the unit triangular A of the orthogonalisation.

Plain Python that `ce_core.kernels` compiles: nothing is allocated here.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

DEPENDENT = 1e-10
"""A term says nothing new if its square falls to this part when what chosen terms say is taken out."""
SAME = 1e-9
"""ERRs that differ by less than this part are a tie: the candidate that is listed first is chosen."""
EXPLAINED = 1e-15
"""When no more than this part of the output's energy is left, there is nothing to explain."""


class Fit(NamedTuple):
    """What a regression finds; only as many entries as it returned mean anything."""

    order: Integers
    """(M,) candidates in the order in which they were chosen"""
    err: Floats
    """(M,) ERR of each, a part of 1"""
    auxiliary: Floats
    """(M,) g of each"""
    parameters: Floats
    """(M,) theta of each"""


class Workspace(NamedTuple):
    """Space that the regressions of one thread use again and again; M candidates, N samples."""

    w: Floats
    """(M, N) candidates made orthogonal to those chosen"""
    a: Floats
    """(M, M) row k: what candidate m shares with the term chosen k-th"""
    square: Floats
    """(M,) energy of each candidate as it came"""
    allowed: Integers
    """(M,) 1 where a candidate may be chosen"""
    before: Fit
    """the structure before the last removal"""


def new_fit(candidates: int) -> Fit:
    """Allocate the result of a regression."""
    return Fit(np.zeros(candidates, dtype=np.int64), *(np.zeros(candidates) for _ in range(3)))


def workspace(candidates: int, samples: int) -> Workspace:
    """Allocate what regressions of at most this size need."""
    return Workspace(
        np.empty((candidates, samples)),
        np.zeros((candidates, candidates)),
        np.zeros(candidates),
        np.ones(candidates, dtype=np.int64),
        new_fit(candidates),
    )


def dot(a: Floats, b: Floats, n: int) -> float:
    """Return the sum of a * b over their first n entries, in that order."""
    total = 0.0
    for k in range(n):
        total += a[k] * b[k]
    return total


def choose_term(work: Workspace, y: Floats, yy: float, n: int) -> int:
    """Return the allowed candidate with the greatest ERR, -1 if all that are left are dependent."""
    best, best_err = -1, 0.0
    for m in range(len(work.allowed)):
        if work.allowed[m] == 1:
            ww = dot(work.w[m], work.w[m], n)
            if ww <= DEPENDENT * work.square[m]:
                work.allowed[m] = 0
                continue
            wy = dot(work.w[m], y, n)
            err = wy * wy / (ww * yy)
            if best < 0 or err > best_err * (1.0 + SAME):
                best, best_err = m, err
    return best


def take_out(work: Workspace, chosen: int, k: int, n: int) -> None:
    """Make every candidate that is left orthogonal to the one chosen k-th."""
    ww = dot(work.w[chosen], work.w[chosen], n)
    for m in range(len(work.allowed)):
        if work.allowed[m] == 1:
            shared = dot(work.w[chosen], work.w[m], n) / ww
            work.a[k, m] = shared
            for i in range(n):
                work.w[m, i] -= shared * work.w[chosen, i]


def forward_regression(columns: Floats, y: Floats, limit: int, fit: Fit, work: Workspace) -> int:
    """Choose at most `limit` terms of those that work.allowed admits; return how many.

    columns (M, N): every candidate at every sample; y (N,).
    """
    n = len(y)
    for m in range(len(columns)):
        work.square[m] = dot(columns[m], columns[m], n)
        if work.square[m] == 0.0:
            work.allowed[m] = 0
        if work.allowed[m] == 1:
            for i in range(n):
                work.w[m, i] = columns[m, i]
    yy = dot(y, y, n)
    left = 1.0
    count = 0
    while count < min(limit, n) and yy > 0.0 and left > EXPLAINED:
        chosen = choose_term(work, y, yy, n)
        if chosen < 0:
            break
        ww = dot(work.w[chosen], work.w[chosen], n)
        fit.order[count] = chosen
        fit.auxiliary[count] = dot(work.w[chosen], y, n) / ww
        fit.err[count] = fit.auxiliary[count] * fit.auxiliary[count] * ww / yy
        left -= fit.err[count]
        work.allowed[chosen] = 0
        take_out(work, chosen, count, n)
        count += 1
    solve_parameters(fit, work.a, count)
    return count


def solve_parameters(fit: Fit, a: Floats, count: int) -> None:
    """Get the polynomial's parameters from the auxiliary model's: A theta = g, from the last term back."""
    for back in range(count):
        k = count - 1 - back
        value = fit.auxiliary[k]
        for j in range(k + 1, count):
            value -= a[k, fit.order[j]] * fit.parameters[j]
        fit.parameters[k] = value


def square_error(columns: Floats, y: Floats, fit: Fit, count: int) -> float:
    """Return the mean squared difference between the polynomial and y."""
    total = 0.0
    for i in range(len(y)):
        value = 0.0
        for k in range(count):
            value += fit.parameters[k] * columns[fit.order[k], i]
        total += (value - y[i]) * (value - y[i])
    return total / len(y)


def copy_fit(source: Fit, target: Fit, count: int) -> None:
    """Keep the first entries of a fit."""
    for k in range(count):
        target.order[k] = source.order[k]
        target.err[k] = source.err[k]
        target.auxiliary[k] = source.auxiliary[k]
        target.parameters[k] = source.parameters[k]


NOT_BEGUN, NOTHING_WEAK, REMOVED, RE_INSERTED = 0, 1, 2, 3
"""How the last iteration of a refinement ended."""

Samples = tuple[Floats, Floats]
"""columns (M, N) and y (N,) of the estimation or the validation set"""


class Refinement(NamedTuple):
    """Where the refinement stands."""

    terms: int
    """in the model"""
    error: float
    """mean squared error on the validation set"""
    outcome: int


def begin(sets: tuple[Samples, Samples], limit: int, fit: Fit, work: Workspace) -> Refinement:
    """Estimate the initial structure: every term that work.allowed admits and that is not dependent."""
    count = forward_regression(sets[0][0], sets[0][1], limit, fit, work)
    return Refinement(count, square_error(sets[1][0], sets[1][1], fit, count), REMOVED)


def remove_weak_terms(
    now: Refinement, sets: tuple[Samples, Samples], threshold: float, fit: Fit, work: Workspace
) -> Refinement:
    """Do one iteration: remove terms with an ERR below `threshold` (a part of 1), estimate the rest anew.

    sets: estimation and validation. If the error on the validation set has grown, the terms are put back.
    """
    kept = 0
    for m in range(len(work.allowed)):
        work.allowed[m] = 0
    for k in range(now.terms):
        if fit.err[k] >= threshold:
            work.allowed[fit.order[k]] = 1
            kept += 1
    if kept == now.terms:
        return Refinement(now.terms, now.error, NOTHING_WEAK)
    copy_fit(fit, work.before, now.terms)
    kept = forward_regression(sets[0][0], sets[0][1], kept, fit, work)
    error = square_error(sets[1][0], sets[1][1], fit, kept)
    if error > now.error:
        copy_fit(work.before, fit, now.terms)
        return Refinement(now.terms, now.error, RE_INSERTED)
    return Refinement(kept, error, REMOVED)


def iterate(
    now: Refinement,
    sets: tuple[Samples, Samples],
    threshold: float,
    limit: int,
    fit: Fit,
    work: Workspace,
) -> Refinement:
    """Do the next step of the procedure: the initial structure first, then removals."""
    if now.outcome == NOT_BEGUN:
        return begin(sets, limit, fit, work)
    return remove_weak_terms(now, sets, threshold, fit, work)


def refine(sets: tuple[Samples, Samples], threshold: float, limit: int, fit: Fit, work: Workspace) -> int:
    """Identify structure and parameters as the paper does; return the number of terms in `fit`."""
    now = Refinement(0, 0.0, NOT_BEGUN)
    while now.outcome == NOT_BEGUN or now.outcome == REMOVED:
        now = iterate(now, sets, threshold, limit, fit, work)
    return now.terms
