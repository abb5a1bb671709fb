"""A task that strides over what it need not look at ends where one ends that looks after every step."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ce_core.planner import Planner, preset
from ce_core.planner.core_knowledge.motion import has_turned, most_steps, move, place_of, stride
from ce_core.planner.core_knowledge.single import heading, length, rounded
from ce_core.planner.explorer.rules import Rules
from ce_core.planner.explorer.states import OPEN


def step_by_step(rules: Rules, task: int, start: tuple[float, float, float]) -> tuple[int, list[float]]:
    """Follow a task with a look at the invariant before every step."""
    simulating, tasks = rules.simulating, rules.tasks
    single, step = simulating.single, simulating.step_time
    x, y, theta = start[0], start[1], heading(start[2], single)
    first, speed, turn = theta, tasks.speed[task], tasks.turn_rate[task]
    steps = 0
    for _ in range(most_steps(rules, task, start[1])):
        if tasks.by_angle[task]:
            if has_turned(first, theta, simulating.wrapped, single):
                break
        elif length(start[0] - x, start[1] - y, single) >= simulating.step_distance:
            break
        if speed != 0.0 and place_of(rules, x, y) != OPEN:
            break
        dx, dy = stride(speed, theta, step, single)
        x, y, theta = rounded(x + dx, single), rounded(y + dy, single), rounded(theta + turn * step, single)
        steps += 1
    return steps, [x, y, heading(theta, single)]


@pytest.mark.parametrize("name", ["paper", "authors", "careful"])
@pytest.mark.parametrize("target", [None, (1.0, 0.0), (0.2, 0.1)])
def test_striding_ends_where_looking_after_every_step_does(
    name: str, target: tuple[float, float] | None
) -> None:
    """Bit for bit, from anywhere, also at the horizon, at the target and at a heading of ±pi."""
    rng = np.random.default_rng(4)
    rules = Planner(preset(name, 0.22)).rules(target)
    edges = [(0.2, 0.1, 0.0), (0.99, 0.0, 0.0), (0.9, 0.43, 0.5), (1.2, 0.0, math.pi), (0.0, 0.0, -math.pi)]
    drawn = [(*rng.uniform(-0.9, 0.9, 2), rng.uniform(-math.pi, math.pi)) for _ in range(25)]
    aimed = [(0.2 - 0.1 * math.cos(a), 0.1 - 0.1 * math.sin(a), a) for a in rng.uniform(-3.0, 3.0, 5)]
    for start in (*edges, *drawn, *aimed):
        if rules.simulating.single:
            start = tuple(float(np.float32(value)) for value in start)
        for task in range(3):
            end = np.zeros(3)
            assert (move(rules, task, np.array(start), end), end.tolist()) == step_by_step(rules, task, start)
