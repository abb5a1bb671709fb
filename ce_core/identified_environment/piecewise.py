"""The piecewise signature model: a low polynomial for each segment between cusps (paper 3, section 2.2.3)."""

from __future__ import annotations

from ce_core.identification.identify import ERR_THRESHOLD
from ce_core.identified_environment.cusps import CuspRule
from ce_core.identified_environment.environment_model import ENVIRONMENT_MODELS, EnvironmentModel
from ce_core.identified_environment.polynomial_signatures import fit_environment
from ce_core.identified_environment.segment_fit import Cut
from ce_core.identified_environment.signatures import Signatures

DEGREE = 2


@ENVIRONMENT_MODELS.add("piecewise")
def piecewise(
    signatures: Signatures,
    sensor: str,
    degree: int = DEGREE,
    cusps: CuspRule | None = None,
    threshold: float = ERR_THRESHOLD,
) -> EnvironmentModel:
    """Identify M^PSM."""
    return fit_environment(
        "piecewise", signatures, sensor, degree, Cut(False, cusps or CuspRule(), threshold)
    )
