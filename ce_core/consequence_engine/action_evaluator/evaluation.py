"""What the Action Evaluator found out about every action; one struct for every safety rule."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Arrays with one entry per candidate action."""

    simulated: NDArray[np.bool_]
    """False: left out, the simulation budget was spent; the rest then says nothing."""
    dangerous: NDArray[np.bool_]
    """Another robot comes closer than the safety distance."""
    danger_time: NDArray[np.float64]
    """First time of danger [s] from now; NaN if there is none."""
    min_distance: NDArray[np.float64]
    """Centre to centre, to the nearest other robot over the whole simulation [m]; inf if alone."""
    nearest_robot: tuple[str, ...]
    """Whose distance that is; empty if alone."""
    exposure: NDArray[np.float64]
    """How deep and how long others are inside the safety distance, near danger counting more [m s]."""
    others_danger_time: NDArray[np.float64]
    """First time [s] that two of the others are too close to each other; NaN if never, or not looked at."""

    @property
    def safety(self) -> NDArray[np.float64]:
        """The safety as a vector (actions, 2): of the robot, of the others; 0 where safe, -1 where not."""
        return np.where(np.column_stack((self.dangerous, self.others_danger_time >= 0.0)), -1.0, 0.0)

    def replaced(self, rows: NDArray[np.int64], newer: Evaluation) -> Evaluation:
        """Return the same with what is newer about these actions, in the order of rows."""
        if len(rows) == len(self.simulated):
            return newer
        names = list(self.nearest_robot)
        for i, row in enumerate(rows.tolist()):
            names[row] = newer.nearest_robot[i]
        arrays = {}
        for field in fields(self):
            if field.name != "nearest_robot":
                arrays[field.name] = getattr(self, field.name).copy()
                arrays[field.name][rows] = getattr(newer, field.name)
        return Evaluation(nearest_robot=tuple(names), **arrays)


def unknown(count: int) -> Evaluation:
    """Say nothing yet about so many actions: none is simulated, none is dangerous."""
    return Evaluation(
        simulated=np.zeros(count, dtype=np.bool_),
        dangerous=np.zeros(count, dtype=np.bool_),
        danger_time=np.full(count, np.nan),
        min_distance=np.full(count, np.inf),
        nearest_robot=("",) * count,
        exposure=np.zeros(count),
        others_danger_time=np.full(count, np.nan),
    )
