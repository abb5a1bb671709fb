"""The automaton of Figure 4, and how it grows."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pytest

from ce_core.family import UnknownNameError
from ce_core.planner import Planner, PlannerConfig
from ce_core.planner.hybrid_automaton import HybridAutomaton, Reset, automaton
from ce_core.planner.tasks import Bound, Edge, Guard, Task


def test_edges_and_guards_are_those_of_figure_4() -> None:
    edges = {(e.source, e.target): e.guard for e in automaton().edges}
    assert edges == {
        ("S", "S"): Guard.NO_OBSTACLE,
        ("S", "L"): Guard.ALWAYS,
        ("S", "R"): Guard.ALWAYS,
        ("L", "S"): Guard.NO_DISTURBANCE,
        ("R", "S"): Guard.NO_DISTURBANCE,
    }


def test_what_may_follow() -> None:
    modes = automaton()
    assert modes.post("S", crashed=False) == ["S", "L", "R"]
    assert modes.post("S", crashed=True) == ["L", "R"]
    assert modes.post("L", crashed=False) == ["S"]
    assert modes.post("R", crashed=True) == []
    assert modes.reset(crashed=True) is Reset.START_OVER


def test_flows_are_the_papers_velocities() -> None:
    modes, body = automaton(), PlannerConfig().body
    assert [modes.flow(t, body.speed, body.turn_rate) for t in "SLR"] == [
        (0.098, 0.0),
        (0.0, 1.04),
        (0.0, -1.04),
    ]


def test_an_edge_to_nowhere_is_an_error() -> None:
    lost = Task("lost", (0.0, 1.0), Bound.ANGLE, (Edge("S", "X", Guard.ALWAYS),))
    with pytest.raises(UnknownNameError, match="'X'"):
        HybridAutomaton({"S": automaton().tasks["S"], "L": lost})


def test_another_task_is_explored_without_other_changes() -> None:
    """Backing up out of a niche that is too narrow to turn in."""
    back = Task(
        "back",
        (-1.0, 0.0),
        Bound.DISTANCE,
        (
            Edge("S", "B", Guard.ALWAYS),
            Edge("B", "L", Guard.NO_DISTURBANCE),
            Edge("B", "R", Guard.NO_DISTURBANCE),
        ),
    )
    modes = HybridAutomaton({**automaton().tasks, "B": back})
    sides = [[x, y] for x in np.arange(-0.15, 0.2, 0.01) for y in (0.13, -0.13)]
    niche = np.array(sides + [[0.2, y] for y in np.arange(-0.13, 0.14, 0.01)])
    config = dataclasses.replace(
        PlannerConfig(step_distance=0.4),
        core_knowledge=dataclasses.replace(PlannerConfig().core_knowledge, turn_window="sweep"),
    )
    assert Planner(config).plan(niche).letters == []
    plan = Planner(config, modes).plan(niche)
    assert plan.letters[0] == "B"
    assert plan.reason == "horizon"


def test_the_automaton_can_be_drawn_and_written(tmp_path: Path) -> None:
    from ce_core.planner.drawing import draw_automaton

    draw_automaton(automaton(), tmp_path / "automaton.png")
    assert (tmp_path / "automaton.png").stat().st_size > 5000
    assert "T_S (straight)" in automaton().describe()
