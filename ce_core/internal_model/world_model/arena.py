"""Arenas: walls as straight segments, read from YAML and checked before anything is simulated in them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ce_core.family import unknown_name

DEFAULT_ARENA = "corridor"
"""Where everything happens unless somebody says otherwise."""

MAX_SEGMENTS = 10_000
MAX_CIRCLES = 10_000
_ARENAS = Path(__file__).parent / "arenas"
_KEYS = ["name", "walls"]


class ArenaError(ValueError):
    """An arena that cannot be used; says where, the value, and what would be right."""


@dataclass(frozen=True, eq=False)
class Arena:
    """The walls that robots see and touch, in frame map."""

    name: str
    segments: NDArray[np.float64]
    """(n, 4): x1, y1, x2, y2 [m]; together they close."""
    circles: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 3)))
    """(m, 3): x, y, radius [m]; round obstacles."""

    def __post_init__(self) -> None:
        segments = np.array(self.segments, dtype=np.float64)
        _check_segments(segments, f"arena {self.name!r}")
        segments.setflags(write=False)
        object.__setattr__(self, "segments", segments)
        circles = np.array(self.circles, dtype=np.float64)
        _check_circles(circles, f"arena {self.name!r}")
        circles.setflags(write=False)
        object.__setattr__(self, "circles", circles)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Smallest x, smallest y, largest x, largest y of all walls [m]."""
        xs, ys = self.segments[:, 0::2], self.segments[:, 1::2]
        return float(xs.min()), float(ys.min()), float(xs.max()), float(ys.max())

    def contains(self, points: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Tell which points (n, 2) [m] lie inside the walls, and not in what walls or circles enclose."""
        x, y = points[:, 0, None], points[:, 1, None]
        x1, y1, x2, y2 = self.segments.T
        # Even-odd rule: a ray towards +x leaves the inside through an odd number of walls.
        crosses = (y1 > y) != (y2 > y)
        run = np.where(y1 == y2, 1.0, y2 - y1)
        at_x = x1 + (y - y1) * (x2 - x1) / run
        inside: NDArray[np.bool_] = np.count_nonzero(crosses & (x < at_x), axis=1) % 2 == 1
        gaps = points[:, None, :] - self.circles[None, :, :2]
        in_circle = (gaps**2).sum(axis=2) < self.circles[:, 2] ** 2
        inside &= ~in_circle.any(axis=1)
        return inside


def arena_names() -> list[str]:
    """List the arenas that come with the package."""
    return sorted(path.stem for path in _ARENAS.glob("*.yaml"))


@lru_cache(maxsize=64)
def load_arena(name_or_path: str) -> Arena:
    """Load an arena by the name it has in the package, or from a YAML file of the same form."""
    text = str(name_or_path)
    if text.endswith((".yaml", ".yml")) or "/" in text:
        return _read(Path(text))
    names = arena_names()
    if text not in names:
        raise unknown_name("arena", text, names)
    return _read(_ARENAS / f"{text}.yaml")


def _read(path: Path) -> Arena:
    import yaml

    try:
        content = yaml.safe_load(path.read_text())
    except (OSError, UnicodeDecodeError) as error:
        raise ArenaError(f"{path}: cannot be read: {error}") from None
    except yaml.YAMLError as error:
        raise ArenaError(f"{path}: is not YAML: {error}") from None
    return _arena(content, str(path))


def _arena(content: Any, where: str) -> Arena:
    if not isinstance(content, Mapping):
        raise ArenaError(f"{where}: expected the keys {', '.join(_KEYS)}, got {content!r:.80}")
    for key in content:
        if key not in _KEYS:
            raise ArenaError(f"{where}: {unknown_name('key', str(key), _KEYS)}")
    for key in _KEYS:
        if key not in content:
            raise ArenaError(f"{where}: the key {key!r} is missing; expected {', '.join(_KEYS)}")
    name, walls = content["name"], content["walls"]
    if not isinstance(name, str) or not name:
        raise ArenaError(f"{where}: name = {name!r}: expected a text that is not empty")
    if not isinstance(walls, list) or not walls:
        raise ArenaError(f"{where}: walls = {walls!r:.80}: expected a list of closed outlines")
    segments = [
        segment
        for index, outline in enumerate(walls)
        for segment in _outline(outline, f"{where}: walls[{index}]")
    ]
    try:
        return Arena(name, np.array(segments, dtype=np.float64))
    except ArenaError as error:
        raise ArenaError(f"{where}: {error}") from None


def _outline(outline: Any, where: str) -> list[tuple[float, float, float, float]]:
    """Turn corners in order into segments; the last corner is joined to the first."""
    if not isinstance(outline, list) or len(outline) < 3:
        raise ArenaError(f"{where} = {outline!r:.80}: expected at least three corners [x, y]")
    corners = [_corner(corner, f"{where}[{index}]") for index, corner in enumerate(outline)]
    following = corners[1:] + corners[:1]
    for index, (corner, after) in enumerate(zip(corners, following, strict=True)):
        if corner == after:
            raise ArenaError(
                f"{where}[{index}] = {list(corner)} is also the next corner, a wall of no length; "
                "leave one of them out (the last corner is joined to the first)"
            )
    return [(*corner, *after) for corner, after in zip(corners, following, strict=True)]


def _corner(corner: Any, where: str) -> tuple[float, float]:
    if not isinstance(corner, list) or len(corner) != 2:
        raise ArenaError(f"{where} = {corner!r:.80}: expected a corner [x, y] in metres")
    for value in corner:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ArenaError(f"{where} = {corner!r:.80}: {value!r} is not a finite number of metres")
    return float(corner[0]), float(corner[1])


def _check_segments(segments: NDArray[np.float64], where: str) -> None:
    if segments.ndim != 2 or segments.shape[1] != 4 or not 3 <= len(segments) <= MAX_SEGMENTS:
        raise ArenaError(
            f"{where}: segments have shape {segments.shape}; expected (n, 4) with n from 3 to {MAX_SEGMENTS}"
        )
    for index, segment in enumerate(segments):
        if not np.isfinite(segment).all():
            raise ArenaError(f"{where}: segment {index} = {segment.tolist()} is not finite")
        if segment[0] == segment[2] and segment[1] == segment[3]:
            raise ArenaError(f"{where}: segment {index} = {segment.tolist()} has no length")
    ends, counts = np.unique(segments.reshape(-1, 2), axis=0, return_counts=True)
    loose = ends[counts % 2 == 1]
    if len(loose):
        raise ArenaError(
            f"{where}: the walls are open at {loose[0].tolist()}; every end of a segment must meet another"
        )


def _check_circles(circles: NDArray[np.float64], where: str) -> None:
    if circles.ndim != 2 or circles.shape[1] != 3 or len(circles) > MAX_CIRCLES:
        raise ArenaError(
            f"{where}: circles have shape {circles.shape}; expected (n, 3) with n up to {MAX_CIRCLES}"
        )
    for index, circle in enumerate(circles.tolist()):
        if not all(map(math.isfinite, circle)) or circle[2] <= 0.0:
            raise ArenaError(f"{where}: circle {index} = {circle}; expected finite x, y and a radius above 0")
