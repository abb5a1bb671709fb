"""Requests as paper 0, section 2.4.6 draws them."""

from collections.abc import Callable

import numpy as np
import pytest

from ce_core.internal_model.robot_controller import Action
from ce_core.internal_model.simulator import SimRequest

N_ROBOTS = 6
NAMES = tuple(f"epuck{k}" for k in range(N_ROBOTS))


def draw_request(
    seed: int, duration: float = 15.0, first_action: str = "MoveTo(1, 0);Avoidance"
) -> SimRequest:
    """One robot at the start of the corridor, five h-robots at random; the first robot's action is given."""
    rng = np.random.default_rng(seed)
    places = [np.array([-1.0, 0.0])]
    while len(places) < N_ROBOTS:
        place = rng.uniform([-0.5, -0.3], [1.0, 0.3])
        if all(np.hypot(*(place - other)) >= 0.25 for other in places):
            places.append(place)
    headings = np.concatenate(([0.0], rng.uniform(-np.pi, np.pi, N_ROBOTS - 1)))
    actions = [Action.parse(first_action)]
    actions += [Action.parse(f"GoStraight({v});Avoidance") for v in rng.uniform(0.6, 0.8, N_ROBOTS - 1)]
    return SimRequest(
        world="corridor",
        robots=NAMES,
        models=("epuck",) * N_ROBOTS,
        poses=np.column_stack((np.array(places), headings)),
        velocities=np.zeros((N_ROBOTS, 2)),
        actions=tuple(actions),
        duration=duration,
        seed=seed,
    )


@pytest.fixture(scope="session")
def corridor_request() -> Callable[..., SimRequest]:
    return draw_request
