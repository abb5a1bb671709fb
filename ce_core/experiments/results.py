"""What results.json holds, the same for every experiment."""

from __future__ import annotations

from typing import Any

from ce_core import __version__
from ce_core.experiments.experiment import kind_of_seeds


def results(
    experiment: str, seed: int, trials: int, summary: dict[str, Any], tests: dict[str, Any], **more: Any
) -> dict[str, Any]:
    """Put together what results.json holds; trials is the number of seeds, from `seed` on."""
    return {
        "experiment": experiment,
        "seed": seed,
        "seeds": kind_of_seeds(seed, max(trials, 1)),
        "version": __version__,
        "summary": summary,
        "tests": tests,
        **more,
    }
