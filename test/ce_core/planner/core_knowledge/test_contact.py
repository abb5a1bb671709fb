"""The analytic contact test against geometry, and both backends against each other."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from shapely import affinity
from shapely.geometry import box

from ce_core.kernels.explorer import build_world
from ce_core.planner import Planner, preset
from ce_core.planner.config import CoreKnowledgeConfig, PlannerConfig
from ce_core.planner.core_knowledge import analytic, box2d
from ce_core.planner.core_knowledge.contact import (
    NEVER,
    first_touch_curve,
    first_touch_straight,
    touches,
)
from ce_core.planner.explorer.rules import Body
from ce_core.planner.explorer.states import new_states

ALPHABOT = Body(half_length=0.11, half_width=0.09, centre=-0.05, reach=0.02, half_obstacle=0.001)
BARE = ALPHABOT._replace(reach=0.0)
STRIDE = 0.098 / 60.0
AHEAD = (1.0, 0.0)
"""Cosine and sine of the heading along x."""


def test_without_a_skin_touching_is_intersecting() -> None:
    rng = np.random.default_rng(0)
    for _ in range(500):
        theta, (dx, dy) = rng.uniform(-math.pi, math.pi), rng.uniform(-0.25, 0.25, 2)
        robot = affinity.rotate(box(-0.16, -0.09, 0.06, 0.09), theta, origin=(0, 0), use_radians=True)
        square = box(dx - 0.001, dy - 0.001, dx + 0.001, dy + 0.001)
        assert touches(BARE, dx, dy, math.cos(theta), math.sin(theta)) == robot.intersects(square)


def test_a_wall_ahead_is_touched_two_centimetres_before() -> None:
    step = first_touch_straight(ALPHABOT, 0.5, 0.0, AHEAD, STRIDE)
    gap = 0.5 - 0.001 - 0.06 - step * STRIDE
    assert 0.02 - STRIDE < gap <= 0.02


@pytest.mark.parametrize(("lateral", "hit"), [(0.105, True), (0.11, True), (0.112, False), (-0.112, False)])
def test_what_passes_beside_the_skin_is_not_touched(lateral: float, hit: bool) -> None:
    assert (first_touch_straight(ALPHABOT, 0.3, lateral, AHEAD, STRIDE) != NEVER) == hit


def test_what_is_behind_is_never_touched() -> None:
    assert first_touch_straight(ALPHABOT, -0.3, 0.0, AHEAD, STRIDE) == NEVER


def test_closed_form_and_step_by_step_agree_on_a_straight() -> None:
    rng = np.random.default_rng(1)
    for _ in range(300):
        theta, (dx, dy) = rng.uniform(-math.pi, math.pi), rng.uniform(-0.4, 0.4, 2)
        heading = (math.cos(theta), math.sin(theta))
        closed = first_touch_straight(ALPHABOT, dx, dy, heading, STRIDE)
        stepped = first_touch_curve(ALPHABOT, dx, dy, heading, (STRIDE, 0.0), 250)
        assert stepped == (closed if closed < 250 else NEVER)


def test_a_turn_sweeps_the_rear_corner() -> None:
    """The rear left corner is 0.184 m from the axis: turning right it comes to the left side."""
    turn = 1.04 / 60.0
    assert first_touch_curve(ALPHABOT, -0.02, 0.17, AHEAD, (0.0, -turn), 91) != NEVER
    assert first_touch_curve(ALPHABOT, 0.0, 0.25, AHEAD, (0.0, -turn), 91) == NEVER


@pytest.mark.parametrize("name", ["paper", "authors"])
def test_box2d_and_the_calculation_agree_task_by_task(name: str) -> None:
    """Same crash or not, same step up to one, for 150 random tasks among random points."""
    rng = np.random.default_rng(2)
    config = preset(name, 0.3)
    if name == "paper":
        knowledge = dataclasses.replace(config.core_knowledge, straight_window="sweep", turn_window="sweep")
        config = dataclasses.replace(config, core_knowledge=knowledge)
    rules = Planner(config).rules(None)
    crashes = 0
    for _ in range(150):
        points = rng.uniform(-0.4, 0.4, (rng.integers(1, 30), 2))
        points = points[np.hypot(points[:, 0] + 0.05, points[:, 1]) > 0.17]
        world = build_world(points, 1.1, 0.01, rules.simulating.single)
        task, theta = rng.integers(0, 3), rng.uniform(-3.0, 3.0)
        outcomes = []
        for simulate in (analytic.simulate, box2d.simulate):
            states = new_states(8, 3)
            states.pose[0], states.parent[2], states.task[2] = (0.0, 0.0, theta), 0, task
            simulate(world, rules, states, 2)
            outcomes.append((bool(states.crashed[2]), int(states.steps[2]), states.pose[2].copy()))
        (crashed, steps, pose), (crashed_there, steps_there, pose_there) = outcomes
        assert crashed == crashed_there
        assert abs(steps - steps_there) <= 1
        np.testing.assert_allclose(pose, pose_there, atol=2e-4)
        crashes += crashed
    assert 15 < crashes < 140


@pytest.mark.parametrize("dynamic", [False, True])
def test_obstacles_that_overlap_part_only_if_they_are_dynamic(dynamic: bool) -> None:
    """The robot passes these by a millimetre; pushed apart by their own skins, one is in its way."""
    config = PlannerConfig(
        backend="box2d",
        resolution=0.001,
        core_knowledge=CoreKnowledgeConfig(dynamic_obstacles=dynamic, straight_window="sweep"),
    )
    points = np.array([[0.3, y] for y in (0.113, 0.115, 0.117, 0.119)])
    first = Planner(config).plan(points).system[1]
    assert (first.task, first.crashed) == ("S", dynamic)
