"""The preset `authors` against the authors' program (v2.0.0, run on the same scans) and their logs."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from ce_core.planner import Planner, preset
from ce_core.planner.scan import read_scan

TARGET_PLAN = list("SSLSRSSRSLS")


@pytest.mark.parametrize(
    ("scan", "world_building", "objects"),
    [("map0001", 1, 90), ("map0004", 1, 110), ("map0001", 2, 46), ("map0004", 2, 59)],
)
def test_target_scan_gives_the_papers_plan_with_39_states(
    recordings: Path, scan: str, world_building: int, objects: int
) -> None:
    plan = Planner(preset("authors", 0.22, world_building)).plan(
        read_scan(recordings / f"target_251023/{scan}.dat"), (1.0, 0.0)
    )
    assert (plan.letters, plan.states, plan.objects) == (TARGET_PLAN, 39, objects)


@pytest.mark.parametrize(("world_building", "objects"), [(1, 82), (2, 42)])
def test_synthetic_cul_de_sac_gives_the_tree_of_figure_5(
    recordings: Path, world_building: int, objects: int
) -> None:
    plan = Planner(preset("authors", 0.5, world_building)).plan(
        read_scan(recordings / "synthetic/culdesac_a.dat")
    )
    assert (plan.letters, plan.states, plan.objects) == (["R", "S", "S"], 16, objects)


def test_stationary_target_scans_have_the_state_counts_of_the_logs(recordings: Path) -> None:
    planner = Planner(preset("authors", 0.22))
    plans = [
        planner.plan(read_scan(recordings / f"target_251023/map{i:04d}.dat"), (1.0, 0.0))
        for i in range(1, 11)
    ]
    assert {plan.states for plan in plans} <= {36, 39}
    assert all(plan.letters == TARGET_PLAN for plan in plans)


def test_without_a_target_the_same_place_blows_up_as_in_the_logs(recordings: Path) -> None:
    """764 states: exactly what two of the authors' four removed plans have."""
    plan = Planner(preset("authors", 0.22, 2)).plan(read_scan(recordings / "target_251023/map0021.dat"))
    assert plan.states == 764


def test_box2d_gives_the_same_plans(recordings: Path) -> None:
    for name, target, step in (
        ("target_251023/map0001.dat", (1.0, 0.0), 0.22),
        ("synthetic/culdesac_b.dat", None, 0.5),
    ):
        config = preset("authors", step)
        ours = Planner(config).plan(read_scan(recordings / name), target)
        theirs = Planner(dataclasses.replace(config, backend="box2d")).plan(
            read_scan(recordings / name), target
        )
        assert (ours.letters, ours.states, ours.objects) == (theirs.letters, theirs.states, theirs.objects)
