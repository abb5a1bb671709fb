"""What robots do in the corridor, over a fixed set of seeds (paper 0, sections 2.3.3 and 2.4.6)."""

import numpy as np
import pytest

from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.simulator import KernelSimulator

RADIUS = ROBOT_MODELS["epuck"].radius
SEEDS = range(5000, 5040)
WINDOW = 50  # steps of 5 s


@pytest.fixture(scope="module")
def minute(corridor_request):
    """Poses (runs, robots, steps, 3) of six h-robots for 60 s each."""
    requests = [corridor_request(s, 60.0, "GoStraight(0.8);Avoidance") for s in SEEDS]
    return np.array([path.poses for path in KernelSimulator().simulate(requests)])


def test_nobody_passes_through_a_wall_or_another_robot(minute):
    assert (abs(minute[..., 0]) <= 1.1 - RADIUS + 1e-8).all()
    assert (abs(minute[..., 1]) <= 0.5 - RADIUS + 1e-8).all()
    first, second = np.tril_indices(minute.shape[1], -1)
    gaps = np.linalg.norm(minute[:, first, :, :2] - minute[:, second, :, :2], axis=-1)
    assert gaps.min() >= 2 * RADIUS - 1e-3


def test_avoidance_turns_away_before_robots_touch_a_wall(minute):
    clearance = np.minimum(1.1 - abs(minute[..., 0]), 0.5 - abs(minute[..., 1])) - RADIUS
    assert (clearance < 1e-6).mean() < 1e-3
    assert np.quantile(clearance, 0.001) < 0.05  # they do come near


def test_robots_are_rarely_stuck(minute):
    steps = np.linalg.norm(np.diff(minute[..., :2], axis=2), axis=-1)
    travelled = np.cumsum(steps, axis=-1)
    in_window = travelled[..., WINDOW:] - travelled[..., :-WINDOW]
    assert (in_window < 0.03).mean() < 0.01


def test_robots_keep_about_their_speed(minute):
    steps = np.linalg.norm(np.diff(minute[..., :2], axis=2), axis=-1)
    assert 0.055 < steps.mean() / 0.1 < 0.08


def test_a_robot_with_a_goal_arrives_among_the_others(corridor_request):
    paths = KernelSimulator().simulate([corridor_request(seed, 40.0) for seed in SEEDS])
    distance = np.array([np.hypot(p.poses[0, :, 0] - 1.0, p.poses[0, :, 1]) for p in paths])
    arrived = distance.min(axis=1) < 0.05
    assert arrived.mean() > 0.95
    assert np.median(np.argmax(distance < 0.05, axis=1)[arrived]) * 0.1 < 23.0
