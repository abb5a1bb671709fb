import numpy as np
import pytest

from ce_core.family import UnknownNameError
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.sensors import LaserRangeFinder, Multiplicative, Timing, View
from ce_core.internal_model.sensors.suite import SensorSuite

STEP = 0.1
LASER = LaserRangeFinder(1, 0.0, 5.0, timing=Timing(period=0.25), name="slow")
QUICK = LaserRangeFinder(1, 0.0, 5.0, name="quick")


def look_at(distance):
    """A wall straight ahead of every robot."""
    view = View(np.array([[distance, -1.0, distance, 1.0]]), np.empty((0, 3)))
    return lambda robot: (np.zeros(3), view)


def run(suite, steps):
    """A wall that comes nearer by 1 cm in every step; what the first robot's lasers say."""
    said = []
    for step in range(steps):
        suite.update(step, look_at(2.0 - 0.01 * step))
        said.append([suite.value(0, name, step, look_at(2.0 - 0.01 * step))[0] for name in ("slow", "quick")])
    return np.array(said)


def test_between_readings_the_last_value_stands():
    slow, quick = run(SensorSuite([(LASER, QUICK)], 1, STEP), 8).T
    assert quick == pytest.approx(2.0 - 0.01 * np.arange(8))
    # read at 0, 0.25, 0.5, 0.75 s: in steps 0, 2, 5, 7
    assert slow == pytest.approx(2.0 - 0.01 * np.array([0, 0, 2, 2, 2, 5, 5, 7]))


def test_sensors_read_in_turn_are_renewed_one_by_one():
    (ring,) = ROBOT_MODELS["khepera"].sensors
    suite = SensorSuite([(ring,)], 1, 0.0025)
    near = lambda robot: (np.zeros(3), View(np.empty((0, 4)), np.array([[0.0, 0.0, 0.04]])))  # noqa: E731
    suite.update(0, look_at(5.0))
    values = []
    for step in range(1, 9):
        suite.update(step, near)
        values.append(suite.value(0, "ps", step, near) > 0.0)
    assert [np.flatnonzero(v).tolist() for v in values[:3]] == [[1], [1, 2], [1, 2, 3]]
    assert values[-1].all()


def test_noise_belongs_to_the_reading_not_to_the_asking():
    noisy = LaserRangeFinder(1, 0.0, 5.0, noise=Multiplicative(0.1), timing=Timing(period=0.5), name="slow")
    suite = SensorSuite([(noisy, QUICK), (noisy,)], 1, STEP)
    slow = run(suite, 6)[:, 0]
    assert len(set(slow[:5])) == 1
    assert slow[5] != slow[0]
    assert suite.value(1, "slow", 5, look_at(2.0)) != slow[5]  # another robot, another error


def test_unknown_sensors_and_robots_are_named():
    suite = SensorSuite([(LASER,)], 1, STEP)
    with pytest.raises(UnknownNameError, match=r"'slwo'; did you mean 'slow'\?"):
        suite.value(0, "slwo", 0, look_at(1.0))
    with pytest.raises(ValueError, match="robot = 3; expected 0 to 0"):
        suite.value(3, "slow", 0, look_at(1.0))


def test_a_restored_suite_goes_on_as_the_first_did():
    first, second = SensorSuite([(LASER, QUICK)], 1, STEP), SensorSuite([(LASER, QUICK)], 1, STEP)
    run(first, 4)
    second.restore(first.snapshot())
    first.update(4, look_at(9.0))
    second.update(4, look_at(9.0))  # not due: the value of step 2 stands in both
    assert first.value(0, "slow", 4, look_at(9.0)) == second.value(0, "slow", 4, look_at(9.0)) == [1.98]
