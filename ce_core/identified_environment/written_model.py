"""A piecewise model entered by hand, as the paper prints one in its Table 1."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ce_core.identification.polynomial import Polynomial
from ce_core.identified_environment.environment_model import EnvironmentModel, Knowledge
from ce_core.identified_environment.environment_table import EnvironmentTable
from ce_core.identified_environment.grid import SPACING, Grid
from ce_core.identified_environment.polynomial_signatures import exponents_of
from ce_core.identified_environment.signatures import SAMPLES, VISITED


def written_model(
    x: float, y: float, pieces: Sequence[tuple[float, str]], sensor: str = "laser", max_reading: float = 8.0
) -> EnvironmentModel:
    """Build a model of the one location (x, y) [m] from the direction [rad] at which each polynomial starts.

    One piece that starts at 0 makes a complete signature model. Polynomials are in u1 = sin(phi) and
    u2 = cos(phi). Directions are rounded to whole degrees, the samples of a signature.
    """
    starts = [round(start * SAMPLES / (2.0 * math.pi)) for start, _ in pieces]
    if not starts or starts[0] != 0 or any(b <= a for a, b in pairwise(starts)):
        raise ValueError(f"pieces start at {starts} degrees; expected 0 first, then rising")
    if starts[-1] >= SAMPLES:
        raise ValueError(f"the last piece starts at {starts[-1]} degrees; expected less than {SAMPLES}")
    polynomials = [Polynomial.parse(text) for _, text in pieces]
    terms = list(dict.fromkeys(term for polynomial in polynomials for term in polynomial.terms))
    for term in terms:
        for factor in term:
            if factor.signal not in ("u1", "u2") or factor.lag:
                raise ValueError(f"{factor.signal}(n-{factor.lag}); expected u1 and u2 without lag only")
    counts = [len(polynomial.terms) for polynomial in polynomials]
    grid = Grid(x, y, SPACING, 1, 1)
    table = EnvironmentTable(
        grid,
        np.zeros(1, dtype=np.int32),
        max_reading,
        values=np.zeros((0, 0)),
        first_segment=np.array([0, len(pieces)], dtype=np.int32),
        start=np.array(starts, dtype=np.int16),
        first_term=np.concatenate(([0], np.cumsum(counts))).astype(np.int32),
        term=np.array([terms.index(t) for p in polynomials for t in p.terms], dtype=np.uint8),
        parameter=np.array([value for p in polynomials for value in p.parameters]),
        exponents=exponents_of(terms),
    )
    knowledge = Knowledge(sensor, grid, np.array([VISITED], dtype=np.int8), np.array([[x, y]]), np.zeros(1))
    return EnvironmentModel("piecewise" if len(pieces) > 1 else "complete", knowledge, table)
