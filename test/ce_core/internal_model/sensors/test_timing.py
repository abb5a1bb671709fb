import math
from itertools import pairwise

import pytest

from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.sensors import LaserRangeFinder, Mount, Sonar, Timing, timing_problems

KHEPERA = Timing(period=0.02, duration=0.0025, in_turn=True)


def read_in(timing, step, time_step, places=8):
    return [place for place in range(places) if timing.readable(place, step, time_step)]


def test_without_a_period_everything_is_read_in_every_step():
    assert all(read_in(Timing(), step, 0.01) == list(range(8)) for step in range(20))


def test_a_khepera_reads_one_sensor_after_the_other():
    # lecture, Event timing: 8 x 2.5 ms = 20 ms
    assert [read_in(KHEPERA, step, 0.0025) for step in range(9)] == [
        [0],
        [1],
        [2],
        [3],
        [4],
        [5],
        [6],
        [7],
        [0],
    ]
    assert [read_in(KHEPERA, step, 0.01) for step in range(4)] == [[0, 1, 2, 3], [4, 5, 6, 7]] * 2
    assert read_in(KHEPERA, 5, 0.02) == list(range(8))
    assert read_in(KHEPERA, 5, 0.1) == list(range(8))


@pytest.mark.parametrize(
    ("period", "time_step"), [(0.25, 0.1), (0.2, 0.02), (1 / 15, 0.01), (0.3, 0.1), (0.07, 0.05)]
)
def test_a_period_is_kept_on_average_and_the_first_step_reads(period, time_step):
    timing = Timing(period=period)
    steps = [step for step in range(2000) if timing.readable(0, step, time_step)]
    assert steps[0] == 0
    assert len(steps) == pytest.approx(2000 * time_step / max(period, time_step), abs=1.5)
    assert max(b - a for a, b in pairwise(steps)) <= math.ceil(period / time_step - 1e-9)


def test_whether_nothing_need_be_kept():
    assert Timing().reads_every_step(8, 0.001)
    assert KHEPERA.reads_every_step(8, 0.02)
    assert not KHEPERA.reads_every_step(8, 0.01)
    assert not Timing(period=0.2).reads_every_step(1, 0.1)


def test_a_step_shorter_than_one_reading_is_reported():
    khepera = ROBOT_MODELS["khepera"]
    assert timing_problems(khepera.sensors, 0.02) == []
    assert timing_problems(khepera.sensors, 0.0025) == []
    (problem,) = timing_problems(khepera.sensors, 0.001)
    assert problem.startswith("sensor 'ps' needs 2.5 ms in a step of 1 ms")


def test_reading_all_eight_in_every_short_step_is_reported():
    sonar = Sonar((Mount(),) * 8, 2.0, 0.1, 0.1, timing=Timing(duration=0.0025, in_turn=True))
    assert timing_problems([sonar], 0.02) == []
    (problem,) = timing_problems([sonar], 0.01)
    assert "needs 20 ms in a step of 10 ms" in problem


def test_sensors_that_only_together_take_too_long_are_reported():
    sonar = Sonar((Mount(),), 2.0, 0.1, 0.1, timing=Timing(duration=0.03))
    laser = LaserRangeFinder(9, 1.0, 5.0, timing=Timing(period=0.1, duration=0.03))
    assert timing_problems([sonar, laser], 0.06) == []
    (problem,) = timing_problems([sonar, laser], 0.05)
    assert "sonar, laser together need 60 ms in a step of 50 ms" in problem


@pytest.mark.parametrize("field", ["period", "duration"])
def test_a_negative_time_is_refused(field):
    with pytest.raises(ValueError, match=f"{field} = -1"):
        Timing(**{field: -1.0})
