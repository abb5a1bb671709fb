"""Forward regression, compiled: one polynomial at a time."""

from __future__ import annotations

from ce_core.identification import forward_regression as plain
from ce_core.kernels.compiled import callable_from_kernels, compiled

callable_from_kernels(
    plain.begin,
    plain.choose_term,
    plain.copy_fit,
    plain.dot,
    plain.forward_regression,
    plain.iterate,
    plain.refine,
    plain.remove_weak_terms,
    plain.solve_parameters,
    plain.square_error,
    plain.take_out,
    inline=False,
)


@compiled
def next_step(
    now: plain.Refinement,
    sets: tuple[plain.Samples, plain.Samples],
    threshold: float,
    limit: int,
    fit: plain.Fit,
    work: plain.Workspace,
) -> plain.Refinement:
    """Run `forward_regression.iterate`."""
    return plain.iterate(now, sets, threshold, limit, fit, work)
