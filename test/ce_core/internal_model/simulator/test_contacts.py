import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.robot_model.model_table import model_table
from ce_core.internal_model.simulator.contacts import settle
from ce_core.internal_model.simulator.neighbours import meet_the_neighbours, neighbour_space, sight_of
from ce_core.internal_model.simulator.scene import one_room
from ce_core.internal_model.world_model import load_arena

EPUCK = ROBOT_MODELS["epuck"]
TABLE = model_table([EPUCK])
CORRIDOR = load_arena("corridor").segments
R = EPUCK.radius
NO_CIRCLES = np.empty((0, 3))


def scene(*places, walls=CORRIDOR, circles=NO_CIRCLES):
    poses = np.array([(x, y, 0.0) for x, y in places])
    return one_room(poses, np.zeros(len(poses)), walls, circles)


def separate(s):
    near = neighbour_space(TABLE, sight_of(TABLE), s)
    meet_the_neighbours(s, TABLE, near, 0)
    return settle(s, TABLE, near, 0, 0.0)


def test_two_robots_are_moved_apart_by_half_each():
    s = scene((0.0, 0.0), (0.06, 0.0))
    assert separate(s) == 1
    assert s.x == pytest.approx([-0.005, 0.065])
    assert s.y == pytest.approx([0.0, 0.0])


def test_robots_on_the_same_spot_part():
    s = scene((0.0, 0.0), (0.0, 0.0))
    separate(s)
    assert abs(s.x[0] - s.x[1]) == pytest.approx(2 * R)


def test_a_wall_gives_back_only_what_is_across_it():
    s = scene((0.3, 0.48))
    assert separate(s) == 1
    assert (s.x[0], s.y[0]) == pytest.approx((0.3, 0.5 - R))


def test_a_corner_holds_in_both_directions():
    s = scene((1.09, -0.49))
    assert separate(s) == 2
    assert (s.x[0], s.y[0]) == pytest.approx((1.1 - R, -0.5 + R))


def test_the_end_of_a_wall_is_round():
    spike = np.array([[0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 1.0, -1.0], [1.0, -1.0, 0.0, 0.0]])
    s = scene((-0.01, 0.02), walls=spike)
    separate(s)
    assert np.hypot(s.x[0], s.y[0]) == pytest.approx(R)


def test_a_round_obstacle_gives_back_what_is_towards_its_centre():
    s = scene((0.3, 0.1), (-0.5, 0.0), circles=np.array([[0.3, 0.0, 0.08]]))
    assert separate(s) == 1
    assert s.x == pytest.approx([0.3, -0.5])
    assert s.y == pytest.approx([0.08 + R, 0.0])


def test_robots_that_only_touch_are_left_alone():
    s = scene((0.0, 0.0), (2 * R, 0.0), (1.1 - R, 0.0))
    assert separate(s) == 0


@given(
    places=st.lists(
        st.tuples(st.floats(-1.08, 1.08), st.floats(-0.48, 0.48)), min_size=1, max_size=8, unique=True
    )
)
def test_nobody_is_ever_left_in_a_wall(places):
    s = scene(*places)
    separate(s)
    assert (abs(s.x) <= 1.1 - R + 1e-8).all()
    assert (abs(s.y) <= 0.5 - R + 1e-8).all()
