"""A robot's infrared sensors as its controller sees them: readings, calibration, and their age."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

CALIBRATION_READINGS = 10
"""CalibrateIR takes the mean of this many control steps for nothing."""


class Proximity:
    """The newest activation of every sensor, 0 (nothing) to 1 (touching)."""

    def __init__(self, n_sensors: int) -> None:
        self.heard = float("-inf")
        """When a sensor last spoke [s]."""
        self._raw = np.zeros(n_sensors)
        self._offset = np.zeros(n_sensors)
        self._background: list[NDArray[np.float64]] = []

    def set(self, sensor: int, activation: float, now: float) -> None:
        """Take a reading at a time [s]."""
        self._raw[sensor] = activation
        self.heard = now

    @property
    def values(self) -> NDArray[np.float64]:
        """What is seen beyond what calibration takes for nothing, (sensors,), 0 to 1."""
        return np.clip(self._raw - self._offset, 0.0, 1.0)

    def calibrate(self) -> bool:
        """Use what is seen now; tell whether enough was seen, and nothing is from now on what that was."""
        self._background.append(self._raw.copy())
        if len(self._background) < CALIBRATION_READINGS:
            return False
        self._offset = np.mean(self._background, axis=0)
        self._background.clear()
        return True

    def reset(self) -> None:
        """Forget all calibration."""
        self._offset[:] = 0.0
        self._background.clear()

    def __str__(self) -> str:
        return " ".join(f"ps{k} {value:.2f}" for k, value in enumerate(self.values.tolist()))
