import math

import numpy as np
import pytest

from ce_core.internal_model.sensors.tracker import Tracker, TrackerConfig

STEP = 0.02


def moving(time):
    """Two robots, one of them with 0.1 m/s along x."""
    return np.array([[0.1 * time, 0.2, 0.3], [-1.0, 0.0, 0.0]])


def watch(tracker, seconds, step=STEP):
    """Show the tracker a moving world; return the times of the frames it gives in every step."""
    given = []
    for k in range(round(seconds / step) + 1):
        tracker.observe(k * step, moving(k * step))
        given.append(tracker.latest(k * step).time)
    return given


def test_by_default_the_newest_frame_is_exact_and_at_most_one_period_old():
    tracker = Tracker()
    given = watch(tracker, 2.0)
    ages = np.arange(len(given)) * STEP - given
    assert ages.min() == pytest.approx(0.0, abs=1e-12)
    assert ages.max() < 1 / 15 + STEP
    assert np.array_equal(tracker.latest(2.0).poses, moving(tracker.latest(2.0).time))


def test_fifteen_frames_arrive_in_a_second():
    given = watch(Tracker(TrackerConfig(rate=15.0)), 10.0, step=0.001)
    assert len(set(given)) == 151
    assert np.allclose(sorted(set(given)), np.arange(151) / 15, atol=0.001 + 1e-9)


def test_a_world_that_steps_more_slowly_than_the_rate_is_seen_in_every_step():
    assert watch(Tracker(TrackerConfig(rate=15.0)), 3.0, step=0.1) == pytest.approx(np.arange(31) * 0.1)


def test_a_frame_arrives_after_the_latency_and_stays_until_the_next():
    tracker = Tracker(TrackerConfig(rate=10.0, latency=0.15))
    for k in range(100):
        tracker.observe(k * 0.01, moving(k * 0.01))
    assert tracker.latest(0.92).time == pytest.approx(0.7)
    assert tracker.latest(0.95).time == pytest.approx(0.8)
    assert tracker.latest(0.99).time == pytest.approx(0.8)


def test_before_the_first_frame_arrives_the_first_is_what_is_known():
    tracker = Tracker(TrackerConfig(latency=1.0))
    tracker.observe(0.0, moving(0.0))
    assert np.array_equal(tracker.latest(0.0).poses, moving(0.0))


def test_noise_has_the_stated_deviation_and_is_a_function_of_the_seed():
    config = TrackerConfig(rate=50.0, position_sd=0.004, heading_sd=0.02)
    poses = np.zeros((40, 3))
    runs = []
    for seed in (1, 1, 2):
        tracker = Tracker(config, seed)
        seen = []
        for k in range(100):
            tracker.observe(k * 0.02, poses)
            seen.append(tracker.latest(k * 0.02).poses)
        runs.append(np.array(seen))
    assert np.array_equal(runs[0], runs[1])
    assert not np.array_equal(runs[0], runs[2])
    assert runs[0].std(axis=(0, 1)) == pytest.approx([0.004, 0.004, 0.02], rel=0.05)
    assert abs(runs[0].mean(axis=(0, 1)) / [0.004, 0.004, 0.02]).max() < 0.05
    assert abs(np.corrcoef(runs[0].reshape(-1, 3).T) - np.eye(3)).max() < 0.05


def test_a_turned_and_shifted_frame():
    tracker = Tracker(TrackerConfig(rotation=math.radians(3.0), offset_x=0.01, offset_y=-0.02))
    tracker.observe(0.0, np.array([[1.0, 0.0, 0.5]]))
    expected = [math.cos(math.radians(3)) + 0.01, math.sin(math.radians(3)) - 0.02, 0.5 + math.radians(3)]
    assert tracker.latest(0.0).poses[0] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("options", "message"),
    [({"rate": 0.0}, "rate = 0.0"), ({"latency": -0.1}, "latency = -0.1"), ({"rotation": math.nan}, "nan")],
)
def test_a_wrong_config_names_field_and_value(options, message):
    with pytest.raises(ValueError, match=message):
        TrackerConfig(**options)


def test_wrong_observations_are_refused():
    tracker = Tracker()
    with pytest.raises(ValueError, match="nothing was observed"):
        tracker.latest(0.0)
    tracker.observe(1.0, moving(1.0))
    with pytest.raises(ValueError, match="time that goes on"):
        tracker.observe(0.5, moving(0.5))
    with pytest.raises(ValueError, match="expected finite x, y, theta"):
        tracker.observe(2.0, np.array([[math.nan, 0.0, 0.0]]))
