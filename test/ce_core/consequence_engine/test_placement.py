"""Tracked poses that cannot be."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ce_core.consequence_engine.placement import placed
from ce_core.internal_model.simulator.batch import check_placement
from ce_core.internal_model.world_model import Arena, load_arena

RADIUS = 0.035
CORRIDOR = load_arena("corridor")


def test_what_can_be_stays_as_it_is() -> None:
    poses = np.array([[0.0, 0.0, 1.0], [0.5, 0.49, 2.0]])
    assert placed(poses, CORRIDOR, RADIUS) is poses


def test_a_robot_behind_a_wall_is_put_in_front_of_it() -> None:
    poses = np.array([[0.3, 0.52, 1.0], [1.2, 0.1, 0.0]])
    found = placed(poses, CORRIDOR, RADIUS)
    np.testing.assert_allclose(found, [[0.3, 0.465, 1.0], [1.065, 0.1, 0.0]])
    np.testing.assert_array_equal(poses[0], [0.3, 0.52, 1.0])


def test_a_robot_inside_a_round_obstacle_is_put_beside_it() -> None:
    arena = Arena("with a column", CORRIDOR.segments, np.array([[0.0, 0.0, 0.1]]))
    found = placed(np.array([[0.05, 0.0, 0.0]]), arena, RADIUS)
    np.testing.assert_allclose(np.hypot(*found[0, :2]), 0.135, atol=1e-3)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(st.floats(-1.16, 1.16), st.floats(-0.56, 0.56), st.floats(-4.0, 4.0)),
        min_size=1,
        max_size=4,
    )
)
def test_the_simulator_takes_what_was_placed(poses: list[tuple[float, float, float]]) -> None:
    found = placed(np.array(poses), CORRIDOR, RADIUS)
    names = [str(i) for i in range(len(poses))]
    check_placement(names, found, np.full(len(poses), RADIUS), CORRIDOR, "test")
