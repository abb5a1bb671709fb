"""The trials of paper 1 as its tables and its conclusion: means rank the solutions, single trials do not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ce_core import __version__
from ce_core.experiments.lego import FAST_RIGHT, SOLUTIONS, TURNED, TWENTY, Row
from ce_core.experiments.lego_paper import PERTURBED, PHYSICAL, SOURCE, published
from ce_core.experiments.paper import Published
from ce_core.experiments.statistics import Moments, mean_sd_n
from ce_core.lego.comparison import LEVEL, compare_times

Floats = NDArray[np.float64]


def lego_results(rows: Sequence[Row]) -> dict[str, Any]:
    """Return what results.json holds."""
    presets = list(dict.fromkeys(row.preset for row in rows))
    return {
        "experiment": "lego",
        "version": __version__,
        "paper": SOURCE,
        "random_starts": "drawn by the authors' own rule and generator; with seed 42 they are the paper's 99",
        "summary": {preset: _summary(rows, preset) for preset in presets},
        "perturbations": {preset: _perturbations(rows, preset) for preset in presets},
        "physical": {preset: _physical(rows, preset) for preset in presets},
        "conclusion": {preset: _conclusion(rows, preset) for preset in presets},
    }


def times(rows: Sequence[Row], preset: str, solution: str, starts: str) -> Floats:
    """Return the completion times by start [s]; NaN where the trial failed."""
    found = sorted(
        (row.start, row.time_s)
        for row in rows
        if (row.preset, row.solution, row.starts) == (preset, solution, starts)
    )
    return np.array([math.nan if time is None else time for _, time in found])


def _summary(rows: Sequence[Row], preset: str) -> dict[str, Any]:
    """Mean, sd and n of the completed trials, by solution and starts, with the paper's beside it."""
    found: dict[str, Any] = {}
    for solution, starts in dict.fromkeys((r.solution, r.starts) for r in rows if r.preset == preset):
        moments: dict[str, Any] = dict(mean_sd_n(times(rows, preset, solution, starts)))
        paper = published(starts, solution)
        moments["failed"] = int(np.isnan(times(rows, preset, solution, starts)).sum())
        moments["paper"] = None if paper is None else paper._asdict()
        found.setdefault(solution, {})[starts] = moments
    return found


def _perturbations(rows: Sequence[Row], preset: str) -> dict[str, Any]:
    """Tables 4 and 5: the pairwise absolute differences, and how they compare with the spread over starts."""
    found: dict[str, Any] = {}
    for starts in (TURNED, FAST_RIGHT):
        for solution in _solutions(rows, preset, starts):
            plain = times(rows, preset, solution, TWENTY)
            moved = times(rows, preset, solution, starts)
            if len(plain) != len(moved):
                continue
            difference = mean_sd_n(np.abs(moved - plain))
            sd = mean_sd_n(plain)["sd"]
            entry: dict[str, Any] = {"difference": difference}
            entry["share_of_sd"] = difference["mean"] / sd if difference["mean"] is not None and sd else None
            entry["mean_changed"] = paired_test(moved, plain)
            paper = PERTURBED[starts].get(solution)
            entry["paper_difference"] = None if paper is None else paper.difference._asdict()
            found.setdefault(starts, {})[solution] = entry
    return found


def _physical(rows: Sequence[Row], preset: str) -> dict[str, Any]:
    """Table 2: beside the physical robot, absolutely and normalised to the blink solution of each."""
    blink = mean_sd_n(times(rows, preset, "blink", TWENTY))
    found: dict[str, Any] = {}
    for solution in _solutions(rows, preset, TWENTY):
        ours, physical = mean_sd_n(times(rows, preset, solution, TWENTY)), PHYSICAL.get(solution)
        if physical is None or not ours["mean"]:
            continue
        entry: dict[str, Any] = {"physical": physical._asdict(), "share": ours["mean"] / physical.mean}
        if blink["mean"] and solution != "blink":
            entry["normalised"] = _normalised(ours, blink)
            entry["normalised_physical"] = _normalised(
                dict(physical._asdict()), dict(PHYSICAL["blink"]._asdict())
            )
            entry["p_same"] = same_ratio(entry["normalised"], entry["normalised_physical"])
        found[solution] = entry
    return found


def _normalised(moments: Moments, by: Moments) -> dict[str, float | None]:
    """Divide mean and sd by another mean; the error is that of a ratio of two means."""
    mean, sd, n = (moments[key] for key in ("mean", "sd", "n"))
    base, base_sd, base_n = (by[key] for key in ("mean", "sd", "n"))
    if None in (mean, sd, n, base, base_sd, base_n) or not mean or not base:
        return {"mean": None, "sd": None, "error": None}
    assert sd is not None
    assert base_sd is not None
    relative = (sd / mean) ** 2 / float(n or 1) + (base_sd / base) ** 2 / float(base_n or 1)
    return {"mean": mean / base, "sd": sd / base, "error": mean / base * math.sqrt(relative)}


def same_ratio(ours: dict[str, float | None], theirs: dict[str, float | None]) -> float | None:
    """Return the probability of ratios that differ this much or more if they are the same."""
    if None in (ours["mean"], ours["error"], theirs["mean"], theirs["error"]):
        return None
    error = math.hypot(ours["error"] or 0.0, theirs["error"] or 0.0)
    z = abs((ours["mean"] or 0.0) - (theirs["mean"] or 0.0)) / error if error else math.inf
    return math.erfc(z / math.sqrt(2.0))


def _conclusion(rows: Sequence[Row], preset: str) -> dict[str, Any]:
    """Test that means rank the solutions as the physical robot does, and that single trials do not."""
    lists = list(dict.fromkeys(row.starts for row in rows if row.preset == preset))
    ranking = {
        starts: _ranking(rows, preset, starts)
        for starts in lists
        if set(SOLUTIONS) <= set(_solutions(rows, preset, starts))
    }
    return {
        "ranking": ranking,
        "ranking_physical": [
            {"faster": a, "slower": b, "p": welch_of(PHYSICAL[a], PHYSICAL[b])}
            for a, b in combinations(SOLUTIONS, 2)
        ],
        "single_trials": _single_trials(rows, preset),
    }


def _ranking(rows: Sequence[Row], preset: str, starts: str) -> dict[str, Any]:
    """Paired tests of every two solutions, and how often one start alone gives the ranking of the means."""
    of = {solution: times(rows, preset, solution, starts) for solution in SOLUTIONS}
    tests = {(a, b): paired_test(of[b], of[a]) for a, b in combinations(SOLUTIONS, 2)}
    pairs = [{"faster": a, "slower": b, **test} for (a, b), test in tests.items()]
    done = [start for start in zip(*of.values(), strict=True) if not np.isnan(start).any()]
    as_means = sum(list(start) == sorted(start) for start in done)
    return {
        "holds": all((test["difference"] or 0.0) > 0.0 for test in tests.values()),
        "significant": all(test["p"] is not None and test["p"] < LEVEL for test in tests.values()),
        "pairs": pairs,
        "single_starts_that_agree": as_means,
        "single_starts": len(done),
    }


def _single_trials(rows: Sequence[Row], preset: str) -> dict[str, Any]:
    """How well a trial predicts the same trial after a small perturbation: Spearman's rank correlation."""
    from scipy import stats  # half a second to import

    found: dict[str, Any] = {}
    for starts in (TURNED, FAST_RIGHT):
        for solution in _solutions(rows, preset, starts):
            plain = times(rows, preset, solution, TWENTY)
            moved = times(rows, preset, solution, starts)
            both = ~np.isnan(plain) & ~np.isnan(moved) if len(plain) == len(moved) else np.zeros(0, bool)
            if both.sum() < 3:
                continue
            test = stats.spearmanr(plain[both], moved[both])
            change = np.abs(moved - plain)[both] / plain[both]
            found.setdefault(starts, {})[solution] = {
                "rank_correlation": _json(float(test.statistic)),
                "p": _json(float(test.pvalue)),
                "changed_by_5_percent": float((change > 0.05).mean()),
                "largest_change": float(change.max()),
            }
    return found


def paired_test(a: Floats, b: Floats) -> dict[str, float | None]:
    """Return the mean of a less b where both are known [s], and p of the paired t-test."""

    def known(values: Floats) -> list[float | None]:
        return [None if math.isnan(value) else value for value in values.tolist()]

    if len(a) != len(b):
        return {"difference": None, "p": None}
    found = compare_times(known(b), known(a))
    return {"difference": _json(found.difference), "p": _json(found.p)}


def welch_of(a: Published, b: Published) -> float:
    """Return p of Welch's t-test from published means, standard deviations and numbers."""
    from scipy import stats

    return float(stats.ttest_ind_from_stats(*a, *b, equal_var=False).pvalue)


def _solutions(rows: Sequence[Row], preset: str, starts: str) -> list[str]:
    return list(dict.fromkeys(r.solution for r in rows if (r.preset, r.starts) == (preset, starts)))


def _json(value: float) -> float | None:
    return value if math.isfinite(value) else None
