import math

import numpy as np
import pytest

from ce_core.internal_model.sensors import beam_angles, laser_scan
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
