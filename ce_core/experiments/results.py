"""From trials to means, standard deviations and Welch's t-tests, and into files."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ce_core import __version__
from ce_core.experiments.corridor import TRIAL_FIELDS, Trial
from ce_core.experiments.experiment import kind_of_seeds

METRICS = {
    "danger_ratio_percent": "danger_ratio_percent",
    "distance_m": "distance_m",
    "run_time_s": "run_time_s",
    "simulations_per_step": "simulations_per_step",
    "safe_run_fraction": "safe_run",
    "contacts": "contacts",
    "min_distance_m": "min_distance_m",
    "stuck_fraction": "stuck",
    "arrived_fraction": "arrived",
}
"""Metric in results.json: the field of a trial that it is the mean of."""

Floats = NDArray[np.float64]

Summary = dict[str, dict[str, dict[str, dict[str, float | int | None]]]]
"""condition -> controller -> metric -> mean, sd, n"""


def summarise(trials: Sequence[Trial]) -> Summary:
    """Return mean, sample standard deviation and n of every metric."""
    summary: Summary = {}
    for condition, controller in dict.fromkeys((t.condition, t.controller) for t in trials):
        summary.setdefault(condition, {})[controller] = {
            metric: _mean_sd_n(_values(trials, condition, controller, metric)) for metric in METRICS
        }
    return summary


def welch_tests(trials: Sequence[Trial]) -> dict[str, dict[str, dict[str, float | None]]]:
    """Test baseline against ce in every condition that has both, as Table 1: df, t, p per metric."""
    tests: dict[str, dict[str, dict[str, float | None]]] = {}
    for condition in dict.fromkeys(t.condition for t in trials):
        for metric in METRICS:
            a = _values(trials, condition, "baseline", metric)
            b = _values(trials, condition, "ce", metric)
            if min(len(a), len(b)) >= 2 and np.isfinite([*a, *b]).all() and a.std() + b.std() > 0.0:
                tests.setdefault(condition, {})[metric] = _welch(a, b)
    return tests


def results(experiment: str, seed: int, trials: Sequence[Trial]) -> dict[str, Any]:
    """Return what results.json holds."""
    seeds = {t.seed for t in trials}
    return {
        "experiment": experiment,
        "seed": seed,
        "seeds": kind_of_seeds(seed, max(len(seeds), 1)),
        "version": __version__,
        "summary": summarise(trials),
        "tests": welch_tests(trials),
    }


def write(folder: Path, content: dict[str, Any], trials: Sequence[Trial]) -> None:
    """Write results.json and trials.csv, one row per trial."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(json.dumps(content, indent=2, allow_nan=False) + "\n")
    with (folder / "trials.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, TRIAL_FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(trial) for trial in trials)


def _welch(a: Floats, b: Floats) -> dict[str, float | None]:
    """Test two samples for different means, without assuming equal variances."""
    from scipy import stats

    va, vb = a.var(ddof=1) / len(a), b.var(ddof=1) / len(b)
    t = float((a.mean() - b.mean()) / np.sqrt(va + vb))
    df = float((va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1)))
    return {"df": df, "t": t, "p": float(2.0 * stats.t.sf(abs(t), df))}


def _values(trials: Sequence[Trial], condition: str, controller: str, metric: str) -> Floats:
    return np.array(
        [
            float(getattr(t, METRICS[metric]))
            for t in trials
            if (t.condition, t.controller) == (condition, controller)
        ]
    )


def _mean_sd_n(
    values: Floats,
) -> dict[str, float | int | None]:
    sd = float(values.std(ddof=1)) if len(values) > 1 and np.isfinite(values).all() else math.nan
    return {"mean": _json(float(values.mean())), "sd": _json(sd), "n": len(values)}


def _json(value: float) -> float | None:
    """JSON has no NaN and no infinity."""
    return value if math.isfinite(value) else None
