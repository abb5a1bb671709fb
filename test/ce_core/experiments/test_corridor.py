"""Whole trials in one process."""

from __future__ import annotations

import numpy as np
import pytest

from ce_core.experiments.corridor import CorridorConfig, Run, run_once
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.internal_model.simulator.simulator import SimRequest

Pair = tuple[Run, Run]


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    """Baseline and engine on three tuning seeds."""
    simulator = KernelSimulator()
    return [(run_once(seed, "baseline"), run_once(seed, "ce", simulator=simulator)) for seed in range(3)]


def test_both_controllers_start_from_the_same_conditions_and_arrive(pairs: list[Pair]) -> None:
    for baseline, engine in pairs:
        np.testing.assert_array_equal(baseline.poses[0], engine.poses[0])
        assert baseline.scenario.actions == engine.scenario.actions
        for run in (baseline, engine):
            assert run.trial.arrived
            assert np.hypot(*(run.poses[-1, run.scenario.smart_index, :2] - run.scenario.goal)) <= 0.07
            assert run.times[-1] == pytest.approx(run.trial.run_time_s)


def test_the_engine_decides_twice_a_second_and_the_baseline_never(pairs: list[Pair]) -> None:
    for baseline, engine in pairs:
        assert len(baseline.decisions) == 0
        assert baseline.trial.simulations_per_step == 0.0
        assert len(engine.decisions) == np.ceil(engine.trial.run_time_s / 0.5)


def test_the_engine_is_safer_than_the_baseline(pairs: list[Pair]) -> None:
    assert np.mean([baseline.trial.danger_ratio_percent for baseline, _ in pairs]) > 10.0
    assert np.mean([engine.trial.danger_ratio_percent for _, engine in pairs]) < 1.0


def test_the_same_seed_gives_the_same_run() -> None:
    config = CorridorConfig(time_limit=5.0)
    one, two = run_once(3, "ce", config), run_once(3, "ce", config)
    assert one.trial == two.trial
    np.testing.assert_array_equal(one.poses, two.poses)


def test_the_world_is_the_internal_model(pairs: list[Pair]) -> None:
    """What the simulator predicts for the baseline is what happens, in the condition without a gap."""
    run = pairs[0][0]
    duration = 5.0
    predicted = KernelSimulator().simulate(
        [
            SimRequest(
                world="corridor",
                robots=run.scenario.names,
                models=("epuck",) * 6,
                poses=run.scenario.poses,
                velocities=np.zeros((6, 2)),
                actions=run.scenario.actions,
                duration=duration,
            )
        ]
    )[0]
    happened = run.poses[: predicted.poses.shape[1]].transpose(1, 0, 2)
    np.testing.assert_allclose(predicted.poses[..., :2], happened[..., :2], atol=1e-6)


@pytest.mark.parametrize("n_robots", [1, 3])
def test_any_number_of_robots(n_robots: int) -> None:
    trial = run_once(0, "ce", CorridorConfig(n_robots=n_robots, time_limit=10.0)).trial
    assert trial.distance_m > 0.5


def test_a_run_that_takes_too_long_is_ended() -> None:
    trial = run_once(0, "ce", CorridorConfig(time_limit=2.0)).trial
    assert not trial.arrived
    assert trial.run_time_s == pytest.approx(2.0)


def test_unknown_controller_lists_the_known() -> None:
    with pytest.raises(ValueError, match=r"unknown controller 'orca'.*Known: baseline, ce"):
        run_once(0, "orca")


def test_a_period_that_does_not_fit_the_control_steps_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"decision_period 0.25 s must be a multiple"):
        CorridorConfig(decision_period=0.25)
