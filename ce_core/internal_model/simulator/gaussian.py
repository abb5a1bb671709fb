"""The noise of single steps: N(0, 1) out of 32 random bits, by the ziggurat of Marsaglia and Tsang (2000).

The area under the bell is covered by 256 boxes of equal area. Eight bits choose a box, the others a place in
it; in 98.5 % of the cases that place is under the bell and is the answer. Exact in distribution but for the
24 bits that a place has. Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.draw import LOW_32, mix

LAYERS = 256

_TAIL = 3.654152885361009
"""Where the lowest box ends and the tail begins: makes the areas of 256 boxes equal."""
_AREA = 4.92867323399e-3
_PLACES = 8388608.0
"""2^23 places on each side of 0."""


def _edges() -> NDArray[np.float64]:
    """Return the right edge of every box, falling; the first box is as wide as the tail is heavy."""
    edges = [_AREA / math.exp(-0.5 * _TAIL * _TAIL), _TAIL]
    while len(edges) < LAYERS:
        edges.append(math.sqrt(-2.0 * math.log(_AREA / edges[-1] + math.exp(-0.5 * edges[-1] ** 2))))
    return np.array([*edges, 0.0])


EDGES = _edges()
STEPS = EDGES / _PLACES
HEIGHTS = np.exp(-0.5 * EDGES * EDGES)


def robot_key(key: int, robot: int) -> int:
    """Key the noise of one robot of a run, from the run's `seed_key`."""
    return mix(mix(key ^ 0x5BD1E995) ^ ((robot + 1) & LOW_32))


def step_key(robots: int, step: int) -> int:
    """Key the noise of one step of a robot, from its `robot_key`."""
    return mix(robots ^ ((step + 2) & LOW_32))


def factor(level: float, steps: int, channel: int) -> float:
    """Draw a factor from N(1, level), never negative, for one channel of a step, from its `step_key`."""
    return max(1.0 + level * normal(mix(steps ^ ((channel + 3) & LOW_32))), 0.0)


def normal(bits: int) -> float:
    """Return the number of N(0, 1) that these 32 bits stand for."""
    layer = bits & 255
    place = ((bits >> 8) - 8388607.5) * STEPS[layer]
    if abs(place) < EDGES[layer + 1]:
        return float(place)
    return outside_of_the_boxes(bits)


def outside_of_the_boxes(bits: int) -> float:
    """Return the number of bits whose place is beside the bell or in its tail: by trying further bits."""
    while True:
        layer = bits & 255
        place = ((bits >> 8) - 8388607.5) * STEPS[layer]
        if abs(place) < EDGES[layer + 1]:
            return float(place)
        bits = mix(bits ^ 0x1B873593)
        if layer == 0:
            return beyond_the_tail(bits, place)
        height = HEIGHTS[layer] + (HEIGHTS[layer + 1] - HEIGHTS[layer]) * unit(bits)
        if height < math.exp(-0.5 * place * place):
            return float(place)
        bits = mix(bits ^ 0x1B873593)


def beyond_the_tail(bits: int, side: float) -> float:
    """Return a number beyond the lowest box, on this side of 0."""
    while True:
        further = -math.log(unit(bits)) / _TAIL
        bits = mix(bits ^ 0x1B873593)
        if -2.0 * math.log(unit(bits)) > further * further:
            return _TAIL + further if side > 0.0 else -_TAIL - further
        bits = mix(bits ^ 0x1B873593)


def unit(bits: int) -> float:
    """Return 32 bits as a number inside of 0 to 1."""
    return (bits + 0.5) / 4294967296.0
