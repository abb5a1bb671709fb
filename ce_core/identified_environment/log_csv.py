"""Perception logs as CSV: one record a line, beams named by sensor and angle.

    time_s,x_m,y_m,theta_rad,v_mps,omega_radps,laser_-90,laser_-89,...,laser_90

Angles in the names are in degrees, counter-clockwise from straight ahead. An empty field or `nan` is a
missing value, `inf` is a beam that met nothing. Several sensors may stand in one file; the speeds may be left
out.
"""

from __future__ import annotations

import csv
import math
import re
from pathlib import Path

import numpy as np

from ce_core.family import unknown_name
from ce_core.identified_environment.perception_log import Floats, LogError, PerceptionLog

POSE_COLUMNS = ("time_s", "x_m", "y_m", "theta_rad")
SPEED_COLUMNS = ("v_mps", "omega_radps")
_BEAM = re.compile(r"(?P<sensor>[a-z][a-z0-9_]*?)_(?P<degree>[+-]?\d+(?:\.\d+)?)")


def write_csv(log: PerceptionLog, path: Path) -> None:
    """Write a log, times and readings to 1 ms and 1 mm, poses to 0.1 mm and 0.1 mrad."""
    names = [f"{log.sensor}_{round(math.degrees(angle), 4):g}" for angle in log.angles]
    line = "%.3f,%.4f,%.4f,%.4f,%.4f,%.4f" + ",%.3f" * len(names) + "\n"
    unfinished = path.with_name(path.name + ".part")
    with unfinished.open("w", encoding="ascii") as file:
        file.write(",".join((*POSE_COLUMNS, *SPEED_COLUMNS, *names)) + "\n")
        for record in np.column_stack((log.time, log.poses, log.speeds, log.readings)).tolist():
            file.write(line % tuple(record))
    unfinished.replace(path)


def read_csv(path: Path, sensor: str) -> PerceptionLog:
    """Read the log of one sensor."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            header = next(csv.reader(file), None)
            if header is None:
                raise LogError(f"{path}: is empty; expected a header such as {','.join(POSE_COLUMNS)},...")
            columns = [name.strip() for name in header]
            beams = _beams(columns, sensor, path)
            values = _numbers(file, columns, path)
    except (OSError, UnicodeDecodeError) as error:
        raise LogError(f"{path}: cannot be read: {error}") from None
    place = {name: values[:, k] for k, name in enumerate(columns)}
    speeds = [place.get(name, np.full(len(values), math.nan)) for name in SPEED_COLUMNS]
    try:
        return PerceptionLog(
            sensor,
            place["time_s"],
            np.column_stack([place[name] for name in POSE_COLUMNS[1:]]),
            np.column_stack(speeds),
            np.radians([degree for degree, _ in beams]),
            values[:, [column for _, column in beams]],
        )
    except LogError as error:
        raise LogError(f"{path}: {error}") from None


def _beams(columns: list[str], sensor: str, path: Path) -> list[tuple[float, int]]:
    """Return angle [degree] and column of each beam of a sensor, from right to left."""
    for name in POSE_COLUMNS:
        if name not in columns:
            raise LogError(f"{path}: no column {name!r}; expected {', '.join(POSE_COLUMNS)} and beams")
    twice = {name for name in columns if columns.count(name) > 1}
    if twice:
        raise LogError(f"{path}: the column {min(twice)!r} occurs twice")
    found = [(match, k) for k, name in enumerate(columns) if (match := _BEAM.fullmatch(name))]
    sensors = sorted({match["sensor"] for match, _ in found})
    if sensor not in sensors:
        if not sensors:
            raise LogError(
                f"{path}: no beams; expected columns such as {sensor}_-90, {sensor}_0, {sensor}_90"
            )
        raise LogError(f"{path}: {unknown_name('sensor', sensor, sensors)}")
    return sorted((float(match["degree"]), k) for match, k in found if match["sensor"] == sensor)


def _numbers(file: object, columns: list[str], path: Path) -> Floats:
    """Read all lines after the header; empty fields are NaN."""
    lines = list(file)  # type: ignore[call-overload]
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise LogError(f"{path}: has a header and no records")
    try:
        values: Floats = np.loadtxt(lines, delimiter=",", ndmin=2, comments=None)
        if values.shape[1] == len(columns):
            return values
    except ValueError:
        pass  # an empty field or a mistake: read it slowly, to say where
    return np.array([_record(k, line, columns, path) for k, line in enumerate(lines, start=2)])


def _record(number: int, line: str, columns: list[str], path: Path) -> list[float]:
    fields = next(csv.reader([line]), [])
    if len(fields) != len(columns):
        raise LogError(f"{path}, line {number}: {len(fields)} fields; expected {len(columns)}")
    values = []
    for name, field in zip(columns, fields, strict=True):
        try:
            values.append(float(field) if field.strip() else math.nan)
        except ValueError:
            raise LogError(f"{path}, line {number}, column {name}: {field!r} is not a number") from None
    return values
