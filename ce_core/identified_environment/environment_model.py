"""A model of what a sensor perceives where: at every location of a grid, in every direction."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ce_core.family import Family
from ce_core.identification.polynomial import Polynomial
from ce_core.identification.terms import Factor, Term
from ce_core.identified_environment.environment_table import EnvironmentTable, beams
from ce_core.identified_environment.grid import Floats, Grid, nearest_node
from ce_core.identified_environment.signatures import SAMPLES, Signatures

DEGREE = math.pi / 180.0


class UnvisitedError(ValueError):
    """A place that the log says nothing about."""


@dataclass(frozen=True, eq=False)
class Knowledge:
    """What is known of a sensor's environment, whatever the model of it."""

    sensor: str
    grid: Grid
    status: NDArray[np.int8]
    """(nodes,) UNVISITED, BORROWED or VISITED"""
    locations: Floats
    """(L, 2) x, y [m]"""
    distance: Floats
    """(L,) from how far the readings of each location were taken [m], root mean square"""


@dataclass(frozen=True, eq=False)
class EnvironmentModel:
    """One of the family, identified."""

    kind: str
    """lookup, complete or piecewise"""
    knowledge: Knowledge
    table: EnvironmentTable

    def scan(self, poses: Floats, angles: Floats) -> Floats:
        """Return what beams at `angles` (B,) [rad] read at poses (n, 3): (n, B), NaN where unknown."""
        from ce_core.kernels.closed_loop import scan_poses  # here, so that only its users import numba

        poses = np.ascontiguousarray(np.atleast_2d(np.asarray(poses, dtype=np.float64)))
        if poses.shape[1] != 3 or not np.isfinite(poses).all():
            raise ValueError(f"poses of shape {poses.shape}; expected finite (n, 3): x, y [m], theta [rad]")
        scans = np.empty((len(poses), len(angles)))
        scan_poses(self.table, poses, beams(np.asarray(angles, dtype=np.float64)), scans)
        return scans

    def known(self, x: float, y: float) -> bool:
        """Tell whether anything is known at (x, y) [m]."""
        node = nearest_node(self.table.grid, x, y)
        return node >= 0 and bool(self.table.location_of_node[node] >= 0)

    def location_at(self, x: float, y: float) -> int:
        """Return the location that stands for (x, y) [m]; an error where the log says nothing."""
        node = nearest_node(self.table.grid, x, y)
        if node < 0 or self.table.location_of_node[node] < 0:
            places = self.knowledge.locations
            raise UnvisitedError(
                f"nothing is known of ({x:.2f}, {y:.2f}) m: no record of the log was near; known are "
                f"{len(places)} locations from {places.min(axis=0).round(3).tolist()} "
                f"to {places.max(axis=0).round(3).tolist()} m"
            )
        return int(self.table.location_of_node[node])

    def signature(self, location: int) -> Floats:
        """Return the model-predicted signature of a location, (SAMPLES,)."""
        x, y = self.knowledge.locations[location]
        # A hair above each sample, so that rounding cannot move it into the segment before.
        directions = np.array([(k + 1e-9) * DEGREE for k in range(SAMPLES)])
        found: Floats = self.scan(np.array([[x, y, 0.0]]), directions)[0]
        return found

    @property
    def memory_bytes(self) -> int:
        """What a simulator has to keep to use this model [bytes]."""
        return sum(part.nbytes for part in self.table if isinstance(part, np.ndarray))

    @property
    def polynomials(self) -> int:
        """Number of polynomials; 0 for a look-up table."""
        return len(self.table.start)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms that polynomials may have, in u1 = sin(phi) and u2 = cos(phi)."""
        sin, cos = Factor("u1", 0), Factor("u2", 0)
        return tuple((sin,) * int(a) + (cos,) * int(b) for a, b in self.table.exponents)

    def pieces(self, location: int) -> list[tuple[float, float, Polynomial]]:
        """Return the polynomials of a location, each with the directions [rad] between which it holds."""
        table = self.table
        first, end = table.first_segment[location], table.first_segment[location + 1]
        bounds = [*table.start[first:end].tolist(), SAMPLES]
        found = []
        for k, segment in enumerate(range(first, end)):
            span = slice(table.first_term[segment], table.first_term[segment + 1])
            polynomial = Polynomial(
                tuple(self.terms[m] for m in table.term[span]), tuple(table.parameter[span].tolist())
            )
            found.append((bounds[k] * DEGREE, bounds[k + 1] * DEGREE, polynomial))
        return found

    def text(self, location: int, digits: int = 3) -> str:
        """Print the polynomials of a location as the paper's Table 1."""
        if not self.polynomials:
            raise ValueError("a look-up table has no polynomials to print")
        return "\n".join(
            f"{polynomial.text(digits)}, {start:.3f} <= phi < {end:.3f}"
            for start, end, polynomial in self.pieces(location)
        )


Builder = Callable[[Signatures, str], EnvironmentModel]
"""From signatures and the sensor's name to a model."""

ENVIRONMENT_MODELS: Family[Builder] = Family("environment model")


def knowledge_of(signatures: Signatures, sensor: str) -> Knowledge:
    """Keep what every model of these signatures knows."""
    return Knowledge(sensor, signatures.grid, signatures.status, signatures.locations, signatures.distance)


def count_status(knowledge: Knowledge, status: int) -> int:
    """Return how many nodes have this status."""
    return int((knowledge.status == status).sum())
