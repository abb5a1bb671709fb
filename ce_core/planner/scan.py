"""Scans: from a file or ranges to the points that worlds are built of (paper 2, section 2.3.2)."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray


class ScanError(ValueError):
    """A scan that cannot be used; the message says where and what would be right."""


def read_scan(path: Path) -> NDArray[np.float64]:
    """Read a recorded scan, one `x<TAB>y` [m] a line, as points (n, 2); an empty file has none."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise ScanError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ScanError(f"{path}: is not text; a scan has one x<TAB>y [m] a line") from None
    points = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            x, y = map(float, line.split())
        except ValueError:
            raise ScanError(f"{path}, line {number}: {line[:60]!r}: must be x<TAB>y [m]") from None
        points.append((x, y))
    return np.array(points, dtype=np.float64).reshape(-1, 2)


def points_of_ranges(
    ranges: ArrayLike, angle_min: float, angle_increment: float, range_min: float = 0.0
) -> NDArray[np.float64]:
    """Turn ranges [m] of a LaserScan into points (n, 2); what is not finite or too near saw nothing."""
    distances = np.asarray(ranges, dtype=np.float64)
    if distances.ndim != 1 or not (math.isfinite(angle_min) and math.isfinite(angle_increment)):
        raise ScanError(
            f"ranges of shape {distances.shape}, angle_min {angle_min}, angle_increment {angle_increment}: "
            "must be a list of ranges and two finite angles [rad]"
        )
    angles = angle_min + angle_increment * np.arange(len(distances))
    seen = np.isfinite(distances) & (distances > max(range_min, 0.0))
    distances, angles = distances[seen], angles[seen]
    return np.stack([distances * np.cos(angles), distances * np.sin(angles)], axis=1)
