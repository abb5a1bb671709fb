import math
from dataclasses import replace

import numpy as np
import pytest
import shapely

from ce_core.internal_model.sensors import (
    NO_READING,
    Draws,
    Exact,
    LaserRangeFinder,
    Mount,
    Multiplicative,
    View,
    beam_angles,
    laser_scan,
    read,
)
from ce_core.internal_model.world_model import load_arena

CORRIDOR = load_arena("corridor").segments
NOBODY = np.empty((0, 3))


def test_beams_along_the_axes_read_the_distances_to_the_walls():
    scan = laser_scan(np.array([0.1, 0.2, 0.0]), 4, 5.0, CORRIDOR, NOBODY)
    assert scan == pytest.approx([1.2, 0.7, 1.0, 0.3])  # behind, right, ahead, left


def test_the_scan_turns_with_the_robot():
    scan = laser_scan(np.array([0.1, 0.2, math.pi / 2]), 4, 5.0, CORRIDOR, NOBODY)
    assert scan == pytest.approx([0.7, 1.0, 0.3, 1.2])


def test_nothing_in_range_reads_minus_one_and_a_robot_its_edge():
    scan = laser_scan(np.array([0.0, 0.0, 0.0]), 4, 0.4, CORRIDOR, np.array([[0.3, 0.0, 0.035]]))
    assert scan == pytest.approx([-1.0, -1.0, 0.265, -1.0])


def test_angles_cover_the_circle_once():
    angles = beam_angles(360)
    assert angles[0] == -math.pi
    assert np.allclose(np.diff(angles), math.tau / 360)


@pytest.mark.parametrize(("n_beams", "max_range"), [(0, 1.0), (4, 0.0), (4, math.inf)])
def test_a_wrong_laser_is_refused(n_beams, max_range):
    with pytest.raises(ValueError, match="n_beams = "):
        laser_scan(np.zeros(3), n_beams, max_range, CORRIDOR, NOBODY)


DRAWS = Draws(1, 0, 0, 1024)
VIEW = View(CORRIDOR, NOBODY)


def test_a_half_circle_of_181_beams_has_one_a_degree_and_looks_ahead():
    laser = LaserRangeFinder(181, math.pi, 8.0)
    assert np.degrees(laser.angles) == pytest.approx(np.arange(-90, 91))
    scan = read(laser, np.array([0.1, 0.2, 0.0]), VIEW, DRAWS)
    assert scan[[0, 90, 180]] == pytest.approx([0.7, 1.0, 0.3])  # right, ahead, left


def test_all_around_is_the_same_as_the_plain_scan():
    pose = np.array([0.3, -0.1, 0.7])
    laser = LaserRangeFinder(90, math.tau, 0.6)
    assert read(laser, pose, VIEW, DRAWS) == pytest.approx(laser_scan(pose, 90, 0.6, CORRIDOR, NOBODY))


def test_a_laser_may_be_mounted_anywhere():
    behind = LaserRangeFinder(3, 1.0, 5.0, mount=Mount(-0.1, 0.05, math.pi))
    assert read(behind, np.zeros(3), VIEW, DRAWS)[1] == pytest.approx(1.0)
    turned = read(behind, np.array([0.0, 0.0, math.pi / 2]), VIEW, DRAWS)
    assert turned[1] == pytest.approx(0.4)  # the mount is now at (-0.05, -0.1), looking at -y


def test_every_beam_agrees_with_shapely():
    laser = LaserRangeFinder(181, 4.0, 0.7, mount=Mount(0.03, -0.02, 0.4))
    circles = np.array([[0.5, 0.1, 0.1], [-0.4, -0.3, 0.05]])
    things = shapely.union_all(
        [shapely.LineString(wall.reshape(2, 2)) for wall in CORRIDOR]
        + [shapely.Point(x, y).buffer(r, quad_segs=3000).boundary for x, y, r in circles]
    )
    pose = np.array([0.1, 0.05, -0.8])
    scan = read(laser, pose, View(CORRIDOR, circles), DRAWS)
    cos, sin = math.cos(pose[2]), math.sin(pose[2])
    start = np.array([pose[0] + cos * 0.03 + sin * 0.02, pose[1] + sin * 0.03 - cos * 0.02])
    for angle, value in zip(laser.angles, scan, strict=True):
        aim = pose[2] + 0.4 + angle
        beam = shapely.LineString([start, start + 0.7 * np.array([math.cos(aim), math.sin(aim)])])
        meeting = beam.intersection(things)
        expected = -1.0 if meeting.is_empty else shapely.Point(start).distance(meeting)
        assert value == pytest.approx(expected, abs=1e-5)
    assert (scan == NO_READING).any()
    assert (scan != NO_READING).any()


def test_noise_moves_readings_but_makes_none_where_nothing_is():
    laser = LaserRangeFinder(360, math.tau, 1.0, noise=Multiplicative(0.02))
    exact = read(replace(laser, noise=Exact()), np.zeros(3), VIEW, DRAWS)
    noisy = read(laser, np.zeros(3), VIEW, DRAWS)
    assert (noisy[exact == NO_READING] == NO_READING).all()
    seen = (exact != NO_READING) & (noisy != NO_READING)
    assert np.std(noisy[seen] / exact[seen]) == pytest.approx(0.02, rel=0.15)
    assert noisy.max() <= 1.0


def test_beams_drop_out_with_the_stated_probability():
    laser = LaserRangeFinder(10_000, math.tau, 5.0, dropout=0.05)
    scan = read(laser, np.zeros(3), VIEW, DRAWS)
    assert (scan == NO_READING).mean() == pytest.approx(0.05, abs=0.01)


@pytest.mark.parametrize(
    ("field", "value"), [("n_beams", 0), ("field_of_view", 7.0), ("max_range", -1.0), ("dropout", 2.0)]
)
def test_a_wrong_range_finder_names_the_field(field, value):
    with pytest.raises(ValueError, match=f"laser 'laser': .*{field} = "):
        replace(LaserRangeFinder(10, 1.0, 2.0), **{field: value})
