"""Our tables beside those of paper 1, for the terminal."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.table import Table

from ce_core.experiments.lego import FAST_RIGHT, TURNED

TABLE_WIDTH = 100
"""Columns that a table needs; where a terminal or a file has fewer, lines are wrapped, not cut."""


def lego_tables(content: dict[str, Any]) -> list[Table]:
    """Lay out completion times and differences, one table a preset."""
    return [_table(preset, content) for preset in content["summary"]]


def _table(preset: str, content: dict[str, Any]) -> Table:
    table = Table(
        title=rf"task completion time \[s], preset {preset}",
        caption="mean (SD) of the completed trials; difference: absolute, start by start",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    table.add_column("starts", no_wrap=True)
    for title in ("ours", "n", "paper", "n", "difference", "paper"):
        style = "dim" if title == "paper" else ""
        table.add_column(title, justify="right", style=style, no_wrap=True)
    for solution, lists in content["summary"][preset].items():
        table.add_row(solution, style="bold")
        for starts, ours in lists.items():
            change = content["perturbations"][preset].get(starts, {}).get(solution, {})
            paper = ours["paper"] or {}
            table.add_row(
                {TURNED: "  20, 1 deg", FAST_RIGHT: "  20, right 1%"}.get(starts, f"  {starts}"),
                _cell(ours),
                str(ours["n"]),
                _cell(paper),
                str(paper.get("n", "")),
                _cell(change.get("difference") or {}),
                _cell(change.get("paper_difference") or {}),
            )
    return table


def conclusion(content: dict[str, Any]) -> list[str]:
    """Say what became of the paper's conclusion: means rank the solutions, single trials do not."""
    lines = []
    for preset, found in content["conclusion"].items():
        for starts, ranking in found["ranking"].items():
            holds = "as the physical robot" if ranking["holds"] else "not as the physical robot"
            worst = max((pair["p"] for pair in ranking["pairs"] if pair["p"] is not None), default=None)
            chance = "" if worst is None else f", largest p = {worst:.1g}"
            lines.append(f"{preset}, {starts}: means rank the solutions {holds} does{chance}")
        for starts, solutions in found["single_trials"].items():
            changed = ", ".join(
                f"{100 * entry['changed_by_5_percent']:.0f} % ({solution})"
                for solution, entry in solutions.items()
            )
            lines.append(f"{preset}, {starts}: single trials that change by more than 5 %: {changed}")
    return lines


def _cell(moments: dict[str, Any]) -> str:
    if moments.get("mean") is None:
        return ""
    return f"{moments['mean']:.2f} ({moments['sd']:.2f})" if moments.get("sd") is not None else "-"
