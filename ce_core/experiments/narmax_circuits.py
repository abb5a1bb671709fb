"""Circuits of a wall follower and how far they lie from a reference circuit (paper 3, section 3.2)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

STRETCHES = 16
"""Parts of a circuit of 8 m, each half a metre: a robot's width, and five cells of the grid."""


def circuits(positions: Floats, centre: tuple[float, float], count: int, skip: int = 1) -> list[Floats]:
    """Cut positions (n, 2) [m] into at most `count` rounds about the centre, after the first `skip`."""
    if len(positions) < 2:
        return []
    angle = np.unwrap(np.arctan2(positions[:, 1] - centre[1], positions[:, 0] - centre[0]))
    turned = np.maximum.accumulate(angle * math.copysign(1.0, angle[-1] - angle[0]))
    begin = math.ceil(turned[0] / math.tau)
    cuts = np.searchsorted(turned, (begin + np.arange(skip + count + 1)) * math.tau)
    cuts = cuts[cuts < len(positions)]
    return [positions[a : b + 1] for a, b in zip(cuts[skip:-1], cuts[skip + 1 :], strict=True)]


def signed_distances(positions: Floats, reference: Floats) -> tuple[Floats, Floats]:
    """Return the distance [m] of each position to the closed reference line, positive to the left.

    As in Figure 17. Also where along the line the nearest point is, as a part of its length.
    """
    start = reference
    step = np.roll(reference, -1, axis=0) - start
    length = np.hypot(step[:, 0], step[:, 1])
    start, step, length = start[length > 1e-9], step[length > 1e-9], length[length > 1e-9]
    off = positions[:, None] - start[None]
    along = np.clip(np.sum(off * step, axis=-1) / length**2, 0.0, 1.0)
    apart = np.linalg.norm(off - along[..., None] * step, axis=-1)
    nearest = apart.argmin(axis=1)
    each = np.arange(len(positions))
    side = step[nearest, 0] * off[each, nearest, 1] - step[nearest, 1] * off[each, nearest, 0]
    before = np.concatenate(([0.0], np.cumsum(length)))
    where = (before[nearest] + along[each, nearest] * length[nearest]) / before[-1]
    return np.copysign(apart[each, nearest], side), where


def stretch_means(rounds: list[Floats], reference: Floats, stretches: int = STRETCHES) -> Floats:
    """Return the mean distance over all circuits in each stretch of the reference, (stretches,) [m]."""
    total, count = np.zeros(stretches), np.zeros(stretches)
    for positions in rounds:
        distance, where = signed_distances(positions, reference)
        stretch = np.minimum((where * stretches).astype(np.int64), stretches - 1)
        total += np.bincount(stretch, distance, stretches)
        count += np.bincount(stretch, minlength=stretches)
    with np.errstate(invalid="ignore"):
        means: Floats = total / count
    return means


def anova_p(*groups: Floats) -> float:
    """Return p of a one-way analysis of variance, NaN where a group has fewer than two values."""
    from scipy import special  # stats takes half a second to import

    known = [group[np.isfinite(group)] for group in groups]
    if min(len(group) for group in known) < 2:
        return math.nan
    n, k = sum(len(group) for group in known), len(known)
    grand = float(np.concatenate(known).mean())
    between = sum(len(group) * (float(group.mean()) - grand) ** 2 for group in known) / (k - 1)
    within = sum(float(np.sum((group - group.mean()) ** 2)) for group in known) / (n - k)
    if within == 0.0:
        return 0.0 if between > 0.0 else 1.0
    return float(special.fdtrc(k - 1, n - k, between / within))
