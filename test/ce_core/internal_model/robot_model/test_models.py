"""The robots of the papers, as the papers describe them, and that those with infrared sensors avoid."""

import math

import numpy as np
import pytest
import shapely

from ce_core.internal_model.robot_controller import Action
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator import KernelSimulator, SimRequest
from ce_core.internal_model.world_model import load_arena

WANDER = Action.parse("GoStraight(0.5);Avoidance")


def test_the_family_has_the_papers_robots():
    assert {"epuck", "khepera", "alphabot", "magellan_pro", "pedestrian"} <= set(ROBOT_MODELS)


def test_the_alphabot_drives_and_turns_as_measured_and_carries_a_lidar_at_5_hz():
    alphabot = ROBOT_MODELS["alphabot"]
    assert alphabot.max_speed == 0.098
    assert 2.0 * alphabot.max_speed / alphabot.wheel_base == pytest.approx(1.04)
    (lidar,) = alphabot.sensors
    assert (lidar.name, lidar.timing.period) == ("scan", 0.2)


def test_the_alphabots_body_is_22_by_18_centimetres_and_turns_5_centimetres_ahead_of_its_middle():
    box = shapely.Polygon(ROBOT_MODELS["alphabot"].footprint.corners())
    assert box.bounds == pytest.approx((-0.16, -0.09, 0.06, 0.09))
    turned = ROBOT_MODELS["alphabot"].footprint.corners(np.array([1.0, 2.0, math.pi / 2]))
    assert shapely.Polygon(turned).bounds == pytest.approx((0.91, 1.84, 1.09, 2.06))


def test_the_magellan_pro_has_16_sonar_16_infrared_16_tactile_sensors_and_181_beams():
    magellan = ROBOT_MODELS["magellan_pro"]
    assert {sensor.name: sensor.n_values for sensor in magellan.sensors} == {
        "laser": 181,
        "sonar": 16,
        "infrared": 16,
        "bumper": 16,
    }
    assert np.degrees(magellan.sensor("laser").angles[[0, 1, 180]]) == pytest.approx([-90, -89, 90])
    assert np.diff(np.unwrap(magellan.sensor_angles)) == pytest.approx(math.pi / 8)


def test_the_khepera_reads_8_sensors_in_20_milliseconds():
    (ring,) = ROBOT_MODELS["khepera"].sensors
    assert ring.n_places * ring.timing.duration == pytest.approx(0.02)
    assert ring.timing.in_turn


@pytest.mark.parametrize("name", ["epuck", "khepera", "magellan_pro"])
def test_avoidance_turns_away_from_the_side_that_sees_something(name):
    model = ROBOT_MODELS[name]
    for angle, left, right in zip(model.sensor_angles, model.avoid_left, model.avoid_right, strict=True):
        if math.radians(30) < abs(angle) < math.radians(80):
            assert (left - right) * angle > 0.0  # the wheel on that side runs faster
        if abs(angle) < math.radians(30):
            assert left + right < 0.0  # brakes


@pytest.mark.parametrize(
    ("name", "world", "radius"), [("khepera", "corridor", 0.0275), ("magellan_pro", "hall", 0.203)]
)
def test_a_robot_alone_goes_about_without_getting_stuck(name, world, radius):
    arena, rng = load_arena(world), np.random.default_rng(5)
    left, bottom, right, top = arena.bounds
    poses = np.column_stack((rng.uniform([left, bottom], [right, top], (200, 2)), rng.uniform(-3, 3, 200)))
    free = arena.contains(poses[:, :2]) & (arena.clearance(poses[:, :2]) > 1.5 * radius)
    requests = [
        SimRequest(world, ("a",), (name,), pose[None], np.zeros((1, 2)), (WANDER,), 60.0)
        for pose in poses[free][:40]
    ]
    paths = np.array([path.poses[0] for path in KernelSimulator().simulate(requests)])
    travelled = np.linalg.norm(np.diff(paths[..., :2], axis=1), axis=-1)
    in_five_seconds = np.lib.stride_tricks.sliding_window_view(travelled, 50, axis=1).sum(axis=-1)
    assert (in_five_seconds < 0.03).any(axis=1).mean() <= 0.05
    touching = arena.clearance(paths[..., :2].reshape(-1, 2)) < radius + 1e-6
    assert touching.mean() < 0.02
