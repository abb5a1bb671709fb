"""All signatures of an environment, cut and fitted, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import ce_core.kernels.regression  # noqa: F401 - makes forward regression callable
from ce_core.identified_environment import cusps
from ce_core.identified_environment import segment_fit as plain
from ce_core.kernels.compiled import callable_from_kernels, compiled

callable_from_kernels(
    cusps.find_cusps,
    cusps.is_bend,
    cusps.second_difference,
    plain.fit_segment,
    plain.fit_signature,
    inline=False,
)


@compiled
def fit_signatures(
    values: plain.Floats,
    columns: plain.Floats,
    cut: plain.Cut,
    bench: plain.Bench,
    written: tuple[NDArray[np.int64], NDArray[np.int16], plain.Floats],
) -> None:
    """Fit signatures (L, K); written: counts (L,), starts (L, K), dense parameters (L, K, M)."""
    for location in range(len(values)):
        written[0][location] = plain.fit_signature(
            values[location], columns, cut, bench, written[1][location], written[2][location]
        )
