"""trials.csv: one row per trial, written as each is finished, read again to go on with a run."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import logging
import os
import typing
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Generic, TypeVar

from ce_core.experiments.experiment import ExperimentError

Row = TypeVar("Row")

log = logging.getLogger(__name__)

TRIALS, SETTINGS, RESULTS = "trials.csv", "settings.json", "results.json"


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write a JSON file as a whole or not at all."""
    _replace(path, json.dumps(content, indent=2, allow_nan=False) + "\n")


def write_rows(path: Path, rows: Sequence[Any], row_type: type) -> None:
    """Write rows, which are dataclasses of plain values, as a whole or not at all."""
    text = io.StringIO()
    writer = _writer(text, row_type)
    writer.writeheader()
    writer.writerows(dataclasses.asdict(row) for row in rows)
    _replace(path, text.getvalue())


def read_rows(path: Path, row_type: type[Row]) -> list[Row]:
    """Read rows; a last line that was cut off while it was written is left out."""
    kinds = {name: _kind(hint) for name, hint in typing.get_type_hints(row_type).items()}
    lines = path.read_text().splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines.pop()
    reader = csv.DictReader(lines)
    names = [field.name for field in dataclasses.fields(row_type)]  # type: ignore[arg-type]
    if reader.fieldnames is None or list(reader.fieldnames) != names:
        raise ExperimentError(f"{path}: columns {reader.fieldnames}; expected {names}")
    rows = []
    for record in reader:
        try:
            rows.append(row_type(**{name: _value(kinds[name], record[name]) for name in names}))
        except (ValueError, TypeError) as error:
            raise ExperimentError(f"{path}, line {reader.line_num}: {error}") from None
    return rows


class TrialFile(Generic[Row]):
    """The trials of one run in a folder; what is finished is on the disk."""

    def __init__(self, folder: Path, row_type: type[Row], settings: Mapping[str, Any], resume: bool) -> None:
        """Begin, or go on with what the folder holds if it was made with the same settings."""
        self.folder, self.row_type = folder, row_type
        self.rows: list[Row] = []
        """Found when it was opened."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ExperimentError(f"--out {folder}: {error.strerror}") from None
        path = folder / TRIALS
        if resume and path.exists():
            _check_settings(folder / SETTINGS, settings)
            self.rows = read_rows(path, row_type)
        elif path.exists():
            log.warning("%s holds an earlier run; it is now in %s", folder, _move_aside(folder).name)
        write_json(folder / SETTINGS, settings)
        write_rows(path, self.rows, row_type)
        self._file = path.open("a", newline="")
        self._writer = _writer(self._file, row_type)

    def append(self, row: Row) -> None:
        """Add a finished trial."""
        self._writer.writerow(dataclasses.asdict(row))  # type: ignore[call-overload]
        self._file.flush()

    def close(self, rows: Sequence[Row]) -> None:
        """End with these rows, in this order."""
        self._file.close()
        write_rows(self.folder / TRIALS, rows, self.row_type)


def _check_settings(path: Path, settings: Mapping[str, Any]) -> None:
    try:
        before = json.loads(path.read_text())
    except (OSError, ValueError):
        raise ExperimentError(f"--resume: {path} is missing or damaged; use another --out") from None
    now = json.loads(json.dumps(settings))
    if before != now:
        different = ", ".join(
            f"{key} was {before.get(key)!r:.60} and is {now.get(key)!r:.60}"
            for key in dict.fromkeys([*before, *now])
            if before.get(key) != now.get(key)
        )
        raise ExperimentError(
            f"--resume: {path.parent} was made differently ({different}); "
            "give the same options, or another --out"
        )


def _move_aside(folder: Path) -> Path:
    """Keep an earlier run in a folder of its own."""
    number = next(n for n in range(1, 1_000_000) if not (folder / f"earlier-{n}").exists())
    aside = folder / f"earlier-{number}"
    aside.mkdir()
    for name in (TRIALS, SETTINGS, RESULTS):
        if (folder / name).exists():
            (folder / name).rename(aside / name)
    return aside


def _writer(file: IO[str], row_type: type) -> csv.DictWriter[str]:
    names = [field.name for field in dataclasses.fields(row_type)]
    return csv.DictWriter(file, names, lineterminator="\n")


def _replace(path: Path, text: str) -> None:
    new = path.with_name(path.name + ".new")
    new.write_text(text)
    os.replace(new, path)


def _kind(hint: Any) -> Any:
    if hint not in (bool, int, float, str, float | None):
        raise TypeError(f"a column is bool, int, float, str, or float | None, not {hint}")
    return hint


def _value(kind: Any, text: str | None) -> Any:
    if text is None:
        raise ValueError("the line has too few columns")
    if kind == float | None:
        return float(text) if text else None
    if kind is bool:
        if text not in ("True", "False"):
            raise ValueError(f"{text!r} must be True or False")
        return text == "True"
    return kind(text)
