"""From signatures to packed polynomials, on all cores."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from ce_core.identification.terms import Term, candidate_terms
from ce_core.identified_environment.environment_model import EnvironmentModel, knowledge_of
from ce_core.identified_environment.environment_table import EnvironmentTable
from ce_core.identified_environment.grid import Floats
from ce_core.identified_environment.segment_fit import Cut, bench
from ce_core.identified_environment.signatures import SAMPLES, Signatures

CHUNK = 64
"""Locations that a thread takes at a time."""
MAX_DEGREE = 20

Packed = tuple[NDArray[np.int64], NDArray[np.int16], NDArray[np.int64], NDArray[np.uint8], Floats]
"""segments a location, start of each segment, terms a segment, which terms, parameters"""


def signature_terms(degree: int) -> list[Term]:
    """List the candidates: products of u1 = sin(phi) and u2 = cos(phi) up to this degree."""
    if not 0 <= degree <= MAX_DEGREE:
        raise ValueError(f"degree = {degree!r}; expected 0 to {MAX_DEGREE}")
    return candidate_terms(inputs=2, degree=degree)


def signature_columns(terms: list[Term]) -> Floats:
    """Return every candidate in every direction of a signature, (terms, SAMPLES)."""
    phi = np.arange(SAMPLES) * (2.0 * np.pi / SAMPLES)
    exponents = exponents_of(terms)
    columns = np.sin(phi) ** exponents[:, :1] * np.cos(phi) ** exponents[:, 1:]
    return np.ascontiguousarray(columns)


def exponents_of(terms: list[Term]) -> NDArray[np.uint8]:
    """Return the powers of sin and cos in each term, (terms, 2)."""
    powers = [[sum(f.signal == name for f in term) for name in ("u1", "u2")] for term in terms]
    return np.array(powers, dtype=np.uint8)


def fit_environment(
    kind: str, signatures: Signatures, sensor: str, degree: int, cut: Cut, threads: int | None = None
) -> EnvironmentModel:
    """Identify the polynomials of every signature."""
    terms = signature_terms(degree)
    columns = signature_columns(terms)
    chunks = [signatures.values[k : k + CHUNK] for k in range(0, len(signatures.values), CHUNK)]
    with ThreadPoolExecutor(threads or min(os.cpu_count() or 1, len(chunks))) as pool:
        packed = list(pool.map(lambda values: _fit_chunk(values, columns, cut), chunks))
    segments, starts, n_terms, term, parameter = (
        np.concatenate([chunk[part] for chunk in packed]) for part in range(5)
    )
    table = EnvironmentTable(
        signatures.grid,
        signatures.location_of_node,
        signatures.max_reading,
        values=np.zeros((0, 0)),
        first_segment=_firsts(segments),
        start=starts,
        first_term=_firsts(n_terms),
        term=term,
        parameter=parameter,
        exponents=exponents_of(terms),
    )
    return EnvironmentModel(kind, knowledge_of(signatures, sensor), table)


def _fit_chunk(values: Floats, columns: Floats, cut: Cut) -> Packed:
    from ce_core.kernels.segment_fit import fit_signatures  # here, so that only its users import numba

    n, candidates = len(values), len(columns)
    most = 1 if cut.whole else SAMPLES
    counts = np.zeros(n, dtype=np.int64)
    starts = np.zeros((n, most), dtype=np.int16)
    dense = np.full((n, most, candidates), np.nan)
    fit_signatures(values, columns, cut, bench(candidates, SAMPLES), (counts, starts, dense))
    used = np.arange(most) < counts[:, None]
    parameters = dense[used]
    chosen = np.isfinite(parameters)
    term = np.nonzero(chosen)[1].astype(np.uint8)
    return counts, starts[used], chosen.sum(axis=1), term, parameters[chosen]


def _firsts(counts: NDArray[np.int64]) -> NDArray[np.int32]:
    return np.concatenate(([0], np.cumsum(counts))).astype(np.int32)
