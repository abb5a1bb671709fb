"""The paper's identification procedure, step by step (paper 3, section 1.2)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ce_core.identification.forward_regression import (
    NOT_BEGUN,
    RE_INSERTED,
    REMOVED,
    Fit,
    Refinement,
    Samples,
    new_fit,
    workspace,
)
from ce_core.identification.polynomial import Polynomial
from ce_core.identification.signals import (
    Floats,
    Rows,
    SignalError,
    Signals,
    constant_inputs,
    regressor_columns,
)
from ce_core.identification.terms import Term, longest_lag, term_text

ERR_THRESHOLD = 0.0005
"""0.05 %, below which the paper removes a term."""

SPLITS = ("halves", "alternate")


@dataclass(frozen=True)
class Step:
    """One iteration: what was removed, and whether that was taken back."""

    terms: int
    """in the model after it"""
    validation_rmse: float
    removed: tuple[Term, ...] = ()
    re_inserted: bool = False

    def __str__(self) -> str:
        names = ", ".join(term_text(term) or "1" for term in self.removed)
        what = f"; removed {names}" if self.removed else ""
        back = ", put back because the error grew" if self.re_inserted else ""
        return f"{self.terms} terms, validation RMSE {self.validation_rmse:.6g}{what}{back}"


@dataclass(frozen=True)
class Identified:
    """A model and how it came about."""

    polynomial: Polynomial
    """terms in the order in which they were chosen"""
    err: tuple[float, ...]
    """ERR of each term, a part of 1"""
    auxiliary: tuple[float, ...]
    """g of each term in the auxiliary model"""
    dependent: tuple[Term, ...]
    """candidates that say nothing that the chosen terms do not say"""
    steps: tuple[Step, ...]
    estimation_rmse: float
    validation_rmse: float


def identify(
    signals: Signals,
    candidates: Sequence[Term],
    threshold: float = ERR_THRESHOLD,
    split: str = "halves",
    max_terms: int | None = None,
) -> Identified:
    """Split, detect the structure, remove weak terms, and estimate the parameters.

    split: "halves" estimates on the first half and validates on the second; "alternate" takes every other
    sample, for signals without lags whose ends differ. Of linearly dependent candidates those are kept that
    come first by ERR and, among equals, in the list.
    """
    _check(signals, candidates, threshold, split)
    rows = signals.complete_rows(longest_lag(candidates))
    estimation, validation = split_rows(rows, split)
    limit = len(candidates) if max_terms is None else min(max_terms, len(candidates))
    if len(estimation) < limit or len(validation) < 1 or limit < 1:
        raise SignalError(
            f"{len(rows)} usable samples of {len(signals)} (without NaN, gaps and the first "
            f"{longest_lag(candidates)} of each stretch), {len(estimation)} to estimate from; expected at "
            f"least {limit}, as many as candidate terms, or a smaller max_terms of at least 1"
        )
    sets = (_samples(signals, candidates, estimation), _samples(signals, candidates, validation))
    return refine_step_by_step(sets, candidates, threshold, limit)


def split_rows(rows: Rows, split: str) -> tuple[Rows, Rows]:
    """Part the rows into an estimation and a validation set of equal size."""
    if split == "halves":
        return rows[: (len(rows) + 1) // 2], rows[(len(rows) + 1) // 2 :]
    return rows[::2], rows[1::2]


def refine_step_by_step(
    sets: tuple[Samples, Samples], candidates: Sequence[Term], threshold: float, limit: int
) -> Identified:
    """Run the compiled iterations one by one, and keep what each did."""
    from ce_core.kernels.regression import next_step  # here, so that only its users import numba

    fit, work = new_fit(len(candidates)), workspace(len(candidates), sets[0][1].size)
    now = next_step(Refinement(0, 0.0, NOT_BEGUN), sets, threshold, limit, fit, work)
    chosen = fit.order[: now.terms].tolist()
    dependent = tuple(candidates[m] for m in range(len(candidates)) if m not in chosen)
    steps = [Step(now.terms, math.sqrt(now.error))]
    while now.outcome == REMOVED:
        weak = tuple(candidates[fit.order[k]] for k in range(now.terms) if fit.err[k] < threshold)
        now = next_step(now, sets, threshold, limit, fit, work)
        if weak:
            steps.append(Step(now.terms, math.sqrt(now.error), weak, now.outcome == RE_INSERTED))
    return Identified(
        polynomial_of(fit, now.terms, candidates),
        tuple(fit.err[: now.terms].tolist()),
        tuple(fit.auxiliary[: now.terms].tolist()),
        dependent if limit == len(candidates) else (),
        tuple(steps),
        _rmse(sets[0], fit, now.terms),
        math.sqrt(now.error),
    )


def polynomial_of(fit: Fit, count: int, candidates: Sequence[Term]) -> Polynomial:
    """Return the polynomial that a fit describes."""
    terms = tuple(candidates[m] for m in fit.order[:count])
    return Polynomial(terms, tuple(fit.parameters[:count].tolist()))


def _check(signals: Signals, candidates: Sequence[Term], threshold: float, split: str) -> None:
    if not candidates:
        raise SignalError("no candidate terms; expected at least one")
    if not 0.0 <= threshold < 1.0:
        raise SignalError(f"ERR threshold = {threshold!r}; expected 0 to below 1 (0.0005 is 0.05 %)")
    if split not in SPLITS:
        raise SignalError(f"split = {split!r}; expected one of {', '.join(SPLITS)}")
    for name in constant_inputs(signals):
        raise SignalError(f"input {name} is constant: nothing can be learned about it; leave it out")


def _samples(signals: Signals, candidates: Sequence[Term], rows: Rows) -> Samples:
    return regressor_columns(signals, candidates, rows), np.ascontiguousarray(signals.output[rows])


def _rmse(samples: Samples, fit: Fit, count: int) -> float:
    columns, y = samples
    found: Floats = fit.parameters[:count] @ columns[fit.order[:count]] if count else np.zeros(len(y))
    return float(np.sqrt(np.mean((found - y) ** 2)))
