"""NARMAX: the process model together with a model of the noise, by extended least squares.

The noise e(n) is not measured. It starts as the residuals of the model without noise terms, and is computed
anew from each model in turn until that no longer changes it (Billings and Chen 1989, doi
10.1080/00207178908559767). Without noise terms a process whose noise is coloured gets biased parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ce_core.identification.identify import (
    ERR_THRESHOLD,
    Identified,
    identify,
    refine_step_by_step,
    split_rows,
)
from ce_core.identification.signals import Signals, regressor_columns
from ce_core.identification.terms import NOISE, Term, longest_lag
from ce_core.identification.validation import one_step


@dataclass(frozen=True)
class NoiseIteration:
    """How the residuals moved."""

    change: float
    """root mean square of the change, in units of the residuals' own"""


def identify_with_noise(
    signals: Signals,
    candidates: Sequence[Term],
    threshold: float = ERR_THRESHOLD,
    split: str = "halves",
    max_terms: int | None = None,
    iterations: int = 30,
    tolerance: float = 1e-3,
) -> tuple[Identified, list[NoiseIteration]]:
    """Identify a NARMAX model from candidates with noise terms; also return how the iteration went.

    The terms of the process are chosen first, without noise terms; then noise terms are chosen beside them.
    """
    process = [term for term in candidates if not _is_noise(term)]
    model = identify(signals, process, threshold, split, max_terms)
    chosen = [*model.polynomial.terms, *(term for term in candidates if _is_noise(term))]
    if len(chosen) == len(model.polynomial.terms):
        return model, []
    noise = signals.output - one_step(model.polynomial, signals)
    history: list[NoiseIteration] = []
    for iteration in range(iterations):
        model = _refit(signals, chosen, noise, split, threshold if iteration == 0 else 0.0)
        if iteration == 0:
            chosen = list(model.polynomial.terms)
        renewed = signals.output - one_step(model.polynomial, signals)
        both = np.isfinite(noise) & np.isfinite(renewed)
        moved = float(np.sqrt(np.mean((renewed[both] - noise[both]) ** 2)))
        history.append(NoiseIteration(moved / max(float(np.sqrt(np.mean(renewed[both] ** 2))), 1e-300)))
        noise = renewed
        if history[-1].change < tolerance:
            break
    return replace(model, dependent=()), history


def _refit(
    signals: Signals, terms: Sequence[Term], noise: np.ndarray, split: str, threshold: float
) -> Identified:
    rows = signals.complete_rows(longest_lag(terms))
    lags = [factor.lag for term in terms for factor in term if factor.signal == NOISE]
    for lag in set(lags):
        rows = rows[np.isfinite(noise[rows - lag])]
    parts = split_rows(rows, split)
    sets = [(regressor_columns(signals, terms, part, noise), signals.output[part]) for part in parts]
    return refine_step_by_step((sets[0], sets[1]), terms, threshold, len(terms))


def _is_noise(term: Term) -> bool:
    return any(factor.signal == NOISE for factor in term)
