"""Task-dependent filters."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ce_core.planner import Planner, preset
from ce_core.planner.core_knowledge.windows import sees, window_of

STRAIGHT, LEFT = 0, 1


def window(name: str, task: int, pose: tuple[float, float, float], step: float = 0.5):
    rules = Planner(preset(name, step)).rules(None)
    single = rules.simulating.single
    found = window_of(rules, task, np.array(pose))
    return lambda x, y: sees(found, x, y, single)


def test_paper_sees_step_distance_and_16_centimetres() -> None:
    straight, turn = window("paper", STRAIGHT, (0.1, 0.0, 1.0)), window("paper", LEFT, (0.1, 0.0, 1.0))
    assert straight(0.1, 0.49)
    assert not straight(0.1, 0.51)
    assert turn(0.25, 0.0)
    assert not turn(0.27, 0.0)


@pytest.mark.parametrize("theta", [0.0, 0.7, 1.585, -2.0, 3.0])
def test_authors_straight_window_is_a_rectangle_ahead(theta: float) -> None:
    sees_it = window("authors", STRAIGHT, (0.2, -0.1, theta))
    cos, sin = math.cos(theta), math.sin(theta)
    for ahead, aside, inside in (
        (0.01, 0.0, True),
        (0.49, 0.09, True),
        (0.49, -0.09, True),
        (-0.01, 0.0, False),
        (0.51, 0.0, False),
        (0.2, 0.11, False),
        (0.2, -0.11, False),
    ):
        assert sees_it(0.2 + cos * ahead - sin * aside, -0.1 + sin * ahead + cos * aside) == inside


def test_authors_window_is_empty_after_a_left_and_a_right_turn() -> None:
    """Their heading is then 1.54e-8 rad: the corners tie in 32 bits, and the robot drives on blind."""
    blind = window("authors", STRAIGHT, (0.4377, 0.2205, 1.5398e-8), 0.22)
    seeing = window("authors", STRAIGHT, (0.4377, 0.2205, -1.5398e-8), 0.22)
    assert not blind(0.55, 0.22)
    assert seeing(0.55, 0.22)


def test_authors_turn_window_lies_between_the_origin_and_one_corner() -> None:
    turn = window("authors", LEFT, (0.0, 0.0, 0.0))
    assert turn(0.1, 0.1)
    assert not turn(0.1, -0.05)
    assert not turn(-0.05, 0.1)
