"""An identified polynomial: terms and parameters, evaluated, printed and read back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ce_core.identification.signals import Floats
from ce_core.identification.terms import (
    NOISE,
    Term,
    TermError,
    canonical,
    has_lags,
    input_names,
    parse_term,
    term_latex,
    term_text,
)


@dataclass(frozen=True)
class Polynomial:
    """y(n) = sum of parameter x term (paper 3, section 1.2)."""

    terms: tuple[Term, ...]
    parameters: tuple[float, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "terms", tuple(canonical(term) for term in self.terms))
        object.__setattr__(self, "parameters", tuple(float(value) for value in self.parameters))
        if len(self.terms) != len(self.parameters):
            raise TermError(
                f"{len(self.terms)} terms and {len(self.parameters)} parameters; expected as many"
            )
        twice = {term for term in self.terms if self.terms.count(term) > 1}
        if twice:
            raise TermError(f"the term {term_text(min(twice)) or '1'!r} occurs twice")

    def __call__(self, *inputs: float | NDArray[np.float64]) -> NDArray[np.float64]:
        """Evaluate a polynomial without lags at these inputs u1, u2, ..., each a number or an array."""
        if has_lags(self.terms):
            raise TermError(f"{self} looks back in time: use `one_step` or `free_run`")
        values = {
            name: np.asarray(value, dtype=np.float64)
            for name, value in zip(input_names(len(inputs)), inputs, strict=True)
        }
        missing = sorted({factor.signal for term in self.terms for factor in term} - set(values))
        if missing:
            raise TermError(f"{self} needs {', '.join(missing)}, which were not given")
        total = np.zeros(np.broadcast_shapes(*(value.shape for value in values.values())))
        for parameter, term in zip(self.parameters, self.terms, strict=True):
            product = np.full_like(total, parameter)
            for signal, _ in term:
                product = product * values[signal]
            total = total + product
        return total

    def without_noise(self) -> Polynomial:
        """Leave out the noise model, which predicts nothing: what remains is the process model."""
        kept = [k for k, term in enumerate(self.terms) if all(factor.signal != NOISE for factor in term)]
        return Polynomial(tuple(self.terms[k] for k in kept), tuple(self.parameters[k] for k in kept))

    def text(self, digits: int = 3) -> str:
        """Print as the paper does: `+3.772 -2.336*u1 -0.051*u2`."""
        lags = has_lags(self.terms)
        parts = []
        for term, value in zip(self.terms, self.parameters, strict=True):
            name = term_text(term, lags)
            parts.append(f"{value:+.{digits}f}" + (f"*{name}" if name else ""))
        return " ".join(parts) or "0"

    def __str__(self) -> str:
        return self.text()

    def latex(self, digits: int = 3) -> str:
        """Write for a paper, with `y(n) =` where there are lags."""
        lags = has_lags(self.terms)
        parts = []
        for term, value in zip(self.terms, self.parameters, strict=True):
            sign = "-" if value < 0 else "+"
            name = term_latex(term, lags)
            parts.append(f"{sign} {abs(value):.{digits}f}" + (f"\\, {name}" if name else ""))
        right = " ".join(parts).removeprefix("+ ") or "0"
        return f"y(n) = {right}" if lags else right

    @classmethod
    def parse(cls, text: str) -> Polynomial:
        """Read what `text` writes, and the polynomials that the paper prints."""
        compact = re.sub(r"\s+", "", text)
        # A sign begins a summand unless it stands inside a lag, as in (n-1), or in an exponent, as in 1e-3.
        summands = re.findall(r"[+-]?(?:\([^)]*\)|\de[+-]\d+|[^+\-(])+", compact)
        if not compact or "".join(summands) != compact:
            raise TermError(f"{text!r}: expected a sum such as +3.772 -2.336*u1 -0.051*u2")
        read = [_parse_summand(summand, text) for summand in summands]
        return cls(tuple(term for term, _ in read), tuple(value for _, value in read))


def _parse_summand(summand: str, text: str) -> tuple[Term, float]:
    number, _, rest = summand.partition("*")
    try:
        value = float(number)
    except ValueError:
        sign, rest = (summand[0], summand[1:]) if summand[0] in "+-" else ("+", summand)
        value = -1.0 if sign == "-" else 1.0
        if rest[:1].isdigit() or not rest:
            raise TermError(f"{summand!r} in {text!r}: expected a number, or a number times a term") from None
    return (parse_term(rest) if rest else (), value)


def ordered(polynomial: Polynomial, candidates: Sequence[Term]) -> Polynomial:
    """Bring the terms into the order of a list of candidates, for printing."""
    place = {term: k for k, term in enumerate(candidates)}
    pairs = sorted(zip(polynomial.terms, polynomial.parameters, strict=True), key=lambda p: place[p[0]])
    return Polynomial(tuple(term for term, _ in pairs), tuple(value for _, value in pairs))


def evaluate(polynomial: Polynomial, columns: Floats) -> Floats:
    """Return the polynomial's value at every row of `regressor_columns` of its own terms."""
    value: Floats = np.asarray(polynomial.parameters) @ columns
    return value
