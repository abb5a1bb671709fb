"""Ours beside the paper's, for people."""

from __future__ import annotations

import io
from typing import Any

from rich.console import Console

from ce_core.experiments.table import print_tables

ROW = {"mean": 24.0, "sd": 5.29, "n": 54}
TEST = {"df": 57.8, "t": 10.26, "p": 1e-9}


def shown(content: dict[str, Any], width: int = 80) -> str:
    text = io.StringIO()
    print_tables(content, Console(file=text, width=width))
    return text.getvalue()


def content(condition: str, *controllers: str) -> dict[str, Any]:
    return {
        "seed": 10_000,
        "seeds": "reporting",
        "summary": {condition: {name: {"danger_ratio_percent": ROW} for name in controllers}},
        "tests": {},
    }


def test_sim_stands_beside_the_papers_simulation_and_gap_beside_its_real_robots() -> None:
    sim = shown(content("sim", "baseline"))
    assert "24.00 (5.290)" in sim
    assert "22.33 (15.49)" in sim
    assert "25.20 (16.2" not in sim
    assert "25.20 (16.2" in shown(content("gap", "baseline"))


def test_it_says_how_many_runs_and_which_kind_of_seeds() -> None:
    text = shown(content("gap", "baseline", "ce"))
    assert "reporting seeds from 10000" in text
    assert "n = 54" in text


def test_t_tests_stand_below_with_the_papers() -> None:
    found = {**content("gap", "baseline", "ce"), "tests": {"gap": {"danger_ratio_percent": TEST}}}
    text = shown(found)
    assert "10.26" in text
    assert "< 0.001" in text


def test_a_row_fits_into_80_columns() -> None:
    assert max(map(len, shown(content("sim", "baseline", "ce"), width=80).splitlines())) <= 80
