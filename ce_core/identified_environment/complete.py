"""The complete signature model: one polynomial of high degree for each location (paper 3, section 2.2.1)."""

from __future__ import annotations

from ce_core.identification.identify import ERR_THRESHOLD
from ce_core.identified_environment.cusps import CuspRule
from ce_core.identified_environment.environment_model import ENVIRONMENT_MODELS, EnvironmentModel
from ce_core.identified_environment.polynomial_signatures import fit_environment
from ce_core.identified_environment.segment_fit import Cut
from ce_core.identified_environment.signatures import Signatures

DEGREE = 5
"""the paper's"""


@ENVIRONMENT_MODELS.add("complete")
def complete(
    signatures: Signatures, sensor: str, degree: int = DEGREE, threshold: float = ERR_THRESHOLD
) -> EnvironmentModel:
    """Identify M^CSM."""
    return fit_environment("complete", signatures, sensor, degree, Cut(True, CuspRule(), threshold))
