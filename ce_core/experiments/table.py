"""Our results beside the paper's, for the terminal."""

from __future__ import annotations

from rich import box
from rich.markup import escape
from rich.table import Table

from ce_core.experiments.corridor_results import METRICS, Summary
from ce_core.experiments.paper import PAPER, SIMULATIONS, Published

LABELS = {
    "danger_ratio_percent": "danger ratio [%]",
    "distance_m": "distance [m]",
    "run_time_s": "run time [s]",
    "simulations_per_step": "simulations/step",
    "safe_run_fraction": "fully safe runs",
    "contacts": "contacts",
    "min_distance_m": "min distance [m]",
    "stuck_fraction": "h-robot stuck",
    "arrived_fraction": "arrived in time",
}


def comparison_table(summary: Summary, title: str) -> Table:
    """Lay out mean (SD) of ours and of the paper's, controller by controller."""
    table = Table(
        title=title,
        caption=f"mean (SD); paper: {SIMULATIONS} runs in simulation, Tables 1 and 2",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    table.add_column("metric", no_wrap=True)
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
    return _number(mean) if sd is None else f"{_number(mean)} ({_number(sd)})"


def _number(value: float) -> str:
    """Write about four digits, so that a row fits into 80 columns."""
    return f"{value:.3f}" if abs(value) < 10.0 else f"{value:.2f}"
