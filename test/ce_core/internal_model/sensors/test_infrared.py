import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.sensors.infrared import InfraredSensor, ray_activation

EPUCK = ROBOT_MODELS["epuck"].infrared
SENSORS = [EPUCK, InfraredSensor(0.3, 0.02, 1.2, 7), InfraredSensor(0.05, 0.01, 0.0, 1)]


def test_one_ray_follows_the_lectures_law():
    c1, c2, kappa, d = 1e-4, -0.04, 0.1, 0.02
    assert ray_activation(d, math.cos(kappa), c1, c2) == (c1 / d**2 + c2) * math.cos(kappa)
    assert ray_activation(1e-3, math.cos(kappa), c1, c2) == 1.0
    assert ray_activation(0.0, 1.0, c1, c2) == 1.0
    assert ray_activation(10.0, 1.0, c1, c2) == 0.0


def test_a_ray_along_the_axis_reads_one_at_saturation_and_nothing_at_the_reach():
    assert ray_activation(EPUCK.saturation, 1.0, EPUCK.c1, EPUCK.c2) == pytest.approx(1.0, abs=1e-12)
    assert ray_activation(EPUCK.reach, 1.0, EPUCK.c1, EPUCK.c2) == 0.0


def test_the_opening_angle_lies_between_the_outermost_rays():
    assert EPUCK.ray_angles == pytest.approx((-0.13, -0.065, 0.0, 0.065, 0.13))


@pytest.mark.parametrize("sensor", SENSORS)
@given(fraction=st.floats(0.0, 1.0))
def test_range_and_activation_are_inverse(sensor, fraction):
    nearest = sensor.range_from_activation(1.0)
    distance = nearest + fraction * (sensor.reach - nearest)
    activation = sensor.activation_from_range(distance)
    back = sensor.range_from_activation(activation)
    # Near the reach S is almost flat, so the way back through S is compared.
    assert sensor.activation_from_range(back) == pytest.approx(activation, rel=1e-9, abs=1e-12)
    assert back == pytest.approx(distance, abs=1e-7)


@pytest.mark.parametrize("sensor", SENSORS)
@given(activation=st.floats(1e-9, 1.0))
def test_activation_survives_the_way_through_metres(sensor, activation):
    distance = sensor.range_from_activation(activation)
    assert sensor.activation_from_range(distance) == pytest.approx(activation, rel=1e-6, abs=1e-9)


def test_readings_outside_of_the_law_give_its_ends():
    assert EPUCK.range_from_activation(0.0) == EPUCK.reach
    assert EPUCK.range_from_activation(-1.0) == EPUCK.reach
    assert 0.0098 < EPUCK.range_from_activation(2.0) < 0.01
    assert EPUCK.activation_from_range(0.0) == 1.0
    assert EPUCK.activation_from_range(math.inf) == 0.0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"saturation": 0.1}, "saturation = 0.1 m and reach = 0.05 m"),
        ({"reach": math.nan}, "reach = nan"),
        ({"opening": 4.0}, "opening = 4.0 rad"),
        ({"rays": 0}, "rays = 0"),
    ],
)
def test_a_wrong_law_says_what_would_be_right(change, message):
    with pytest.raises(ValueError, match=message):
        replace(EPUCK, **change)
