"""All sensors of all robots of one world, each read when its hardware can, the last value kept meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ce_core.family import unknown_name
from ce_core.internal_model.draw import FIRST_OWN_NOISE
from ce_core.internal_model.sensors.draws import CHANNELS_PER_VALUE, Draws
from ce_core.internal_model.sensors.sensor import Sensor, View, read

Floats = NDArray[np.float64]

Look = Callable[[int], tuple[Floats, View]]
"""Gives a robot's pose (3,) and what its rays can meet, now."""


class _Station:
    """One sensor of one robot, and what it read last."""

    def __init__(self, sensor: Sensor, robot: int, first_channel: int, time_step: float) -> None:
        self.sensor = sensor
        self.robot = robot
        self.first_channel = first_channel
        self.on_demand = sensor.timing.reads_every_step(sensor.n_places, time_step)
        """Read in every step: then nothing need be kept, and it is read when somebody asks."""
        self.last: Floats | None = None

    def draws(self, key: int, step: int) -> Draws:
        return Draws(key, self.robot, step, self.first_channel)


class SensorSuite:
    """Reads sensors by their readability state (lecture, Event timing)."""

    def __init__(self, sensors: Sequence[Sequence[Sensor]], key: int, time_step: float) -> None:
        """Take the sensors of each robot, the noise's key and the world's time step [s]."""
        self._key = key
        self._time_step = time_step
        self._stations: list[dict[str, _Station]] = []
        for robot, carried in enumerate(sensors):
            channel = FIRST_OWN_NOISE
            stations = {}
            for sensor in carried:
                stations[sensor.name] = _Station(sensor, robot, channel, time_step)
                channel += CHANNELS_PER_VALUE * sensor.n_values
            self._stations.append(stations)
        self._kept = [
            station for stations in self._stations for station in stations.values() if not station.on_demand
        ]

    def update(self, step: int, look: Look) -> None:
        """Read what can be read in this step and must be kept; call it once a step, from step 0 on."""
        for station in self._kept:
            timing, places = station.sensor.timing, station.sensor.n_places
            due = [timing.readable(place, step, self._time_step) for place in range(places)]
            if station.last is not None and not any(due):
                continue
            fresh = read(station.sensor, *look(station.robot), station.draws(self._key, step))
            if station.last is None or all(due):
                station.last = fresh
            else:  # places that are read in turn have one value each
                station.last = np.where(due, fresh, station.last)

    def keeps(self, robot: int, name: str) -> bool:
        """Tell whether this sensor is read in some steps only."""
        return not self._station(robot, name).on_demand

    def value(self, robot: int, name: str, step: int, look: Look) -> Floats:
        """Return what a robot's sensor says in this step: read now, or when it last could."""
        station = self._station(robot, name)
        if station.on_demand:
            return read(station.sensor, *look(robot), station.draws(self._key, step))
        if station.last is None:
            raise ValueError(f"sensor {name!r} of robot {robot} was never read; call update(0, ...) first")
        return station.last.copy()

    def snapshot(self) -> tuple[Floats | None, ...]:
        """Return the values that stand now, to go back to."""
        return tuple(None if station.last is None else station.last.copy() for station in self._kept)

    def restore(self, kept: Sequence[Floats | None]) -> None:
        """Go back to a snapshot of this suite, or of one of the same robots."""
        for station, values in zip(self._kept, kept, strict=True):
            station.last = None if values is None else values.copy()

    def _station(self, robot: int, name: str) -> _Station:
        if not 0 <= robot < len(self._stations):
            raise ValueError(f"robot = {robot!r}; expected 0 to {len(self._stations) - 1}")
        if name not in self._stations[robot]:
            raise unknown_name(f"sensor of robot {robot}", name, list(self._stations[robot]))
        return self._stations[robot][name]
