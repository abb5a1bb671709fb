"""Term by term against sysidentpy's FROLS, where it is installed."""

import warnings

import numpy as np
import pytest

from ce_core.identification import Signals, candidate_terms, identify
from ce_core.identification.terms import Factor

pytest.importorskip("sysidentpy", reason="sysidentpy is not installed: pip install sysidentpy")


def peer_terms(regressors):
    """Translate sysidentpy's regressor codes: 1000 y, 2000 u1, 3000 u2, + lag; 0 is nothing."""
    names = {1: "y", 2: "u1", 3: "u2"}
    return [
        tuple(Factor(names[code // 1000], code % 1000) for code in sorted(row) if code) for row in regressors
    ]


def as_sets(terms):
    return [tuple(sorted(term)) for term in terms]


@pytest.mark.parametrize("seed", range(4))
def test_same_terms_in_the_same_order_with_the_same_err_and_parameters(seed):
    from sysidentpy.basis_function import Polynomial
    from sysidentpy.model_structure_selection import FROLS
    from sysidentpy.parameter_estimation import LeastSquares

    rng = np.random.default_rng(seed)
    n = 500
    u, y = rng.uniform(-1.0, 1.0, (n, 2)), np.zeros(n)
    for k in range(2, n):
        y[k] = 0.2 + 0.4 * y[k - 1] + u[k - 1, 0] - 0.4 * u[k - 2, 1] * u[k - 1, 0] - 0.1 * y[k - 2] ** 2
        y[k] += rng.normal(0.0, 0.05)
    peer = FROLS(
        order_selection=False,
        n_terms=8,
        xlag=[[1, 2], [1, 2]],
        ylag=2,
        basis_function=Polynomial(degree=2),
        estimator=LeastSquares(),
        err_tol=None,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peer.fit(X=u, y=y[:, None])
    # Both on all samples, and without u(n), which sysidentpy has not among its candidates.
    terms = [t for t in candidate_terms(2, 2, 2, 2) if all(f.lag for f in t)]
    twice = Signals(np.vstack((u, u)), np.concatenate((y, y)), breaks=(n,))
    ours = identify(twice, terms, threshold=0.0, max_terms=8)
    assert as_sets(ours.polynomial.terms) == as_sets(peer_terms(peer.final_model))
    np.testing.assert_allclose(ours.err, np.ravel(peer.err)[:8], rtol=1e-6)
    np.testing.assert_allclose(ours.polynomial.parameters, np.ravel(peer.theta), rtol=1e-6)
