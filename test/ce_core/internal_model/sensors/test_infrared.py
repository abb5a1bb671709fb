import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.sensors import Draws, MeasuredTable, Multiplicative, View, read
from ce_core.internal_model.sensors.infrared import InfraredSensor, ray_activation
from ce_core.internal_model.simulator import RunningWorld
from ce_core.internal_model.world_model import load_arena

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


(RING,) = ROBOT_MODELS["epuck"].sensors
WALL = View(np.array([[0.055, -1.0, 0.055, 1.0]]), np.empty((0, 3)))  # 2 cm from the edge
DRAWS = Draws(1, 0, 0, 1024)


def test_the_ring_reads_what_the_running_world_reads():
    rng = np.random.default_rng(0)
    arena = load_arena("corridor")
    for _ in range(50):
        poses = np.column_stack((rng.uniform([0.95, 0.3], [1.06, 0.46], (1, 2)), rng.uniform(-3, 3, 1)))
        poses = np.vstack((poses, poses + np.array([0.0, -0.09, 1.0])))
        world = RunningWorld(arena, [ROBOT_MODELS["epuck"]] * 2, poses)
        view = View(arena.segments, np.array([[*poses[1, :2], 0.035]]))
        assert read(RING, poses[0], view, DRAWS) == pytest.approx(world.infrared()[0], abs=1e-12)


def test_the_front_sensor_that_looks_straight_at_a_wall_reads_its_law():
    pose = np.array([0.0, 0.0, -RING.angles[7]])
    assert read(RING, pose, WALL, DRAWS)[7] == pytest.approx(EPUCK.activation_from_range(0.02))


def test_own_noise_keeps_a_reading_between_nothing_and_touching():
    noisy = replace(RING, noise=Multiplicative(2.0))
    readings = np.array([read(noisy, np.zeros(3), WALL, DRAWS._replace(step=k)) for k in range(500)])
    assert readings.min() == 0.0
    assert readings.max() == 1.0
    assert not readings[:, [2, 3, 4, 5]].any()  # those that see nothing


def test_a_measured_table_takes_the_place_of_the_law():
    measured = replace(RING, noise=MeasuredTable((0.01, 0.03), ((0.9, 0.9), (0.5, 0.5))))
    pose = np.array([0.0, 0.0, -RING.angles[7]])
    assert read(measured, pose, WALL, DRAWS)[7] == pytest.approx(0.7)  # half way, by its nearest ray


@pytest.mark.parametrize(("field", "value"), [("angles", ()), ("radius", -0.1)])
def test_a_wrong_ring_names_the_field(field, value):
    with pytest.raises(ValueError, match=f"infrared ring 'ps': {field} = "):
        replace(RING, **{field: value})
