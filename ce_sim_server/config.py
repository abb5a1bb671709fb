"""The parameters of a simulation server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge
from typing_extensions import Doc


@dataclass(frozen=True)
class SimServerConfig:
    """How a simulation server works."""

    threads: Annotated[int, Ge(1), Doc("Threads that share the simulations of a batch.")] = 1
