"""Identified environments on disk: one compressed file with arrays and a readable header."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from ce_core.identified_environment.environment_model import EnvironmentModel, Knowledge
from ce_core.identified_environment.environment_table import EnvironmentTable
from ce_core.identified_environment.grid import Grid

FORMAT = "identified environment 1"
_ARRAYS = (
    "location_of_node",
    "values",
    "first_segment",
    "start",
    "first_term",
    "term",
    "parameter",
    "exponents",
)
_KNOWLEDGE = ("status", "locations", "distance")


class ModelFileError(ValueError):
    """A file that is not a model, or not whole."""


def save_model(model: EnvironmentModel, path: Path) -> None:
    """Write a model; the file appears only when it is complete."""
    header = {
        "format": FORMAT,
        "kind": model.kind,
        "sensor": model.knowledge.sensor,
        "grid": list(model.table.grid),
        "max_reading": model.table.max_reading,
    }
    arrays: dict[str, Any] = {name: getattr(model.table, name) for name in _ARRAYS}
    arrays |= {name: getattr(model.knowledge, name) for name in _KNOWLEDGE}
    if path.is_dir():
        raise IsADirectoryError(f"{path}: is a folder; expected the name of a file")
    unfinished = path.with_name(path.name + ".part")
    try:
        with unfinished.open("wb") as file:
            np.savez_compressed(file, header=np.array(json.dumps(header)), **arrays)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def load_model(path: Path) -> EnvironmentModel:
    """Read a model that `save_model` wrote."""
    try:
        with np.load(path, allow_pickle=False) as file:
            content = {name: file[name] for name in file.files}
        header = json.loads(str(content["header"]))
        if header["format"] != FORMAT:
            raise ModelFileError(f"{path}: its format is {header['format']!r}; expected {FORMAT!r}")
        x0, y0, spacing, nx, ny = header["grid"]
        grid = Grid(float(x0), float(y0), float(spacing), int(nx), int(ny))
        table = EnvironmentTable(
            grid=grid, max_reading=float(header["max_reading"]), **{name: content[name] for name in _ARRAYS}
        )
        knowledge = Knowledge(header["sensor"], grid, *(content[name] for name in _KNOWLEDGE))
        model = EnvironmentModel(header["kind"], knowledge, table)
    except FileNotFoundError:
        raise ModelFileError(f"{path}: there is no such file") from None
    except ModelFileError:
        raise
    except (KeyError, TypeError, ValueError, OSError, EOFError, zipfile.BadZipFile) as error:
        raise ModelFileError(f"{path}: is not an identified environment, or not whole: {error}") from None
    _check(model, path)
    return model


def _check(model: EnvironmentModel, path: Path) -> None:
    """Refuse indices that point outside of the arrays: compiled code trusts them."""
    table = model.table
    n_locations = len(model.knowledge.locations)
    sound = (
        table.location_of_node.shape == (table.grid.nx * table.grid.ny,)
        and _within(table.location_of_node, -1, n_locations)
        and (table.values.shape[0] == n_locations) == (model.kind == "lookup")
        and (model.kind == "lookup" or len(table.first_segment) == n_locations + 1)
        and _rising(table.first_segment, len(table.start))
        and len(table.first_term) == len(table.start) + 1
        and _rising(table.first_term, len(table.term))
        and len(table.parameter) == len(table.term)
        and _within(table.term, 0, len(table.exponents))
    )
    if not sound:
        raise ModelFileError(f"{path}: its arrays do not fit together")


def _within(values: np.ndarray[Any, Any], low: int, high: int) -> bool:
    return bool(((values >= low) & (values < high)).all())


def _rising(firsts: np.ndarray[Any, Any], end: int) -> bool:
    return bool(firsts[0] == 0 and firsts[-1] == end and (np.diff(firsts) >= 0).all())
