"""What a robot perceived where: the log that an environment is identified from."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


MOST = 1e9
"""No sensor reads more: a greater reading is a mistake, and its square may not be a number."""


class LogError(ValueError):
    """A log that cannot be used; says where, the value, and what would be right."""


@dataclass(frozen=True, eq=False)
class PerceptionLog:
    """N records of one range sensor with B beams; NaN marks what is missing."""

    sensor: str
    """laser, infrared, ..."""
    time: Floats
    """(N,) [s], rising"""
    poses: Floats
    """(N, 3): x, y [m], theta [rad] of the robot in frame map"""
    speeds: Floats
    """(N, 2): forward speed [m/s], turn rate [rad/s]"""
    angles: Floats
    """(B,) direction of each beam against straight ahead [rad], counter-clockwise"""
    readings: Floats
    """(N, B): what each beam read, for a laser [m]; infinite where nothing was in range"""

    def __post_init__(self) -> None:
        for name in ("time", "poses", "speeds", "angles", "readings"):
            object.__setattr__(self, name, np.ascontiguousarray(getattr(self, name), dtype=np.float64))
        n, beams = len(self.time), len(self.angles)
        expected = {
            "time": (n,),
            "poses": (n, 3),
            "speeds": (n, 2),
            "angles": (beams,),
            "readings": (n, beams),
        }
        for name, shape in expected.items():
            found = getattr(self, name).shape
            if found != shape:
                raise LogError(f"log of {self.sensor!r}: {name} has shape {found}; expected {shape}")
        if not n or not beams:
            raise LogError(
                f"log of {self.sensor!r}: {n} records of {beams} beams; expected at least one of each"
            )
        if not np.isfinite(self.angles).all():
            raise LogError(f"log of {self.sensor!r}: a beam's angle is not finite")
        if not np.isfinite(self.time).all() or (np.diff(self.time) <= 0.0).any():
            at = int(np.argmax(~np.isfinite(self.time) | (np.diff(self.time, prepend=-math.inf) <= 0.0)))
            raise LogError(
                f"log of {self.sensor!r}: record {at} is of {float(self.time[at])!r} s, "
                "not after the one before"
            )
        wrong = (self.readings < 0.0) | ((self.readings > MOST) & np.isfinite(self.readings))
        if wrong.any():
            at, beam = np.argwhere(wrong)[0].tolist()
            raise LogError(
                f"log of {self.sensor!r}: record {at}, beam {beam} reads {float(self.readings[at, beam])!r}; "
                f"expected 0 to {MOST:g}, inf where nothing was in range, NaN where it is missing"
            )

    def __len__(self) -> int:
        return len(self.time)

    @property
    def usable(self) -> NDArray[np.bool_]:
        """(N,) records whose pose is known and that have at least one reading."""
        known: NDArray[np.bool_] = np.asarray(np.isfinite(self.poses).all(axis=1))
        return known & ~np.isnan(self.readings).all(axis=1)

    def quality(self) -> LogQuality:
        """Count what is missing."""
        period = float(np.median(np.diff(self.time))) if len(self) > 1 else math.nan
        return LogQuality(
            records=len(self),
            usable=int(self.usable.sum()),
            without_pose=int((~np.isfinite(self.poses).all(axis=1)).sum()),
            missing_readings=int(np.isnan(self.readings).sum()),
            period=period,
            gaps=int((np.diff(self.time) > 3.0 * period).sum()) if len(self) > 1 else 0,
        )


@dataclass(frozen=True)
class LogQuality:
    """How complete a log is."""

    records: int
    usable: int
    without_pose: int
    missing_readings: int
    period: float
    """median time between two records [s]"""
    gaps: int
    """times longer than three periods between two records"""

    def __str__(self) -> str:
        return (
            f"{self.records} records each {self.period:.3g} s, {self.usable} usable; {self.without_pose} "
            f"without pose, {self.missing_readings} readings missing, {self.gaps} gaps"
        )


def subsample(log: PerceptionLog, every: int) -> PerceptionLog:
    """Keep every so many-th record (paper 3, section 2.1)."""
    if every < 1:
        raise LogError(f"subsample every {every} records; expected at least 1")
    rows = slice(None, None, every)
    return PerceptionLog(
        log.sensor, log.time[rows], log.poses[rows], log.speeds[rows], log.angles, log.readings[rows]
    )
