"""Correlation tests of the residuals: an adequate model leaves nothing in them that could be predicted.

The five tests of Billings and Voon (1986, doi 10.1080/00207178608933593): for all lags k, phi_ee(k) = 0 but
for k = 0; phi_ue(k) = 0; phi_e(eu)(k) = 0 for k >= 0; phi_(u^2)'e(k) = 0; phi_(u^2)'e^2(k) = 0. A prime takes
the mean out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ce_core.identification.signals import Floats, SignalError

Lags = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ResidualTest:
    """One normalised correlation function."""

    name: str
    lags: Lags
    correlation: Floats
    band: float
    """Within +-band the correlation is that of white noise, with 95 % confidence at each lag."""

    @property
    def outside(self) -> float:
        """Part of the lags that lie outside of the band; about 0.05 for an adequate model."""
        return float(np.mean(np.abs(self.correlation) > self.band))

    @property
    def passed(self) -> bool:
        """Tell whether no lag lies further out than one of so many does by chance in 1 % of all cases."""
        from scipy import stats

        allowed = stats.norm.isf(0.005 / len(self.lags)) / stats.norm.isf(0.025) * self.band
        return bool((np.abs(self.correlation) <= allowed).all())


def residual_tests(residuals: Floats, inputs: Floats, max_lag: int = 20) -> list[ResidualTest]:
    """Test residuals (N,) against themselves and each input (N, d); samples must be consecutive."""
    if residuals.ndim != 1 or inputs.ndim != 2 or len(inputs) != len(residuals):
        raise SignalError(
            f"residuals {residuals.shape} and inputs {inputs.shape}; expected (N,) and (N, d) of equal N"
        )
    if not (np.isfinite(residuals).all() and np.isfinite(inputs).all()):
        raise SignalError("residuals or inputs hold NaN; test one unbroken stretch at a time")
    if len(residuals) < 4 * max_lag:
        raise SignalError(
            f"{len(residuals)} residuals for lags to {max_lag}; expected at least {4 * max_lag}"
        )
    e = residuals - residuals.mean()
    two_sided = np.arange(-max_lag, max_lag + 1)
    tests = [_test("ee", e, e, np.arange(1, max_lag + 1))]
    for number, u in enumerate(inputs.T, start=1):
        tests.append(_test(f"u{number} e", u, e, two_sided))
        # e(t) against e(t-1-k) u(t-1-k): the product is shifted by one sample.
        tests.append(_test(f"e (e u{number})", np.roll(e * u, 1)[1:], e[1:], np.arange(max_lag + 1)))
        tests.append(_test(f"u{number}^2 e", u**2, e, two_sided))
        tests.append(_test(f"u{number}^2 e^2", u**2, e**2, two_sided))
    return tests


def _test(name: str, a: Floats, b: Floats, lags: Lags) -> ResidualTest:
    """Correlate a(t - k) with b(t)."""
    a, b = a - a.mean(), b - b.mean()
    scale = math.sqrt(float(a @ a) * float(b @ b))
    n = len(a)
    values = [float(a[max(-k, 0) : n - max(k, 0)] @ b[max(k, 0) : n - max(-k, 0)]) for k in lags.tolist()]
    correlation = np.array(values) / scale if scale > 0.0 else np.zeros(len(lags))
    return ResidualTest(name, lags, correlation, 1.96 / math.sqrt(n))
