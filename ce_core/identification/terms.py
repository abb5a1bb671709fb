"""The terms of a NARMAX polynomial: products of lagged inputs, outputs and noise (paper 3, section 1.2)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

OUTPUT = "y"
NOISE = "e"
MAX_CANDIDATES = 20_000
"""More candidate terms than this are a mistake in the lags or the degree."""


class Factor(NamedTuple):
    """One lagged signal, as u1(n-2)."""

    signal: str
    """u1, u2, ... for the inputs in order, y for the output, e for the noise"""
    lag: int
    """[samples]"""


Term = tuple[Factor, ...]
"""A product of factors; a factor that occurs twice is squared. The empty product is the constant 1."""


class TermError(ValueError):
    """Terms that cannot be built or read; says what was wrong and what would be right."""


def input_names(count: int) -> tuple[str, ...]:
    """Name the inputs as the paper does: u1, u2, ..."""
    return tuple(f"u{k + 1}" for k in range(count))


def candidate_terms(
    inputs: int, degree: int, input_lag: int = 0, output_lag: int = 0, noise_lag: int = 0
) -> list[Term]:
    """List every term of the initial structure, the constant first, then by degree, then in signal order.

    Signals are u(n) .. u(n - input_lag) of each input, y(n - 1) .. y(n - output_lag) and
    e(n - 1) .. e(n - noise_lag). The order is also the rule for ties: of two terms that explain the same, the
    earlier one is chosen.
    """
    counts = {"input_lag": input_lag, "output_lag": output_lag, "noise_lag": noise_lag}
    for name, value in {"inputs": inputs, "degree": degree, **counts}.items():
        if value < 0:
            raise TermError(f"{name} = {value}; expected 0 or more")
    factors = [Factor(name, lag) for name in input_names(inputs) for lag in range(input_lag + 1)]
    factors += [Factor(OUTPUT, lag) for lag in range(1, output_lag + 1)]
    factors += [Factor(NOISE, lag) for lag in range(1, noise_lag + 1)]
    total = comb(len(factors) + degree, degree)
    if total > MAX_CANDIDATES:
        raise TermError(
            f"{len(factors)} lagged signals to degree {degree} make {total} terms; at most {MAX_CANDIDATES}"
        )
    return [term for d in range(degree + 1) for term in combinations_with_replacement(factors, d)]


def powers(term: Term) -> list[tuple[Factor, int]]:
    """Return each different factor with its power, in order."""
    return sorted(Counter(term).items(), key=lambda item: _order(item[0]))


def canonical(term: Iterable[Factor]) -> Term:
    """Bring factors into the order in which terms are listed."""
    return tuple(sorted(term, key=_order))


def _order(factor: Factor) -> tuple[str, int, int]:
    kind, digits = factor.signal[0], factor.signal[1:]
    return {"u": "0", OUTPUT: "1", NOISE: "2"}[kind], int(digits or 0), factor.lag


def term_text(term: Term, lags: bool = True) -> str:
    """Write a term as `u1^2*y(n-1)`; without lags as `u1^2*u2`."""
    return "*".join(
        _factor_text(factor, lags) + (f"^{power}" if power > 1 else "") for factor, power in powers(term)
    )


def _factor_text(factor: Factor, lags: bool) -> str:
    if not lags:
        return factor.signal
    return f"{factor.signal}(n-{factor.lag})" if factor.lag else f"{factor.signal}(n)"


def term_latex(term: Term, lags: bool = True) -> str:
    """Write a term as `u_{1}^{2} y(n-1)`."""
    parts = []
    for factor, power in powers(term):
        name = f"{factor.signal[0]}_{{{factor.signal[1:]}}}" if factor.signal[1:] else factor.signal
        lag = "" if not lags else (f"(n-{factor.lag})" if factor.lag else "(n)")
        parts.append(name + (f"^{{{power}}}" if power > 1 else "") + lag)
    return " ".join(parts)


_FACTOR = re.compile(
    r"(?P<signal>u\d+|y|e)(?P<lag>\(\s*n\s*(?:-\s*(?P<back>\d+)\s*)?\))?(?:\^(?P<power>\d+))?"
)


def parse_term(text: str) -> Term:
    """Read what `term_text` writes."""
    factors: list[Factor] = []
    for part in text.split("*"):
        found = _FACTOR.fullmatch(part.strip())
        if found is None:
            raise TermError(
                f"{part.strip()!r} in term {text!r}: expected a factor such as u1, u2^3 or y(n-1)"
            )
        factor = Factor(found["signal"], int(found["back"] or 0))
        if factor.signal in (OUTPUT, NOISE) and factor.lag == 0:
            raise TermError(f"{part.strip()!r} in term {text!r}: the present {factor.signal} cannot be known")
        factors += [factor] * int(found["power"] or 1)
    return canonical(factors)


def has_lags(terms: Sequence[Term]) -> bool:
    """Tell whether any term looks back or uses the output or the noise."""
    return any(factor.lag or factor.signal in (OUTPUT, NOISE) for term in terms for factor in term)


def longest_lag(terms: Sequence[Term]) -> int:
    """Return how many samples before n the terms look back."""
    return max((factor.lag for term in terms for factor in term), default=0)
