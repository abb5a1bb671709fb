"""System identification: NARMAX polynomials from logged signals (paper 3, section 1.2)."""

from ce_core.identification.identify import ERR_THRESHOLD, Identified, Step, identify
from ce_core.identification.polynomial import Polynomial
from ce_core.identification.signals import SignalError, Signals
from ce_core.identification.terms import Factor, Term, TermError, candidate_terms

__all__ = [
    "ERR_THRESHOLD",
    "Factor",
    "Identified",
    "Polynomial",
    "SignalError",
    "Signals",
    "Step",
    "Term",
    "TermError",
    "candidate_terms",
    "identify",
]
