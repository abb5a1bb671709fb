"""Danger: any other robot closer than the safety distance at any time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from ce_core.consequence_engine.action_evaluator import ActionEvaluatorConfig, evaluate
from ce_core.internal_model.simulator.simulator import Trajectory

CONFIG = ActionEvaluatorConfig()
TIME = np.arange(151) * 0.1


def line(x: float, y: float, vx: float, vy: float) -> np.ndarray:
    return np.stack([x + vx * TIME, y + vy * TIME], axis=1)


def test_head_on_danger_begins_when_the_gap_has_closed(trajectory: Callable[..., Trajectory]) -> None:
    found = evaluate([trajectory(line(0, 0, 0.1, 0), line(1, 0, -0.08, 0))], CONFIG)
    # 1 m at 0.18 m/s: closer than 0.22 m after 4.333 s, so at the step of 4.4 s.
    assert found.dangerous.tolist() == [True]
    assert found.danger_time[0] == pytest.approx(4.4)
    assert found.nearest_robot == ("a",)
    assert found.min_distance[0] == pytest.approx(0.008)


def test_danger_when_paths_cross_at_the_same_time(trajectory: Callable[..., Trajectory]) -> None:
    found = evaluate([trajectory(line(0, 0, 0.1, 0), line(0.5, -0.5, 0, 0.1))], CONFIG)
    # The distance is sqrt(2) |0.5 - 0.1 t|: 0.22 m at t = 3.444 s, and 0 at t = 5 s.
    assert found.danger_time[0] == pytest.approx(3.5)
    assert found.min_distance[0] == pytest.approx(0.0, abs=1e-12)


def test_no_danger_when_paths_cross_at_different_times(trajectory: Callable[..., Trajectory]) -> None:
    found = evaluate([trajectory(line(0, 0, 0.1, 0), line(0.5, -0.9, 0, 0.1))], CONFIG)
    # Smallest distance of two perpendicular paths 0.4 m out of step: 0.4 / sqrt(2).
    assert found.dangerous.tolist() == [False]
    assert np.isnan(found.danger_time[0])
    assert found.min_distance[0] == pytest.approx(0.4 / np.sqrt(2))
    assert found.exposure[0] == 0.0


def test_exactly_at_the_safety_distance_is_safe(trajectory: Callable[..., Trajectory]) -> None:
    found = evaluate([trajectory(line(0, 0, 0, 0), line(0.22, 0, 0, 0))], CONFIG)
    assert found.dangerous.tolist() == [False]


def test_the_nearest_of_several_is_named(trajectory: Callable[..., Trajectory]) -> None:
    found = evaluate([trajectory(line(0, 0, 0, 0), line(0.5, 0, 0, 0), line(0, 0.4, 0, 0))], CONFIG)
    assert found.nearest_robot == ("b",)
    assert found.min_distance[0] == pytest.approx(0.4)


def test_others_near_each_other_are_no_danger(trajectory: Callable[..., Trajectory]) -> None:
    found = evaluate([trajectory(line(0, 0, 0, 0), line(0.5, 0, 0, 0), line(0.5, 0.01, 0, 0))], CONFIG)
    assert not found.dangerous[0]


def test_alone_there_is_no_danger(trajectory: Callable[..., Trajectory]) -> None:
    found = evaluate([trajectory(line(0, 0, 0.1, 0))], CONFIG)
    assert not found.dangerous[0]
    assert np.isinf(found.min_distance[0])
    assert found.nearest_robot == ("",)


def test_what_was_not_simulated_is_said_so(trajectory: Callable[..., Trajectory]) -> None:
    found = evaluate([None, trajectory(line(0, 0, 0, 0))], CONFIG)
    assert found.simulated.tolist() == [False, True]
    assert found.dangerous.tolist() == [False, False]


def test_exposure_of_standing_still_in_danger(trajectory: Callable[..., Trajectory]) -> None:
    found = evaluate([trajectory(line(0, 0, 0, 0), line(0.12, 0, 0, 0))], CONFIG)
    # 0.1 m deep for 15 s: 0.1 m times the integral of exp(-t / 2 s); a Riemann sum of 0.1 s steps.
    assert found.exposure[0] == pytest.approx(0.1 * 2.0 * (1 - np.exp(-7.5)), rel=0.03)


def test_the_same_danger_counts_less_when_it_is_later(trajectory: Callable[..., Trajectory]) -> None:
    soon = trajectory(line(0, 0, 0, 0), line(0.5, 0.1, -0.1, 0))
    late = trajectory(line(0, 0, 0, 0), line(0.9, 0.1, -0.1, 0))
    exposure = evaluate([soon, late], CONFIG).exposure
    assert exposure[1] == pytest.approx(exposure[0] * np.exp(-4.0 / 2.0), rel=1e-6)


def test_many_at_once_say_the_same_as_one_after_the_other(trajectory: Callable[..., Trajectory]) -> None:
    crossing = trajectory(line(0, 0, 0.1, 0), line(0.5, -0.5, 0, 0.1), line(3, 0, 0, 0))
    short = trajectory(line(0, 0, 0.1, 0)[:40], line(0.5, -0.5, 0, 0.1)[:40], line(0.4, 0, 0, 0)[:40])
    pair = trajectory(line(0, 0, 0.1, 0), line(1, 0, -0.08, 0))
    together = [crossing, None, short, pair, trajectory(line(0, 0, 0, 0)), crossing]
    found = evaluate(together, CONFIG)
    for row, one in enumerate(together):
        alone = evaluate([one], CONFIG)
        assert found.nearest_robot[row] == alone.nearest_robot[0]
        for name in ("simulated", "dangerous", "danger_time", "min_distance", "exposure"):
            np.testing.assert_allclose(getattr(found, name)[row], getattr(alone, name)[0], rtol=1e-12)
