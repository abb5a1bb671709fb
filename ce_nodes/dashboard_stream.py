"""What the topics say, as plain JSON objects: the seam between the graph and anything that draws it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any

JsonObject = dict[str, Any]

# JavaScript keeps integers exact up to here; a larger one (a 64 bit seed) travels as text.
LARGEST_EXACT_INTEGER = 2**53 - 1


def arena_object(arena: Any, robot_radius: float, safety_distance: float) -> JsonObject:
    """Describe the world; radius and distance in [m].

    `arena.segments` is (n, 4): x1, y1, x2, y2 [m]; `arena.circles` is (m, 3): x, y, radius [m].
    """
    segments = [[float(value) for value in segment] for segment in arena.segments]
    for segment in segments:
        if len(segment) != 4 or not all(map(math.isfinite, segment)):
            raise ValueError(
                f"arena {arena.name!r}: a wall needs four finite numbers x1, y1, x2, y2: {segment}"
            )
    return {
        "type": "arena",
        "name": arena.name,
        "segments": segments,
        "circles": [[float(value) for value in circle] for circle in arena.circles],
        "robot_radius": float(robot_radius),
        "safety_distance": float(safety_distance),
    }


def message_object(kind: str, message: Any) -> JsonObject:
    """Convert a ROS message to a JSON object of type `kind`, field names as in the .msg file.

    Exceptions: a time is a number [s], a Trajectory holds `paths`, one [[x, y], ...] [m] per robot, and what
    JSON cannot say (NaN, infinity) is null.
    """
    return {"type": kind, **_fields(message)}


def to_json(json_object: Any) -> str:
    """Write as compact, strict JSON."""
    return json.dumps(json_object, allow_nan=False, separators=(",", ":"))


def _fields(message: Any) -> JsonObject:
    names = message.get_fields_and_field_types()
    if {"robots", "n_steps", "x", "y"} <= names.keys():
        return _trajectory(message)
    return {name: _plain(getattr(message, name)) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return value if abs(value) <= LARGEST_EXACT_INTEGER else str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Iterable):
        return [_plain(item) for item in value]
    if hasattr(value, "nanosec"):
        return value.sec + value.nanosec * 1e-9
    return _fields(value)


def _trajectory(message: Any) -> JsonObject:
    robots, n_steps = list(message.robots), int(message.n_steps)
    expected = len(robots) * n_steps
    if len(message.x) != expected or len(message.y) != expected:
        raise ValueError(
            f"trajectory of {len(robots)} robots and {n_steps} steps needs {expected} positions, "
            f"but has {len(message.x)} x and {len(message.y)} y"
        )
    x, y = _plain(message.x), _plain(message.y)
    starts = range(0, expected, n_steps) if n_steps else [0] * len(robots)
    paths = [
        [list(point) for point in zip(x[i : i + n_steps], y[i : i + n_steps], strict=True)] for i in starts
    ]
    return {"robots": robots, "time_step": _plain(message.time_step), "paths": paths}
