"""Which terms a model's polynomials have, how often, and which matter where."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ce_core.identification.terms import term_text
from ce_core.identified_environment.environment_model import EnvironmentModel
from ce_core.identified_environment.grid import Floats
from ce_core.identified_environment.polynomial_signatures import signature_columns
from ce_core.identified_environment.signatures import SAMPLES


@dataclass(frozen=True)
class TermUse:
    """How much one term is used."""

    term: str
    """as it is printed; 1 for the constant"""
    polynomials: int
    """that have it"""
    effect: float
    """root mean square of parameter x term over all directions of all locations [m]"""


def term_summary(model: EnvironmentModel) -> list[TermUse]:
    """Count every term, the most used first; nothing for a look-up table."""
    if not model.polynomials:
        return []
    effects = np.sqrt(np.mean(term_effects(model) ** 2, axis=0))
    counts = np.bincount(model.table.term, minlength=len(model.terms))
    uses = [
        TermUse(term_text(term, lags=False) or "1", int(count), float(effect))
        for term, count, effect in zip(model.terms, counts, effects, strict=True)
    ]
    return sorted((use for use in uses if use.polynomials), key=lambda use: -use.polynomials)


def term_effects(model: EnvironmentModel) -> Floats:
    """Return how much each term contributes at each location, (L, M): root mean square over directions [m].

    Between terms of one segment contributions may cancel: large effects of two terms are not two large
    changes of the prediction.
    """
    table = model.table
    columns = signature_columns(list(model.terms)) ** 2
    summed = np.concatenate((np.zeros((len(columns), 1)), np.cumsum(columns, axis=1)), axis=1)
    location_of_segment = np.repeat(np.arange(len(table.first_segment) - 1), np.diff(table.first_segment))
    end = np.append(table.start[1:], SAMPLES).astype(np.int64)
    end[table.first_segment[1:-1] - 1] = SAMPLES
    segment_of_term = np.repeat(np.arange(len(table.start)), np.diff(table.first_term))
    energy = summed[table.term, end[segment_of_term]] - summed[table.term, table.start[segment_of_term]]
    total = np.zeros((len(table.first_segment) - 1, len(model.terms)))
    np.add.at(total, (location_of_segment[segment_of_term], table.term), table.parameter**2 * energy)
    effects: Floats = np.sqrt(total / SAMPLES)
    return effects
