"""Executing a plan, planning anew, and the single loop."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from ce_core.planner import preset
from ce_core.planner.configurator import Configurator, ReplanConfig
from ce_core.planner.reactive import Reactive

NOTHING = np.zeros((0, 2))
POST = np.array([[0.3, y] for y in np.arange(-0.05, 0.06, 0.01)])


def drive(driver: Configurator | Reactive, ticks: int) -> list[tuple[float, float]]:
    return [driver.command() for _ in range(ticks)]


def test_the_robot_stands_until_it_has_seen_something() -> None:
    driver = Configurator(preset("paper", 0.5))
    assert drive(driver, 3) == [(0.0, 0.0)] * 3
    assert not driver.is_done


def test_a_plan_is_executed_for_its_motor_ticks(cul_de_sac: NDArray[np.float64]) -> None:
    driver = Configurator(preset("paper", 0.5))
    driver.see(cul_de_sac)
    assert driver.plan is not None
    commands = drive(driver, sum(task.ticks for task in driver.plan.tasks) + 2)
    assert commands[0] in ((0.0, 1.04), (0.0, -1.04))
    assert commands[20] == (0.098, 0.0)
    assert commands[-2:] == [(0.0, 0.0)] * 2
    assert driver.is_done


def test_without_replanning_the_first_plan_is_kept() -> None:
    driver = Configurator(preset("paper", 0.5))
    driver.see(NOTHING)
    drive(driver, 5)
    driver.see(POST)
    assert len(driver.plans) == 1


def test_what_the_plan_did_not_predict_makes_a_new_one() -> None:
    driver = Configurator(preset("careful", 0.5), replan=ReplanConfig(on_disturbance=True))
    driver.see(NOTHING)
    drive(driver, 5)
    driver.see(NOTHING)
    assert len(driver.plans) == 1
    driver.see(POST)
    assert (len(driver.plans), driver.unpredicted) == (2, 1)
    assert driver.plans[1].letters[0] in "LR"


@pytest.mark.parametrize(("replan", "moves"), [(False, False), (True, True)])
def test_a_gap_that_a_plan_would_not_choose_is_passed_when_replanning(replan: bool, moves: bool) -> None:
    """Walls 1 cm aside of the robot: nearer than the skin, farther than what is in the way."""
    walls = np.array([[x, y] for x in np.arange(-0.4, 1.2, 0.01) for y in (-0.1, 0.1)])
    driver = Configurator(preset("careful", 0.22), (0.9, 0.0), ReplanConfig(until_target=replan))
    driver.see(walls)
    assert driver.plan is not None
    assert bool(driver.plan.tasks) == moves


def test_the_target_is_where_it_was_after_replanning() -> None:
    """Half a metre on, a target that was 0.9 m ahead is 0.4 m ahead."""
    driver = Configurator(
        preset("careful", 0.22), (0.9, 0.0), ReplanConfig(on_disturbance=True, until_target=True)
    )
    driver.see(NOTHING)
    for _ in range(200):
        driver.see(NOTHING)
        driver.command()
        if driver.is_done:
            break
    assert driver.is_done
    assert len(driver.plans) <= 2


@pytest.mark.parametrize(("side", "signed", "turn"), [(0.05, True, -1), (-0.05, True, 1), (-0.05, False, -1)])
def test_the_single_loop_turns_away_and_the_authors_always_right(
    side: float, signed: bool, turn: int
) -> None:
    driver = Reactive(preset("paper", 0.5), signed=signed)
    driver.see(np.array([[0.3, side]]))
    _, rate = driver.command()
    assert math.copysign(1.0, rate) == turn


def test_the_single_loop_pursues_a_target() -> None:
    driver = Reactive(preset("paper", 0.22), (0.0, -0.9))
    driver.see(NOTHING)
    commands = drive(driver, 60)
    assert (0.0, -1.04) in commands
