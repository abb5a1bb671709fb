"""Approximated sensor signatures: at each location the nearest readings that were logged (paper 3, eq. 3)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ce_core.identified_environment.grid import SPACING, Floats, Grid, grid_around
from ce_core.identified_environment.nearest_readings import Records
from ce_core.identified_environment.perception_log import LogError, PerceptionLog

SAMPLES = 360
"""Samples of a signature, one a degree, counter-clockwise from 0 = the direction of x."""
REACH = 0.3
"""Readings from further away [m] say nothing about a location."""
ANGLE_REACH = 5
"""Readings in directions that differ by more [degree] say nothing about a direction."""

UNVISITED, BORROWED, VISITED = 0, 1, 2
"""What is known of a node: nothing; only readings from beyond half a grid cell; readings from within it."""


@dataclass(frozen=True, eq=False)
class Signatures:
    """What was perceived at L locations of a grid."""

    grid: Grid
    location_of_node: NDArray[np.int32]
    """(nodes,) index of each node's location, -1 where nothing is known"""
    locations: Floats
    """(L, 2) x, y [m]"""
    values: Floats
    """(L, SAMPLES) what the sensor reads in each direction"""
    distance: Floats
    """(L,) root mean square distance [m] between the location and where its readings were taken"""
    max_reading: float
    """the greatest reading in the log: no model of it predicts more"""
    skipped: int
    """nodes that robots came near to, but with directions in which nothing was read: they are unvisited"""

    @property
    def status(self) -> NDArray[np.int8]:
        """(nodes,) UNVISITED, BORROWED or VISITED."""
        status = np.zeros(len(self.location_of_node), dtype=np.int8)
        known = self.location_of_node >= 0
        near = self.distance <= self.grid.spacing / math.sqrt(2.0)
        status[known] = np.where(near[self.location_of_node[known]], VISITED, BORROWED)
        return status


def approximate_signatures(
    log: PerceptionLog,
    spacing: float = SPACING,
    reach: float = REACH,
    max_reading: float | None = None,
    ranges: bool = True,
    width: int = 0,
) -> Signatures:
    """Approximate the signature of every grid location that the log says something about.

    A location takes part if the robot was within `reach` [m] of it and, where the sensor reads ranges, saw
    over it: a node inside of a wall is not a location. In each direction it takes the reading of the nearest
    robot position, of those that looked into this direction (to half a degree; if none did, to ANGLE_REACH).
    A reading counts for `width` degrees to either side: more than 0 suits a sensor of few and wide beams.
    A node where a direction stays without reading is left out. `max_reading` stands for readings of nothing
    in range; without it, the greatest finite one.
    """
    usable = log.usable
    if not usable.any():
        raise LogError(f"log of {log.sensor!r}: none of its {len(log)} records has a pose and a reading")
    poses, readings = log.poses[usable], log.readings[usable]
    finite = readings[np.isfinite(readings)]
    if max_reading is None:
        if not len(finite):
            raise LogError(
                f"log of {log.sensor!r}: no beam ever met anything; give --max-reading, what such a beam "
                "counts as"
            )
        max_reading = float(finite.max())
    readings = np.minimum(readings, max_reading)
    grid = grid_around(poses[:, :2], reach, spacing)
    nodes = grid.nodes()
    values, distance, floor = _fill(nodes, (poses, readings, log.angles), reach, width, ranges)
    complete = np.isfinite(values).all(axis=1)
    kept = complete & floor
    location_of_node = np.full(len(nodes), -1, dtype=np.int32)
    location_of_node[kept] = np.arange(kept.sum())
    if not kept.any():
        raise LogError(
            f"log of {log.sensor!r}: no location was seen in all directions from within {reach} m; "
            "a longer exploration, or a wider spacing and reach, would help"
        )
    return Signatures(
        grid,
        location_of_node,
        nodes[kept],
        np.ascontiguousarray(values[kept]),
        distance[kept],
        max_reading,
        skipped=int((floor & ~complete).sum()),
    )


def _fill(
    nodes: Floats, records: Records, reach: float, width: int, ranges: bool
) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Return values (nodes, SAMPLES), their mean distance (nodes,), and which nodes were seen to be floor."""
    from ce_core.kernels.signatures import fill_signature, is_floor  # here: only its users import numba

    values = np.full((len(nodes), SAMPLES), math.nan)
    distance = np.full(len(nodes), math.nan)
    floor = np.zeros(len(nodes), dtype=np.bool_)
    apart = np.empty(SAMPLES)
    poses = records[0]
    for index, node in enumerate(nodes):
        square = (poses[:, 0] - node[0]) ** 2 + (poses[:, 1] - node[1]) ** 2
        near = np.flatnonzero(square <= reach * reach)
        if len(near):
            near = near[np.argsort(square[near], kind="stable")]
            floor[index] = not ranges or is_floor(node, near, records)
            angles = (width, ANGLE_REACH)
            if floor[index] and fill_signature(node, near, records, angles, values[index], apart):
                distance[index] = math.sqrt(float(np.nanmean(apart**2)))
    return values, distance, floor
