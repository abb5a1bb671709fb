"""The sensor that looks down."""

import math

import numpy as np
import pytest

from ce_core.lego.world.playground import HALF_CARDBOARD, HALF_WHITE, UNIT
from ce_core.lego.world.robot import REFLECTION_DOWN
from ce_core.lego.world.sensors.reflection_down import reflection_down


@pytest.mark.parametrize("heading", [0.0, 90.0, 180.0, 270.0])
def test_white_cardboard_and_beyond(heading):
    axis = 0 if heading in (0.0, 180.0) else 1
    ahead = np.array([math.cos(math.radians(heading)), math.sin(math.radians(heading))])

    def reading(distance, preset):
        x, y = ahead * (distance - REFLECTION_DOWN[0])
        return reflection_down(np.array([x, y, math.radians(heading)]), preset)

    for edge, inside, outside in ((HALF_WHITE[axis], 47, 36), (HALF_CARDBOARD[axis], 36, 16)):
        for preset, reach in ((0, 0.032 * UNIT), (1, 0.0)):
            assert reading(edge + reach - 1e-6, preset) == inside
            assert reading(edge + reach + 1e-6, preset) == outside
