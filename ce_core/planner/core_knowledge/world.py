"""World building: the obstacles of a scan in the robot's frame (paper 2, section 2.3.2)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.planner.core_knowledge.single import length, rounded

EMPTY = -(2**62)


class World(NamedTuple):
    """The points of a scan by bearing, then distance, and room to note which of them a task meets."""

    x: NDArray[np.float64]
    """(points,) [m]"""
    y: NDArray[np.float64]
    """(points,) [m]"""
    near: NDArray[np.int64]
    """(2 x points,): indices of the points that the present task sees."""
    touched: NDArray[np.int64]
    """(2 x points,): indices of those that it touches first."""


class Heap(NamedTuple):
    """Points while they are put in order."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    bearing: NDArray[np.float64]
    distance: NDArray[np.float64]


def collect(
    points: NDArray[np.float64],
    reach: float,
    resolution: float,
    single: bool,
    slots: NDArray[np.int64],
    heap: Heap,
) -> int:
    """Round points (n, 2) [m], keep one of each that is nearer than `reach`, in order; return how many.

    `slots` is a hash table of EMPTY, its size a power of two above n. What is not finite is left out.
    """
    count, mask = 0, slots.shape[0] - 1
    for i in range(points.shape[0]):
        x, y = points[i, 0], points[i, 1]
        if not math.sqrt(x * x + y * y) < reach:  # NaN is not
            continue
        column, row = to_grid(x, resolution), to_grid(y, resolution)
        key = column * 2**31 + row
        # In the authors' ordered set a point straight behind has two bearings: y = 0 and y = -0.
        twin = single and row == 0 and column < 0 and math.copysign(1.0, y) < 0.0
        if twin:
            key += 2**30
        slot = ((key * 0x9E3779B1) >> 16) & mask
        while slots[slot] != EMPTY and slots[slot] != key:
            slot = (slot + 1) & mask
        if slots[slot] == EMPTY:
            slots[slot] = key
            x, y = rounded(column * resolution, single), rounded(row * resolution, single)
            if twin:
                y = -0.0
            heap.x[count], heap.y[count] = x, y
            heap.bearing[count] = rounded(math.atan2(y, x), single)
            heap.distance[count] = length(x, y, single)
            count += 1
    put_in_order(heap, count)
    return count


def to_grid(value: float, resolution: float) -> int:
    """Return the nearest multiple of the resolution, halves away from zero."""
    whole = math.floor(abs(value) / resolution + (0.5 + 1e-9))
    return -whole if value < 0.0 else whole


def put_in_order(heap: Heap, count: int) -> None:
    """Sort the first `count` points by bearing, then distance, in place (heap sort)."""
    for top in range(count // 2 - 1, -1, -1):
        sift(heap, top, count)
    for end in range(count - 1, 0, -1):
        swap(heap, 0, end)
        sift(heap, 0, end)


def sift(heap: Heap, top: int, count: int) -> None:
    """Let a point sink to where no later one is above it."""
    while True:
        last, left = top, 2 * top + 1
        for child in (left, left + 1):
            if child < count and comes_before(heap, last, child):
                last = child
        if last == top:
            return
        swap(heap, top, last)
        top = last


def comes_before(heap: Heap, i: int, j: int) -> bool:
    """Tell whether point i is before point j."""
    if heap.bearing[i] != heap.bearing[j]:
        return bool(heap.bearing[i] < heap.bearing[j])
    return bool(heap.distance[i] < heap.distance[j])


def swap(heap: Heap, i: int, j: int) -> None:
    """Exchange two points."""
    heap.x[i], heap.x[j] = heap.x[j], heap.x[i]
    heap.y[i], heap.y[j] = heap.y[j], heap.y[i]
    heap.bearing[i], heap.bearing[j] = heap.bearing[j], heap.bearing[i]
    heap.distance[i], heap.distance[j] = heap.distance[j], heap.distance[i]
