"""Arenas from YAML: closed walls and obstacles in them; an error says where, what and what would be right.

name: hall
walls:                                  # closed outlines, corners in order [m]
  - [[-2, -1.5], [2, -1.5], [2, 1.5], [-2, 1.5]]
obstacles:
  - circle: [-1.0, 0.5, 0.15]           # x, y, radius [m]
  - polygon: [[0, 0], [0.4, 0], [0.4, 0.3]]
  - polygon: [[1, 0.5], [1.5, 0.5], [1.5, 1]]
    filled: false                       # hollow: a robot may stand inside
  - segment: [[-0.5, -1.0], [0.5, -1.0]]
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ce_core.family import unknown_name
from ce_core.internal_model.world_model.arena import Arena, ArenaError

DEFAULT_ARENA = "corridor"
"""Where everything happens unless somebody says otherwise."""

_ARENAS = Path(__file__).parent / "arenas"
_REQUIRED = ["name", "walls"]
_KEYS = [*_REQUIRED, "obstacles"]
_SHAPES = ["circle", "polygon", "segment"]

Corner = tuple[float, float]


class Piece(NamedTuple):
    """One outline, thin wall or round obstacle, and where the file has it."""

    where: str
    corners: tuple[Corner, ...] = ()
    """Of an outline (three or more) or of a thin wall (two) [m]."""
    circle: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """x, y, radius [m]; radius 0 unless it is round."""
    bounds_space: bool = True
    """It separates where robots can be from where they cannot."""

    @property
    def segments(self) -> list[tuple[float, float, float, float]]:
        """The walls between the corners; an outline's last corner is joined to its first."""
        following = self.corners[1:] + (self.corners[:1] if len(self.corners) > 2 else ())
        return [(*corner, *after) for corner, after in zip(self.corners, following, strict=False)]


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


def parse_arena(content: Any, where: str = "arena") -> Arena:
    """Build an arena from what a YAML file says; errors begin with `where`."""
    if not isinstance(content, Mapping):
        raise ArenaError(f"{where}: expected the keys {', '.join(_REQUIRED)}, got {content!r:.80}")
    for key in content:
        if key not in _KEYS:
            raise ArenaError(f"{where}: {unknown_name('key', str(key), _KEYS)}")
    for key in _REQUIRED:
        if key not in content:
            raise ArenaError(f"{where}: the key {key!r} is missing; expected {', '.join(_REQUIRED)}")
    name, walls, obstacles = content["name"], content["walls"], content.get("obstacles", [])
    if not isinstance(name, str) or not name:
        raise ArenaError(f"{where}: name = {name!r}: expected a text that is not empty")
    if not isinstance(walls, list) or not walls:
        raise ArenaError(f"{where}: walls = {walls!r:.80}: expected a list of closed outlines")
    if not isinstance(obstacles, list):
        raise ArenaError(f"{where}: obstacles = {obstacles!r:.80}: expected a list")
    places = [_outline(outline, f"{where}: walls[{k}]") for k, outline in enumerate(walls)]
    things = [_obstacle(obstacle, f"{where}: obstacles[{k}]") for k, obstacle in enumerate(obstacles)]
    arena = _assemble(name, [*places, *things], where)
    if len(places) > 1 or things or not _is_convex(places[0].corners):
        from ce_core.internal_model.world_model.geometry import check_geometry  # imports shapely

        check_geometry(places, things)
    return arena


def _read(path: Path) -> Arena:
    import yaml

    try:
        content = yaml.safe_load(path.read_text())
    except (OSError, UnicodeDecodeError) as error:
        raise ArenaError(f"{path}: cannot be read: {error}") from None
    except yaml.YAMLError as error:
        raise ArenaError(f"{path}: is not YAML: {error}") from None
    return parse_arena(content, str(path))


def _assemble(name: str, pieces: list[Piece], where: str) -> Arena:
    """Put those that bound the space first."""
    bounding = [segment for piece in pieces if piece.bounds_space for segment in piece.segments]
    free = [segment for piece in pieces if not piece.bounds_space for segment in piece.segments]
    circles = [piece.circle for piece in pieces if piece.circle[2] > 0.0]
    try:
        return Arena(
            name,
            np.array([*bounding, *free], dtype=np.float64),
            np.array(circles, dtype=np.float64).reshape(-1, 3),
            len(free),
        )
    except ArenaError as error:
        raise ArenaError(f"{where}: {error}") from None


def _obstacle(obstacle: Any, where: str) -> Piece:
    shapes = [key for key in obstacle if key in _SHAPES] if isinstance(obstacle, Mapping) else []
    if len(shapes) != 1:
        raise ArenaError(f"{where} = {obstacle!r:.80}: expected one of {', '.join(_SHAPES)}")
    (shape,) = shapes
    allowed = [shape, "filled"] if shape == "polygon" else [shape]
    for key in obstacle:
        if key not in allowed:
            raise ArenaError(f"{where}: {unknown_name('key', str(key), allowed)}")
    if shape == "circle":
        return _circle(obstacle[shape], f"{where}: circle")
    if shape == "segment":
        return _thin_wall(obstacle[shape], f"{where}: segment")
    filled = obstacle.get("filled", True)
    if not isinstance(filled, bool):
        raise ArenaError(f"{where}: filled = {filled!r}: expected true or false")
    return _outline(obstacle[shape], f"{where}: polygon")._replace(bounds_space=filled)


def _circle(circle: Any, where: str) -> Piece:
    if not isinstance(circle, list) or len(circle) != 3:
        raise ArenaError(f"{where} = {circle!r:.80}: expected [x, y, radius] in metres")
    x, y, radius = (_number(value, circle, where) for value in circle)
    if radius <= 0.0:
        raise ArenaError(f"{where} = {circle!r:.80}: radius {radius!r} m; expected more than 0")
    return Piece(where, circle=(x, y, radius))


def _thin_wall(ends: Any, where: str) -> Piece:
    if not isinstance(ends, list) or len(ends) != 2:
        raise ArenaError(f"{where} = {ends!r:.80}: expected two ends [[x, y], [x, y]] in metres")
    corners = tuple(_corner(corner, f"{where}[{index}]") for index, corner in enumerate(ends))
    if corners[0] == corners[1]:
        raise ArenaError(f"{where} = {ends!r:.80}: both ends are the same, a wall of no length")
    return Piece(where, corners, bounds_space=False)


def _outline(outline: Any, where: str) -> Piece:
    if not isinstance(outline, list) or len(outline) < 3:
        raise ArenaError(f"{where} = {outline!r:.80}: expected at least three corners [x, y]")
    corners = tuple(_corner(corner, f"{where}[{index}]") for index, corner in enumerate(outline))
    for index, (corner, after) in enumerate(zip(corners, corners[1:] + corners[:1], strict=True)):
        if corner == after:
            raise ArenaError(
                f"{where}[{index}] = {list(corner)} is also the next corner, a wall of no length; "
                "leave one of them out (the last corner is joined to the first)"
            )
    return Piece(where, corners)


def _corner(corner: Any, where: str) -> Corner:
    if not isinstance(corner, list) or len(corner) != 2:
        raise ArenaError(f"{where} = {corner!r:.80}: expected a corner [x, y] in metres")
    x, y = (_number(value, corner, where) for value in corner)
    return x, y


def _number(value: Any, whole: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ArenaError(f"{where} = {whole!r:.80}: {value!r} is not a finite number of metres")
    return float(value)


def _is_convex(corners: tuple[Corner, ...]) -> bool:
    """Tell whether an outline turns one way only and once around: then nothing can be wrong with it."""
    sides = np.roll(corners, -1, axis=0) - np.array(corners)
    after = np.roll(sides, -1, axis=0)
    cross = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    turns = np.arctan2(cross, (sides * after).sum(axis=1))
    return bool((cross > 0).all() or (cross < 0).all()) and abs(abs(turns.sum()) - math.tau) < 1e-6
