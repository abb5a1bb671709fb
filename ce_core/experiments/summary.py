"""How a single run went, beside the paper's means, as text."""

from __future__ import annotations

from ce_core.experiments.metrics import RunScore
from ce_core.experiments.paper import PAPER


def summary(score: RunScore, controller: str, seed: int) -> str:
    """Write the score of one run as a small table."""
    rows = (
        ("danger ratio", "%", 100.0 * score.danger_ratio, "danger_ratio_percent"),
        ("distance", "m", score.distance, "distance_m"),
        ("run time", "s", score.run_time, "run_time_s"),
        ("simulations per step", "", score.simulations_per_step, "simulations_per_step"),
    )
    end = "arrived" if score.arrived else "did not arrive in time"
    lines = [
        f"controller {controller}, seed {seed}: the smart robot {end}",
        f"  {'':<24}{'this run':>10}  {'paper, simulated':>20}  {'paper, real':>20}",
    ]
    for name, unit, value, key in rows:
        label = f"{name} [{unit}]" if unit else name
        published = [PAPER[where][controller][key] for where in ("sim", "real")]
        beside = "  ".join(f"{f'{p.mean:.2f} ± {p.sd:.2f}':>20}" for p in published)
        lines.append(f"  {label:<24}{value:>10.2f}  {beside}")
    lines.append(f"  {'nearest robot [m]':<24}{score.min_distance:>10.3f}")
    return "\n".join(lines)
