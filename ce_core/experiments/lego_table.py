"""Our tables beside those of paper 1, for the terminal."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.table import Table

from ce_core.experiments.lego import FAST_RIGHT, TURNED, TWENTY


def lego_tables(content: dict[str, Any]) -> list[Table]:
    """Lay out completion times and differences, one table a preset."""
    return [_table(preset, content) for preset in content["summary"]]


def _table(preset: str, content: dict[str, Any]) -> Table:
    table = Table(
        title=f"task completion time [s], preset {preset}",
        caption="mean (SD) of the completed trials; difference: absolute, start by start",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    for title in ("solution", "starts"):
        table.add_column(title, no_wrap=True)
    for title in ("ours", "n", "paper", "n", "difference", "paper"):
        table.add_column(title, justify="right", style="dim" if title == "paper" else "")
    for solution, lists in content["summary"][preset].items():
        for starts, ours in lists.items():
            change = content["perturbations"][preset].get(starts, {}).get(solution, {})
            paper = ours["paper"] or {}
            table.add_row(
                solution if starts == TWENTY else "",
                {TURNED: "20, 1 deg", FAST_RIGHT: "20, right 1 %"}.get(starts, starts),
                _cell(ours),
                str(ours["n"]),
                _cell(paper),
                str(paper.get("n", "")),
                _cell(change.get("difference") or {}),
                _cell(change.get("paper_difference") or {}),
            )
    return table


def conclusion(content: dict[str, Any]) -> list[str]:
    """Say what the trials say about the paper's conclusion."""
    lines = []
    for preset, found in content["conclusion"].items():
        for starts, ranking in found["ranking"].items():
            holds = "holds" if ranking["holds"] else "does not hold"
            worst = max((pair["p"] for pair in ranking["pairs"] if pair["p"] is not None), default=None)
            chance = "" if worst is None else f" (paired t-tests, largest p = {worst:.2g})"
            lines.append(
                f"{preset}, {starts}: the ranking of the physical robot {holds} for the means{chance}; "
                f"{ranking['single_starts_that_agree']} of {ranking['single_starts']} single starts agree"
            )
    return lines


def _cell(moments: dict[str, Any]) -> str:
    if moments.get("mean") is None:
        return ""
    return f"{moments['mean']:.2f} ({moments['sd']:.2f})" if moments.get("sd") is not None else "-"
