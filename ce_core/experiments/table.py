"""Our results beside the paper's, for the terminal."""

from __future__ import annotations

from rich.markup import escape
from rich.table import Table

from ce_core.experiments.paper import PAPER, Published
from ce_core.experiments.results import METRICS, Summary

LABELS = {
    "danger_ratio_percent": "danger ratio [%]",
    "distance_m": "distance covered [m]",
    "run_time_s": "run time [s]",
    "simulations_per_step": "simulations per step",
    "safe_run_fraction": "fully safe runs [0..1]",
    "contacts": "contacts",
    "min_distance_m": "minimum distance [m]",
    "stuck_fraction": "runs with a stuck h-robot [0..1]",
    "arrived_fraction": "arrived in time [0..1]",
}


def comparison_table(summary: Summary, title: str) -> Table:
    """Lay out mean (SD) of ours and of the paper's, controller by controller."""
    table = Table(title=title, caption="mean (SD); paper: 88 runs in simulation, Tables 1 and 2")
    table.add_column("metric")
    columns = [(condition, name) for condition, rows in summary.items() for name in rows]
    for condition, name in columns:
        n = summary[condition][name]["danger_ratio_percent"]["n"]
        table.add_column(f"{name}, {condition}\nn = {n}", justify="right")
        table.add_column(f"{name}\npaper", justify="right", style="dim")
    for metric in METRICS:
        cells = []
        for condition, name in columns:
            ours = summary[condition][name][metric]
            cells += [_cell(ours["mean"], ours["sd"]), _published(condition, name, metric)]
        table.add_row(escape(LABELS[metric]), *cells)
    return table


def _published(condition: str, controller: str, metric: str) -> str:
    found: Published | None = PAPER.get(condition, {}).get(controller, {}).get(metric)
    return "" if found is None else _cell(found.mean, found.sd)


def _cell(mean: float | None, sd: float | None) -> str:
    if mean is None:
        return "-"
    return f"{mean:.3f}" if sd is None else f"{mean:.3f} ({sd:.3f})"
