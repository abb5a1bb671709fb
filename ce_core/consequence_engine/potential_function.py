"""The task as a potential: a trough that rises towards the goal (paper 0, section 2.2.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from annotated_types import Ge, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

PotentialFunction = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""From points (n, 2) [m] in frame map to their values (n,); higher is better."""


@dataclass(frozen=True)
class PotentialConfig:
    """The trough `s(x, y) = incline x - trough (y - middle)^2`.

    The paper describes the shape and that leaving the straight path is slightly discouraged; its formula is
    not in the text we have. On the default grid these weights rank every goal farther along the corridor
    above every nearer one, and the middle above the sides.
    """

    incline: Annotated[float, Unit("1/m"), Ge(0.0), Doc("Worth of a metre towards the goal, along x.")] = 1.0
    trough: Annotated[
        float, Unit("1/m^2"), Ge(0.0), Doc("Cost of the squared distance from the straight path.")
    ] = 0.5
    middle: Annotated[float, Unit("m"), Doc("y of the straight path from start to goal.")] = 0.0


def trough(config: PotentialConfig) -> PotentialFunction:
    """Return the potential function that the config describes."""

    def potential(points: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y = points[:, 0], points[:, 1]
        return config.incline * x - config.trough * (y - config.middle) ** 2

    return potential
