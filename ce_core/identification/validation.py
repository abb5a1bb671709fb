"""Model validation: one step ahead from measured outputs, and running free on its own."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ce_core.identification.polynomial import Polynomial, evaluate
from ce_core.identification.signals import Floats, SignalError, Signals, regressor_columns
from ce_core.identification.terms import NOISE, OUTPUT, Term, longest_lag


def one_step(polynomial: Polynomial, signals: Signals) -> Floats:
    """Predict y(n) from what was measured before n, (N,); NaN where a sample that it needs is missing.

    Noise terms use the errors of the earlier predictions, 0 at the start of each unbroken stretch.
    """
    if any(factor.signal == NOISE for term in polynomial.terms for factor in term):
        return _stretch_by_stretch(polynomial, signals, measured=True)
    rows = signals.complete_rows(longest_lag(polynomial.terms))
    predicted = np.full(len(signals), math.nan)
    if len(rows):
        predicted[rows] = evaluate(polynomial, regressor_columns(signals, polynomial.terms, rows))
    return predicted


def free_run(polynomial: Polynomial, signals: Signals) -> Floats:
    """Predict y(n) from the inputs and from its own earlier predictions, (N,).

    Each unbroken stretch starts from as many measured outputs as the longest lag; these are NaN in the
    result, and so is everything after a prediction that is no longer finite: the model is unstable there.
    """
    return _stretch_by_stretch(polynomial, signals, measured=False)


def rmse(predicted: Floats, measured: Floats) -> float:
    """Return the root mean squared error over the samples where both are there."""
    both = np.isfinite(predicted) & np.isfinite(measured)
    if not both.any():
        raise SignalError("nothing was predicted where something was measured: no error to report")
    return float(np.sqrt(np.mean((predicted[both] - measured[both]) ** 2)))


def _stretch_by_stretch(polynomial: Polynomial, signals: Signals, measured: bool) -> Floats:
    predicted = np.full(len(signals), math.nan)
    lag = longest_lag(polynomial.terms)
    rows = signals.complete_rows(lag)
    for stretch in np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1):
        if len(stretch):
            _predict_stretch(polynomial, signals, (int(stretch[0]), int(stretch[-1])), measured, predicted)
    return predicted


def _predict_stretch(
    polynomial: Polynomial, signals: Signals, ends: tuple[int, int], measured: bool, predicted: Floats
) -> None:
    """Predict sample by sample from the first to the last row, in place."""
    known = {name: column.tolist() for name, column in signals.columns().items()}
    outputs = known[OUTPUT]
    known[NOISE] = [0.0] * len(signals)
    summands = [
        (value, _reader(term, known))
        for value, term in zip(polynomial.parameters, polynomial.terms, strict=True)
    ]
    for n in range(ends[0], ends[1] + 1):
        try:
            value = math.fsum(parameter * product(n) for parameter, product in summands)
        except (OverflowError, ValueError):
            value = math.inf
        if not math.isfinite(value):
            return
        predicted[n] = value
        if measured:
            known[NOISE][n] = outputs[n] - value
        else:
            outputs[n] = value


def _reader(term: Term, known: dict[str, list[float]]) -> Callable[[int], float]:
    columns = [(known[factor.signal], factor.lag) for factor in term]
    return lambda n: math.prod(column[n - lag] for column, lag in columns)
