"""A trial as it is heard: what counts is when it was, not when or in which order it arrived."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ce_core.experiments.corridor import Job
from ce_core.experiments.run_record import RunRecord

JOB = Job(10000, "sim", "ce")


def record() -> RunRecord:
    return RunRecord(JOB, "smart", ("h",), (1.0, 0.0), started=10.0)


def decision(simulations: int) -> SimpleNamespace:
    return SimpleNamespace(simulations=simulations, all_dangerous=False, candidates=())


def cross(run: RunRecord) -> None:
    for k in range(-20, 150):
        run.add_positions(10.0 + k / 15, {"smart": (0.1 * k / 15, 0.0), "h": (0.5, 0.1)})


def test_a_straight_crossing_is_scored_from_its_start_to_the_goal() -> None:
    run = record()
    cross(run)
    trial = run.trial()
    assert trial.arrived
    assert trial.run_time_s == pytest.approx(9.333, abs=0.07)
    assert trial.distance_m == pytest.approx(0.933, abs=0.007)
    assert trial.min_distance_m == pytest.approx(0.1, abs=1e-3)
    # inside 0.22 m of (0.5, 0.1) while |x - 0.5| < sqrt(0.22^2 - 0.1^2) = 0.196 m
    assert trial.danger_ratio_percent == pytest.approx(100 * 0.392 / 0.933, abs=1.5)
    assert run.score.run_time == trial.run_time_s
    assert 100 * run.score.danger_ratio == pytest.approx(trial.danger_ratio_percent)


def test_decisions_count_by_their_stamps_also_if_they_arrive_late() -> None:
    run = record()
    run.add_decision(9.9, decision(1000))
    run.add_decision(10.0, decision(10))
    cross(run)
    run.add_decision(15.0, decision(20))  # late
    run.add_decision(25.0, decision(1000))  # after the arrival
    assert run.trial().simulations_per_step == 15.0


def test_a_robot_that_is_not_seen_is_where_it_was() -> None:
    run = record()
    run.add_positions(9.0, {"h": (0.5, 0.5)})
    run.add_positions(10.1, {"smart": (0.0, 0.0)})
    run.add_positions(10.2, {"smart": (0.1, 0.0), "stranger": (0.1, 0.0)})
    assert run.positions[-1] == [(0.1, 0.0), (0.5, 0.5)]
    run.add_positions(10.2, {"smart": (0.9, 0.0)})  # the same instant again
    assert len(run.times) == 2
