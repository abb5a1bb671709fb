import numpy as np
import pytest
import scipy.stats

from ce_core.internal_model.simulator import WorldNoise
from ce_core.internal_model.simulator.noise import gaussian, mix, relative_error, seed_key


def test_draws_are_standard_normal():
    draws = np.array([gaussian(seed_key(3), robot, step, 1) for robot in range(6) for step in range(2000)])
    assert scipy.stats.kstest(draws, "norm").pvalue > 0.01


def test_neighbouring_keys_robots_steps_and_channels_are_independent():
    keys = [(1, 2, 3, 4), (2, 2, 3, 4), (1, 3, 3, 4), (1, 2, 3, 5)]
    for a in keys[1:]:
        pairs = [
            (gaussian(1, 2, step, 4), gaussian(a[0], a[1], step + a[2] - 3, a[3])) for step in range(3000)
        ]
        assert abs(np.corrcoef(np.array(pairs).T)[0, 1]) < 0.06
    steps = np.array([gaussian(1, 2, step, 4) for step in range(3000)])
    assert abs(np.corrcoef(steps[1:], steps[:-1])[0, 1]) < 0.06


def test_seeds_below_two_to_the_32_stay_different_and_high_bits_count():
    assert len({seed_key(seed) for seed in range(10_000)}) == 10_000
    assert seed_key(5) != seed_key(5 + 2**32)
    assert 0 <= seed_key(2**64 - 1) < 2**32
    assert len({mix(h) for h in range(10_000)}) == 10_000


def test_seeds_stay_different_in_a_scenario_and_scenarios_of_a_seed_too():
    keys = {seed_key(seed, scenario) for seed in range(50) for scenario in range(50)}
    assert len(keys) == 2500
    assert all(0 <= key < 2**32 for key in keys)
    assert seed_key(7, 0) == seed_key(7)


def test_no_noise_is_exactly_one():
    assert relative_error(0.0, 1, 2, 3, 4) == 1.0


@pytest.mark.parametrize("value", [-0.1, float("nan"), float("inf")])
def test_wrong_noise_says_which(value):
    with pytest.raises(ValueError, match="noise: motor_bias = "):
        WorldNoise(motor_bias=value)
