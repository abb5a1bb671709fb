"""Mean, standard deviation, and Welch's two sample t-test, as the tables of paper 0 give them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Moments = dict[str, float | int | None]
"""mean, sd and n; None where it is not a finite number, because JSON has no others."""
TTest = dict[str, float]
"""df, t and p."""


def mean_sd_n(values: ArrayLike) -> Moments:
    """Return mean, sample standard deviation and number of values, which NaN is not."""
    known = _known(values)
    mean = float(known.mean()) if len(known) else math.nan
    sd = float(known.std(ddof=1)) if len(known) > 1 and np.isfinite(known).all() else math.nan
    return {"mean": _json(mean), "sd": _json(sd), "n": len(known)}


def welch(a: ArrayLike, b: ArrayLike) -> TTest | None:
    """Test two samples for different means without assuming equal variances.

    None where there is nothing to test: fewer than two values, infinite ones, or no variance at all.
    """
    one, two = _known(a), _known(b)
    if min(len(one), len(two)) < 2 or not np.isfinite([*one, *two]).all():
        return None
    return welch_from_moments(
        *(float(one.mean()), float(one.std(ddof=1)), len(one)),
        *(float(two.mean()), float(two.std(ddof=1)), len(two)),
    )


def welch_from_moments(
    mean_a: float, sd_a: float, n_a: int, mean_b: float, sd_b: float, n_b: int
) -> TTest | None:
    """Test two samples of which only mean, standard deviation and size are known."""
    from scipy import special  # stats takes half a second to import

    va, vb = sd_a**2 / n_a, sd_b**2 / n_b
    if va + vb == 0.0:
        return None
    t = (mean_a - mean_b) / math.sqrt(va + vb)
    df = (va + vb) ** 2 / (va**2 / (n_a - 1) + vb**2 / (n_b - 1))
    return {"df": df, "t": t, "p": float(2.0 * special.stdtr(df, -abs(t)))}


def column(rows: Sequence[Any], field: str, **where: object) -> Floats:
    """Return a field of the rows whose other fields have these values, as numbers."""
    return np.array(
        [
            float(getattr(row, field))
            for row in rows
            if all(getattr(row, name) == value for name, value in where.items())
        ]
    )


def summarise(rows: Sequence[Any], metrics: Mapping[str, str], by: tuple[str, str]) -> dict[str, Any]:
    """Return mean, sd and n of every metric, nested by the values of two fields of the rows.

    metrics: the name in results.json -> the field of a row that it is the mean of.
    """
    summary: dict[str, Any] = {}
    for outer, inner in dict.fromkeys((getattr(row, by[0]), getattr(row, by[1])) for row in rows):
        where = {by[0]: outer, by[1]: inner}
        summary.setdefault(str(outer), {})[str(inner)] = {
            metric: mean_sd_n(column(rows, field, **where)) for metric, field in metrics.items()
        }
    return summary


def _known(values: ArrayLike) -> Floats:
    array = np.asarray(values, dtype=np.float64)
    return array[~np.isnan(array)]


def _json(value: float) -> float | None:
    return value if math.isfinite(value) else None
