"""Our results beside the paper's, for the terminal."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ce_core.experiments.paper import PAPER, REAL_RUNS, SIMULATIONS, Published
from ce_core.experiments.statistics import Moments, TTest, welch_from_moments

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
    "success_fraction": "success",
    "timeout_fraction": "timeouts",
    "spl": "SPL",
    "slow_time_s": "slow [s]",
    "min_time_to_collision_s": "min TTC [s]",
    "jerk_m_s3": "jerk [m/s^3]",
    "others_time_to_goal_s": "others to goal [s]",
    "others_speed_m_s": "others [m/s]",
    "all_dangerous_decisions": "all dangerous",
    "unsimulated_actions": "not simulated",
}

STANDS_FOR = {"sim": "sim", "gap": "real"}
"""Our condition: the paper's."""

_CAPTIONS = {
    "sim": f"mean (SD); paper: {SIMULATIONS} runs in simulation",
    "gap": f"mean (SD); paper: {REAL_RUNS} runs with real robots, for which this condition stands",
}


def print_tables(content: dict[str, Any], console: Console) -> None:
    """Print what results.json holds: one table per condition, and the t-tests of Tables 1 and 2."""
    summary, tests = content["summary"], content["tests"]
    seeds = f"{content['seeds']} seeds from {content['seed']}"
    for condition, rows in summary.items():
        console.print(_comparison(condition, rows, f"corridor, {condition}, {seeds}"))
        if condition in tests:
            paper = _paper_tests("baseline", "ce", condition, condition)
            console.print(_tests(tests[condition], paper, f"Welch's t-test, {condition}: baseline - ce"))
    for controller, found in tests.get("gap_vs_sim", {}).items():
        paper = _paper_tests(controller, controller, "gap", "sim")
        console.print(_tests(found, paper, f"Welch's t-test, {controller}: gap - sim"))


def _comparison(condition: str, rows: dict[str, dict[str, Moments]], title: str) -> Table:
    """Lay out mean (SD) of ours and of the paper's, controller by controller."""
    table = Table(
        title=title,
        caption=_CAPTIONS.get(condition),
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    table.add_column("metric", no_wrap=True)
    for name, metrics in rows.items():
        n = metrics["danger_ratio_percent"]["n"]
        table.add_column(f"{name}\nn = {n}", justify="right")
        table.add_column(f"{name}\npaper", justify="right", style="dim")
    for metric, label in LABELS.items():
        cells = []
        for name, metrics in rows.items():
            if metric in metrics:
                ours = metrics[metric]
                cells += [_cell(ours["mean"], ours["sd"]), _published(condition, name, metric)]
        if cells:
            table.add_row(escape(label), *cells)
    return table


def _tests(ours: dict[str, TTest], paper: dict[str, TTest], title: str) -> Table:
    table = Table(title=title, box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column("metric", no_wrap=True)
    for name in ("df", "t", "p"):
        table.add_column(name, justify="right")
    for name in ("df", "t", "p"):
        table.add_column(f"paper's {name}", justify="right", style="dim")
    for metric, test in ours.items():
        if metric in paper:
            table.add_row(escape(LABELS[metric]), *_test_cells(test), *_test_cells(paper[metric]))
        elif metric in ("safe_run_fraction", "min_distance_m"):
            table.add_row(escape(LABELS[metric]), *_test_cells(test))
    return table


def _paper_tests(a: str, b: str, a_condition: str, b_condition: str) -> dict[str, TTest]:
    """Return the paper's own tests, from its means and deviations."""
    one = PAPER[STANDS_FOR[a_condition]][a]
    two = PAPER[STANDS_FOR[b_condition]][b]
    tests = {metric: welch_from_moments(*one[metric], *two[metric]) for metric in one}
    return {metric: test for metric, test in tests.items() if test is not None}


def _test_cells(test: TTest) -> tuple[str, str, str]:
    p = "< 0.001" if test["p"] < 0.001 else f"{test['p']:.3f}"
    return f"{test['df']:.1f}", f"{test['t']:.2f}", p


def _published(condition: str, controller: str, metric: str) -> str:
    paper = PAPER.get(STANDS_FOR.get(condition, ""), {})
    found: Published | None = paper.get(controller, {}).get(metric)
    return "" if found is None else _cell(found.mean, found.sd)


def _cell(mean: float | None, sd: float | None) -> str:
    if mean is None:
        return "-"
    return _number(mean) if sd is None else f"{_number(mean)} ({_number(sd)})"


def _number(value: float) -> str:
    """Write about four digits, so that a row fits into 80 columns."""
    return f"{value:.3f}" if abs(value) < 9.9995 else f"{value:.2f}"
