"""The simulation budget, by simulated time and by the clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from ce_core.consequence_engine import EngineConfig, Snapshot
from ce_core.consequence_engine.budget import WallClock
from ce_core.consequence_engine.internal_simulation import simulate_actions
from ce_core.internal_model.robot_controller.action import Action
from ce_core.internal_model.simulator.simulator import SimRequest, Trajectory

ACTIONS = [Action.parse(f"MoveTo({x}, 0);Avoidance") for x in range(1, 19)]
BASE = np.arange(18.0)
TIMES = np.full(18, 15.0)


class Slow:
    """A simulator whose every simulated second takes some seconds of a clock that only it moves."""

    def __init__(self, simulator: Any, cost: float) -> None:
        self.now, self.cost, self.simulator = 0.0, cost, simulator

    def clock(self) -> float:
        return self.now

    def simulate(self, requests: Sequence[SimRequest]) -> list[Trajectory]:
        self.now += self.cost * sum(request.duration for request in requests)
        found: list[Trajectory] = self.simulator.simulate(requests)
        return found


@pytest.mark.parametrize("speed", [40.0, 100.0, 300.0, 600.0, 1e5])
def test_the_clock_is_never_over_the_budget(
    speed: float, snapshot: Callable[..., Snapshot], simulator: Any
) -> None:
    slow = Slow(simulator, 1.0 / speed)
    seen = snapshot((0.0, 0.0, 0.0), ("a", (1.0, 0.0, np.pi), None))
    found = simulate_actions(
        seen, ACTIONS, BASE, TIMES, slow, EngineConfig(), WallClock(0.5, 15.0, slow.clock)
    )
    assert slow.now <= 0.5
    simulated = int(found.evaluation.simulated.sum())
    assert simulated == np.isfinite(found.evaluation.min_distance).sum()
    # What is simulated are the actions of the highest base values; the rest is said to be left out.
    assert found.evaluation.simulated[18 - simulated :].all()
    # At least half of the budget is used, unless all is done before.
    assert simulated == 18 or slow.now > 0.25
    assert speed < 1e5 or simulated == 18


def test_too_slow_for_more_than_one_simulation_still_decides(
    snapshot: Callable[..., Snapshot], simulator: Any
) -> None:
    slow = Slow(simulator, 1.0)
    seen = snapshot((0.0, 0.0, 0.0))
    found = simulate_actions(
        seen, ACTIONS, BASE, TIMES, slow, EngineConfig(), WallClock(0.5, 15.0, slow.clock)
    )
    assert found.evaluation.simulated.tolist() == [False] * 17 + [True]


def test_re_runs_that_are_left_out_are_counted(snapshot: Callable[..., Snapshot], simulator: Any) -> None:
    seen = snapshot((0.0, 0.0, 0.0), ("a", (1.0, 0.0, np.pi), "GoStraight(0.8);Avoidance"))
    config = EngineConfig(time_budget=0.5, simulation_speed=84.0)
    found = simulate_actions(seen, ACTIONS[:2], BASE[:2], TIMES[:2], simulator, config)
    assert (found.simulations, found.reruns_left_out) == (3, 1)


def test_an_unknown_kind_lists_the_known_ones() -> None:
    with pytest.raises(ValueError, match="simulated_time, wall_clock"):
        EngineConfig(budget="sundial")  # type: ignore[arg-type]
