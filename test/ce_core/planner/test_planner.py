"""What comes out of a plan: sequences, ends, and bad input."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from numpy.typing import NDArray

from ce_core.planner import Planner, PlannerConfig, preset
from ce_core.planner.config import ExplorerConfig
from ce_core.planner.explorer.explore import explore
from ce_core.planner.explorer.states import new_states

NOTHING = np.zeros((0, 2))


def test_nothing_in_the_way_drives_straight_to_the_horizon() -> None:
    plan = Planner().plan(NOTHING)
    assert (plan.letters, plan.reason, plan.objects) == (["S", "S"], "horizon", 0)
    assert plan.end[0] == pytest.approx(1.0, abs=0.002)


def test_cul_de_sac_is_not_entered(cul_de_sac: NDArray[np.float64]) -> None:
    for name in ("paper", "authors"):
        plan = Planner(preset(name, 0.5)).plan(cul_de_sac)
        assert plan.letters[0] in "LR"
        assert plan.reason == "horizon"
        assert all(task.end[0] < 0.3 for task in plan.tasks)


def test_target_behind_an_obstacle_is_reached_around_it(box_ahead: NDArray[np.float64]) -> None:
    plan = Planner(preset("careful", 0.22)).plan(box_ahead, (1.0, 0.0))
    assert {"L", "R"} & set(plan.letters)
    assert plan.reason == "nearest"  # the obstacle is too near for the last turn
    assert math.hypot(plan.end[0] - 1.0, plan.end[1]) < 0.13
    assert len(plan.letters) == 9


def test_careful_reaches_a_target_that_can_be_reached(box_ahead: NDArray[np.float64]) -> None:
    plan = Planner(preset("careful", 0.22)).plan(box_ahead - [0.1, 0.0], (1.0, 0.0))
    assert plan.reason == "target"
    assert math.hypot(plan.end[0] - 1.0, plan.end[1]) <= 0.05


def test_paper_may_end_on_the_horizon_beside_the_target(box_ahead: NDArray[np.float64]) -> None:
    plan = Planner(preset("paper", 0.22)).plan(box_ahead, (1.0, 0.0))
    assert plan.reason == "horizon"
    assert math.hypot(*plan.end[:2]) >= 1.0 - 1e-9


def test_signed_bearing_turns_to_the_side_of_the_target() -> None:
    right = Planner(preset("paper", 0.22)).plan(NOTHING, (0.0, -0.9))
    left = Planner(preset("paper", 0.22)).plan(NOTHING, (0.0, 0.9))
    assert (right.letters[0], left.letters[0]) == ("R", "L")
    assert right.states == left.states


@pytest.mark.parametrize("name", ["paper", "authors"])
def test_points_that_are_not_finite_are_not_there(name: str, cul_de_sac: NDArray[np.float64]) -> None:
    bad = np.array([[math.nan, 0.1], [math.inf, 0.0], [0.1, -math.inf]])
    planner = Planner(preset(name, 0.5))
    assert planner.plan(np.concatenate([bad, cul_de_sac])).states == planner.plan(cul_de_sac).states
    assert planner.plan(bad).objects == 0


@pytest.mark.parametrize("name", ["paper", "authors"])
def test_a_robot_in_collision_stays(name: str) -> None:
    around = np.array([[0.05, 0.0], [0.05, 0.08], [0.05, -0.08], [-0.1, 0.05]])
    plan = Planner(preset(name, 0.5)).plan(around)
    assert (plan.letters, plan.reason, plan.end) == ([], "in_collision", (0.0, 0.0, 0.0))


@pytest.mark.parametrize("name", ["paper", "authors", "careful"])
def test_a_walled_in_robot_gives_up(name: str) -> None:
    angles = np.linspace(-math.pi, math.pi, 500)
    ring = 0.3 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    plan = Planner(preset(name, 0.5)).plan(ring, (1.0, 0.0))
    assert plan.reason == "blocked"
    assert "S" not in plan.letters
    assert plan.states < 60


@pytest.mark.parametrize("name", ["paper", "authors"])
def test_a_target_outside_the_horizon_is_approached(name: str) -> None:
    plan = Planner(preset(name, 0.22)).plan(NOTHING, (3.0, 0.0))
    assert plan.reason == "horizon"
    assert set(plan.letters) == {"S"}


def test_a_target_that_is_no_place_is_an_error() -> None:
    with pytest.raises(ValueError, match="must be two finite numbers"):
        Planner().plan(NOTHING, (math.nan, 0.0))


def test_the_limit_of_states_ends_a_search_with_what_it_has() -> None:
    config = dataclasses.replace(preset("paper", 0.1), explorer=ExplorerConfig(max_states=50))
    plan = Planner(config).plan(NOTHING)
    assert (plan.reason, plan.states) == ("state_limit", 50)
    assert plan.letters


def test_motor_ticks_are_simulated_time_in_motor_periods() -> None:
    """Equation 4: 135 steps of 1/60 s are 22.5 periods of 0.1 s; the authors' logs have 22."""
    plan = Planner(preset("authors", 0.22)).plan(NOTHING, (1.0, 0.0))
    assert (plan.tasks[0].steps, plan.tasks[0].ticks) == (135, 22)
    assert Planner(preset("authors", 0.5)).plan(NOTHING).tasks[0].ticks == 51


def test_what_rounding_leaves_over_goes_to_the_next_task_of_its_kind() -> None:
    """A straight of 22.5 updates after another makes 45, with a turn between them or not."""
    plan = Planner(preset("careful", 0.22)).plan(NOTHING, (0.44, 0.8))
    straights = [task.ticks for task in plan.tasks if task.task == "S"]
    assert len(plan.letters) > len(straights)
    assert sum(straights[:2]) == sum(straights[2:4]) == 45


@pytest.mark.parametrize("name", ["paper", "authors"])
def test_compiled_and_plain_explorer_are_one(name: str, cul_de_sac: NDArray[np.float64]) -> None:
    from ce_core.kernels.explorer import build_world
    from ce_core.planner.core_knowledge.analytic import simulate

    planner = Planner(preset(name, 0.5))
    compiled = planner.plan(cul_de_sac)
    config = planner.config
    world = build_world(
        cul_de_sac, config.sensor_range, config.resolution, config.core_knowledge.single_precision
    )
    states = new_states(config.explorer.max_states, 3)
    explore(world, planner.rules(None), states, simulate)
    count = compiled.states
    assert states.size[0] == count
    np.testing.assert_array_equal(states.task[:count], compiled.explored.task[:count])
    np.testing.assert_array_equal(states.crashed[:count], compiled.explored.crashed[:count])
    np.testing.assert_allclose(states.pose[:count], compiled.explored.pose[:count], atol=1e-7)


def test_mirrored_scans_crash_in_mirrored_states() -> None:
    """Without a target the order of left and right is the only thing that is not symmetrical."""
    rng = np.random.default_rng(5)
    planner = Planner(PlannerConfig())
    swap = {"S": "S", "L": "R", "R": "L"}
    for _ in range(20):
        points = rng.uniform(-1.0, 1.0, (40, 2))
        points = points[np.hypot(*points.T) > 0.25]
        here, there = planner.plan(points).system, planner.plan(points * [1.0, -1.0]).system

        def first_level(system, swapped):
            found = {}
            for state in system.post(system[0]):
                after = system.post(state) if state.task != "S" else []
                letter = swap[state.task] if swapped else state.task
                found[letter] = (state.crashed, [q.crashed for q in after])
            return found

        assert first_level(here, False) == first_level(there, True)
