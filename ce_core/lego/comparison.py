"""Which of two programs is faster, with a confidence interval: what the simulation is for (paper 1, 5.5)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LEVEL = 0.05
"""A difference is significant below this probability of chance."""


@dataclass(frozen=True)
class Comparison:
    """Two programs over the same starts; times in seconds; means without failed trials, as in the paper."""

    completed: tuple[int, int]
    """Trials that each program completed."""
    trials: int
    mean: tuple[float, float]
    sd: tuple[float, float]
    pairs: int
    """Starts from which both completed."""
    difference: float
    """Mean of second less first over the pairs."""
    low: float
    high: float
    """The 95 % confidence interval of the difference."""
    p: float
    """Of the paired t-test: the probability of such a difference between equally fast programs."""
    p_completed: float
    """Of McNemar's exact test: the probability of such different numbers of completed trials."""

    @property
    def significant(self) -> bool:
        """Whether one program is faster beyond chance."""
        return self.p < LEVEL


def compare_times(first: Sequence[float | None], second: Sequence[float | None]) -> Comparison:
    """Compare completion times from the same starts; None is a failed trial."""
    if len(first) != len(second):
        raise ValueError(
            f"{len(first)} trials of one program and {len(second)} of the other; they must be pairs"
        )
    a, b = (
        np.array([math.nan if t is None else t for t in times], dtype=np.float64) for times in (first, second)
    )
    done_a, done_b = ~np.isnan(a), ~np.isnan(b)
    differences = (b - a)[done_a & done_b]
    low, high, p = _paired_t(differences)
    return Comparison(
        completed=(int(done_a.sum()), int(done_b.sum())),
        trials=len(a),
        mean=(_mean(a[done_a]), _mean(b[done_b])),
        sd=(_sd(a[done_a]), _sd(b[done_b])),
        pairs=len(differences),
        difference=_mean(differences),
        low=low,
        high=high,
        p=p,
        p_completed=_mcnemar(int((done_a & ~done_b).sum()), int((~done_a & done_b).sum())),
    )


def verdict(names: tuple[str, str], found: Comparison) -> list[str]:
    """Say in sentences what was found."""
    lines = [f"{name}: {_times(found, i)}" for i, name in enumerate(names)]
    lines.append(_difference(names, found))
    lines.append(
        f"completed trials: p = {found.p_completed:.2g} (McNemar, exact): "
        + ("significantly different" if found.p_completed < LEVEL else "not significantly different")
    )
    return lines


def _times(found: Comparison, program: int) -> str:
    completed = f"{found.completed[program]} of {found.trials} completed"
    if not found.completed[program]:
        return completed
    spread = "" if math.isnan(found.sd[program]) else f" (SD {found.sd[program]:.2f})"
    return f"{completed}, mean {found.mean[program]:.2f} s{spread}"


def _difference(names: tuple[str, str], found: Comparison) -> str:
    if found.pairs < 2:
        return f"starts completed by both: {found.pairs}; their times cannot be compared"
    faster, slower = names if found.difference >= 0.0 else names[::-1]
    low, high = sorted((abs(found.low), abs(found.high))) if found.significant else (found.low, found.high)
    shown = abs(found.difference) if found.significant else found.difference
    interval = f"{shown:.2f} s, 95 % confidence interval {low:.2f} to {high:.2f} s"
    test = f"paired over {found.pairs} starts, p = {found.p:.2g}"
    if found.significant:
        return f"1. {faster}  2. {slower}: faster by {interval} ({test}): significant"
    return f"{names[1]} less {names[0]}: {interval} ({test}): not significant"


def _paired_t(differences: Floats) -> tuple[float, float, float]:
    """Return the 95 % interval of the mean and the p-value of its being 0."""
    from scipy import stats  # half a second to import

    n = len(differences)
    if n < 2:
        return math.nan, math.nan, math.nan
    mean, error = float(differences.mean()), float(differences.std(ddof=1)) / math.sqrt(n)
    if error == 0.0:
        return mean, mean, 1.0 if mean == 0.0 else 0.0
    reach = float(stats.t.ppf(1.0 - LEVEL / 2.0, n - 1)) * error
    return mean - reach, mean + reach, float(2.0 * stats.t.sf(abs(mean) / error, n - 1))


def _mcnemar(only_first: int, only_second: int) -> float:
    from scipy import stats

    discordant = only_first + only_second
    return float(stats.binomtest(only_first, discordant).pvalue) if discordant else 1.0


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else math.nan


def _sd(values: Floats) -> float:
    return float(values.std(ddof=1)) if len(values) > 1 else math.nan
