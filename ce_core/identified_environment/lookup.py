"""The look-up table: every location's signature as it is (paper 3, section 3)."""

from __future__ import annotations

import numpy as np

from ce_core.identified_environment.environment_model import (
    ENVIRONMENT_MODELS,
    EnvironmentModel,
    knowledge_of,
)
from ce_core.identified_environment.environment_table import EnvironmentTable
from ce_core.identified_environment.signatures import Signatures


@ENVIRONMENT_MODELS.add("lookup")
def lookup(signatures: Signatures, sensor: str) -> EnvironmentModel:
    """Keep the approximated signatures."""
    table = EnvironmentTable(
        signatures.grid,
        signatures.location_of_node,
        signatures.max_reading,
        signatures.values,
        first_segment=np.zeros(1, dtype=np.int32),
        start=np.zeros(0, dtype=np.int16),
        first_term=np.zeros(1, dtype=np.int32),
        term=np.zeros(0, dtype=np.uint8),
        parameter=np.zeros(0),
        exponents=np.zeros((0, 2), dtype=np.uint8),
    )
    return EnvironmentModel("lookup", knowledge_of(signatures, sensor), table)
