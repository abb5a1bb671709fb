import numpy as np
import pytest
from scipy import stats

from ce_core.internal_model.draw import seed_key
from ce_core.internal_model.sensors.draws import Draws


def test_draws_are_normal_and_uniform():
    draws = Draws(seed_key(1), 0, 0, 1024)
    assert stats.kstest(draws.gaussian(20_000), "norm").pvalue > 0.01
    assert stats.kstest(draws.uniform(20_000, 1), "uniform").pvalue > 0.01


def test_the_same_reading_draws_the_same_and_any_other_reading_differs():
    first = Draws(seed_key(1), 2, 3, 1024)
    assert np.array_equal(first.gaussian(8), Draws(seed_key(1), 2, 3, 1024).gaussian(8))
    others = [
        first._replace(key=seed_key(2)),
        first._replace(robot=3),
        first._replace(step=4),
        first._replace(first_channel=2048),
    ]
    for other in others:
        assert not np.isclose(first.gaussian(8), other.gaussian(8)).any()


def test_sets_steps_robots_and_seeds_are_independent():
    n = 20_000
    columns = [
        Draws(seed_key(s), r, t, 1024).gaussian(n) for s, r, t in [(1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1)]
    ]
    columns.append(Draws(seed_key(1), 0, 0, 1024).gaussian(n, 1))
    assert abs(np.corrcoef(columns) - np.eye(5)).max() < 5 / np.sqrt(n)


def test_a_value_does_not_depend_on_how_many_are_drawn_with_it_in_the_first_set():
    draws = Draws(seed_key(9), 0, 5, 1024)
    assert draws.uniform(100)[:8] == pytest.approx(draws.uniform(8))
