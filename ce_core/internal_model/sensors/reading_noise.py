"""Noise of readings: by a model, or from measurements of a real sensor (lecture, Noise)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ce_core.internal_model.sensors.draws import Draws

Floats = NDArray[np.float64]


class ReadingNoise(Protocol):
    """Turns exact readings into those of a real sensor."""

    def apply(self, values: Floats, distances: Floats, draws: Draws) -> Floats:
        """Return noisy values (n,); distances (n,) to what was seen [m], inf where nothing was."""
        ...


@dataclass(frozen=True)
class Exact:
    """No noise."""

    def apply(self, values: Floats, distances: Floats, draws: Draws) -> Floats:
        """Return the values as they are."""
        return values


@dataclass(frozen=True)
class Multiplicative:
    """S N(1, sigma)."""

    sigma: float
    """Relative standard deviation."""

    def __post_init__(self) -> None:
        _check_sigma(self.sigma, "multiplicative")

    def apply(self, values: Floats, distances: Floats, draws: Draws) -> Floats:
        """Multiply each value with a factor of its own, never negative."""
        return values * np.maximum(1.0 + self.sigma * draws.gaussian(len(values)), 0.0)


@dataclass(frozen=True)
class Additive:
    """S + N(0, sigma)."""

    sigma: float
    """Standard deviation, in the unit of the reading."""

    def __post_init__(self) -> None:
        _check_sigma(self.sigma, "additive")

    def apply(self, values: Floats, distances: Floats, draws: Draws) -> Floats:
        """Add to each value an error of its own."""
        return values + self.sigma * draws.gaussian(len(values))


@dataclass(frozen=True)
class MeasuredTable:
    """k samples of a real sensor at each of some distances.

    One sample is drawn at each of the two distances around the true one, and the reading lies between them:
    S = s_a + (d - a) / (b - a) (s_b - s_a). Nearer than the first distance a sample of the first is drawn,
    farther than the last a sample of the last; where nothing is seen the sensor's own reading stands.
    """

    distances: tuple[float, ...]
    """[m], rising."""
    samples: tuple[tuple[float, ...], ...]
    """The k readings measured at each distance."""

    def __post_init__(self) -> None:
        where = "measured table"
        if len(self.distances) < 2 or len(self.samples) != len(self.distances):
            raise ValueError(
                f"{where}: {len(self.distances)} distances and {len(self.samples)} rows of samples; "
                "expected one row each, at least two"
            )
        if not all(math.isfinite(d) and d >= 0.0 for d in self.distances) or any(
            after <= before for before, after in zip(self.distances, self.distances[1:], strict=False)
        ):
            raise ValueError(f"{where}: distances = {self.distances!r:.120}; expected rising metres")
        for distance, row in zip(self.distances, self.samples, strict=True):
            if len(row) != len(self.samples[0]) or not row or not all(map(math.isfinite, row)):
                raise ValueError(
                    f"{where}: samples at {distance:g} m = {row!r:.120}; "
                    f"expected {len(self.samples[0])} finite numbers"
                )

    @cached_property
    def _grid(self) -> Floats:
        return np.array(self.distances)

    @cached_property
    def _rows(self) -> Floats:
        return np.array(self.samples)

    def apply(self, values: Floats, distances: Floats, draws: Draws) -> Floats:
        """Draw a sample at each neighbouring distance and interpolate."""
        n, k = len(values), self._rows.shape[1]
        d = np.clip(distances, self._grid[0], self._grid[-1])
        below = np.clip(np.searchsorted(self._grid, d, side="right") - 1, 0, len(self._grid) - 2)
        first = self._rows[below, (draws.uniform(n, 1) * k).astype(int)]
        second = self._rows[below + 1, (draws.uniform(n, 2) * k).astype(int)]
        share = (d - self._grid[below]) / (self._grid[below + 1] - self._grid[below])
        return np.where(np.isfinite(distances), first + share * (second - first), values)

    @staticmethod
    def load(path: str | Path) -> MeasuredTable:
        """Read a CSV file: in each row a distance [m] and the samples measured there; # begins a comment."""
        distances, samples = [], []
        try:
            lines = Path(path).read_text().splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"{path}: cannot be read: {error}") from None
        for number, line in enumerate(lines, start=1):
            words = line.partition("#")[0].split(",")
            if not any(word.strip() for word in words):
                continue
            try:
                distance, *row = (float(word) for word in words)
            except ValueError:
                raise ValueError(f"{path}:{number}: {line!r:.80}; expected distance, sample, ...") from None
            distances.append(distance)
            samples.append(tuple(row))
        try:
            return MeasuredTable(tuple(distances), tuple(samples))
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None


def _check_sigma(sigma: float, kind: str) -> None:
    if not (math.isfinite(sigma) and sigma >= 0.0):
        raise ValueError(f"{kind} noise: sigma = {sigma!r}; expected finite and >= 0")
