"""Logged inputs and output as the regression reads them: gaps and missing samples are never bridged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ce_core.identification.terms import NOISE, OUTPUT, Term, input_names, longest_lag

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


class SignalError(ValueError):
    """Signals that nothing can be identified from; says where, the value, and what would be right."""


@dataclass(frozen=True, eq=False)
class Signals:
    """N samples of d inputs and one output; NaN marks a sample that is missing."""

    inputs: Floats
    """(N, d)"""
    output: Floats
    """(N,)"""
    breaks: tuple[int, ...] = field(default=())
    """Samples that do not follow on the one before: the first ones after a gap in the log."""

    def __post_init__(self) -> None:
        inputs = np.array(self.inputs, dtype=np.float64)
        output = np.array(self.output, dtype=np.float64)
        if inputs.ndim == 1:
            inputs = inputs[:, None]
        if inputs.ndim != 2 or output.ndim != 1 or len(inputs) != len(output):
            raise SignalError(
                f"inputs of shape {inputs.shape} and output of shape {output.shape}; expected (N, d) and (N,)"
            )
        for name, values in (("inputs", inputs), ("output", output)):
            if np.isinf(values).any():
                where = np.argwhere(np.isinf(values))[0].tolist()
                raise SignalError(f"{name}{where} is infinite; expected a number, or NaN where it is missing")
        for start in self.breaks:
            if not 0 <= start < len(output):
                raise SignalError(f"break at sample {start}; expected 0 to {len(output) - 1}")
        object.__setattr__(self, "inputs", inputs)
        object.__setattr__(self, "output", output)

    def __len__(self) -> int:
        return len(self.output)

    def columns(self) -> dict[str, Floats]:
        """Return every signal by its name in a term."""
        named = zip(input_names(self.inputs.shape[1]), self.inputs.T, strict=True)
        return {**dict(named), OUTPUT: self.output}

    def complete_rows(self, lag: int) -> Rows:
        """Return each n whose sample and `lag` samples before it are all there, without a gap between."""
        present = np.isfinite(self.inputs).all(axis=1) & np.isfinite(self.output)
        unbroken = np.zeros(len(self), dtype=np.int64)
        run = 0
        starts = set(self.breaks)
        for n, there in enumerate(present.tolist()):
            run = (1 if n in starts else run + 1) if there else 0
            unbroken[n] = run
        return np.flatnonzero(unbroken > lag)


def regressor_columns(
    signals: Signals, terms: Sequence[Term], rows: Rows, noise: Floats | None = None
) -> Floats:
    """Return the value of every term at every row, (terms, rows), as the regression reads them.

    noise (N,): e(n), needed only by terms of it.
    """
    columns = signals.columns()
    if noise is not None:
        columns[NOISE] = noise
    if longest_lag(terms) > (int(rows.min()) if len(rows) else 0):
        raise SignalError(f"row {rows.min()} has no sample {longest_lag(terms)} before it")
    values = np.ones((len(terms), len(rows)))
    for value, term in zip(values, terms, strict=True):
        for signal, lag in term:
            if signal not in columns:
                raise SignalError(f"a term needs the signal {signal!r}; there are {', '.join(columns)}")
            value *= columns[signal][rows - lag]
    return values


def constant_inputs(signals: Signals) -> list[str]:
    """Name the inputs that never change: nothing can be learned about them."""
    names = input_names(signals.inputs.shape[1])
    found = []
    for name, values in zip(names, signals.inputs.T, strict=True):
        finite = values[np.isfinite(values)]
        if len(finite) and float(np.ptp(finite)) == 0.0:
            found.append(name)
    return found
