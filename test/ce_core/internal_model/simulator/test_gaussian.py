import numpy as np
import scipy.stats

from ce_core.internal_model.simulator.gaussian import EDGES, HEIGHTS, factor, normal, robot_key, step_key


def test_equally_likely_bits_are_standard_normal():
    bits = np.random.default_rng(0).integers(0, 2**32, 60_000)
    drawn = np.array([normal(int(b)) for b in bits])
    assert scipy.stats.kstest(drawn, "norm").pvalue > 0.01
    assert abs(np.var(drawn) - 1.0) < 4 * np.sqrt(2.0 / len(drawn))
    for beyond in (2.0, 3.0, 3.654):
        expected = 2 * scipy.stats.norm.sf(beyond) * len(drawn)
        assert abs(np.count_nonzero(abs(drawn) > beyond) - expected) < 4 * np.sqrt(expected)


def test_all_boxes_have_the_same_area():
    areas = EDGES[1:-1] * (HEIGHTS[2:] - HEIGHTS[1:-1])
    assert np.ptp(areas) < 1e-9 * areas[0] + 1e-11


def test_robots_steps_and_channels_draw_independently():
    def draws(key, robot, channel):
        return [factor(0.1, step_key(robot_key(key, robot), step), channel) for step in range(3000)]

    first = draws(1, 2, 4)
    for other in (draws(2, 2, 4), draws(1, 3, 4), draws(1, 2, 5), first[1:] + first[:1]):
        assert abs(np.corrcoef(first, other)[0, 1]) < 0.06


def test_a_factor_is_never_negative():
    assert min(factor(2.0, step, 1) for step in range(500)) == 0.0
