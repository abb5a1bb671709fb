import math
from dataclasses import replace

import numpy as np
import pytest

from ce_core.internal_model.sensors import Bumper, Draws, View, read, spread

BUMPER = Bumper(spread(16), radius=0.2, width=math.pi / 8)
DRAWS = Draws(1, 0, 0, 1024)


def pressed(pose, segments=(), circles=()):
    view = View(np.array(segments, dtype=float).reshape(-1, 4), np.array(circles, dtype=float).reshape(-1, 3))
    return np.flatnonzero(read(BUMPER, np.array(pose), view, DRAWS)).tolist()


def test_a_wall_that_the_robot_touches_presses_the_part_towards_it():
    wall = [[0.2, -1.0, 0.2, 1.0]]
    assert pressed((0.0, 0.0, 0.0), wall) == [0]
    assert pressed((0.0, 0.0, math.pi / 2), wall) == [12]  # now on its right
    assert pressed((-0.003, 0.0, 0.0), wall) == []


def test_every_direction_of_contact_is_felt():
    for angle in np.linspace(-math.pi, math.pi, 500):
        other = [0.3 * math.cos(angle), 0.3 * math.sin(angle), 0.1]
        parts = pressed((0.0, 0.0, 0.0), circles=[other])
        assert parts
        gaps = [abs(math.remainder(angle - BUMPER.angles[part], math.tau)) for part in parts]
        assert min(gaps) <= math.pi / 16 + 1e-9


@pytest.mark.parametrize(
    ("field", "value"), [("angles", ()), ("radius", 0.0), ("travel", -1.0), ("rays_per_part", 0)]
)
def test_a_wrong_bumper_names_the_field(field, value):
    with pytest.raises(ValueError, match=f"{field} = "):
        replace(BUMPER, **{field: value})
