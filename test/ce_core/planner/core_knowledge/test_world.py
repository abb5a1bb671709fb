"""World building: rounding, one of each, order."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ce_core.kernels.explorer import build_world


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(*[st.floats(-1.5, 1.5, width=32)] * 2), max_size=60))
def test_world_is_what_numpy_makes_of_the_points(points: list[tuple[float, float]]) -> None:
    found = np.array(points, dtype=np.float64).reshape(-1, 2)
    kept = found[np.sqrt((found**2).sum(axis=1)) < 1.1]
    cells = np.unique(np.copysign(np.floor(np.abs(kept) / 0.01 + 0.5 + 1e-9), kept).astype(int), axis=0)
    world = build_world(found, 1.1, 0.01)
    assert sorted(zip(np.round(world.x / 0.01), np.round(world.y / 0.01), strict=True)) == [
        tuple(c) for c in cells
    ]
    bearing = np.arctan2(world.y, world.x)
    assert (np.diff(bearing) >= 0.0).all()


def test_the_same_centimetre_is_there_once() -> None:
    world = build_world(np.array([[0.501, 0.1], [0.499, 0.104], [0.5, 0.1], [0.51, 0.1]]), 1.0, 0.01)
    assert world.x.tolist() == [0.51, 0.5]


def test_what_is_not_finite_or_too_far_is_left_out() -> None:
    points = np.array([[math.nan, 0.0], [0.0, math.inf], [1.1, 0.0], [0.0, 0.0]])
    assert build_world(points, 1.1, 0.01).x.tolist() == [0.0]
