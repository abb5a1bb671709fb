"""Danger against safety distance."""

from __future__ import annotations

import pytest

from ce_core.experiments.safety_distance import DistanceTrial, Job, run_trial, safety_distance_results


def rows(controller: str, danger: dict[float, tuple[float, ...]]) -> list[DistanceTrial]:
    return [
        DistanceTrial(seed, "sim", controller, distance, value, value == 0.0, True, 20.0, 0.2)
        for distance, values in danger.items()
        for seed, value in enumerate(values)
    ]


def test_a_line_and_a_threshold_are_told_apart() -> None:
    line = rows("baseline", {0.1: (10.0, 12.0), 0.2: (20.0, 22.0), 0.3: (30.0, 32.0)})
    step = rows("ce", {0.1: (0.0, 0.0), 0.2: (0.0, 0.5), 0.3: (40.0, 60.0)})
    content = safety_distance_results(0, [*line, *step])
    assert content["shape"]["sim"]["baseline"]["linear_r_squared"] == pytest.approx(1.0)
    assert content["shape"]["sim"]["ce"]["linear_r_squared"] < 0.9
    assert content["shape"]["sim"]["ce"]["threshold_m"] == 0.2
    assert content["shape"]["sim"]["baseline"]["threshold_m"] is None
    assert content["curve"]["sim"]["ce"][2] == {
        "safety_distance_m": 0.3,
        "mean": 50.0,
        "sd": pytest.approx(14.142, abs=1e-3),
        "n": 2,
    }
    assert content["tests"]["sim"]["0.1"]["t"] == pytest.approx(11.0)


def test_a_larger_distance_is_more_danger_on_the_same_run() -> None:
    near = run_trial(Job(3, "sim", "baseline", 0.15))
    far = run_trial(Job(3, "sim", "baseline", 0.35))
    assert near.min_distance_m == far.min_distance_m
    assert near.danger_ratio_percent < far.danger_ratio_percent
