"""The baseline of paper 2: a single closed loop that sees no farther than its present task."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ce_core.planner.config import PlannerConfig
from ce_core.planner.explorer.states import new_states
from ce_core.planner.planner import Planner, Target

STRAIGHT, LEFT, RIGHT = "S", "L", "R"
ARRIVAL = 0.1
"""The target is reached within this [m]."""


class Reactive:
    """Drives straight; turns away from what its present task would collide with, and towards the target.

    `signed` turns away from the side of the obstacle and towards the side of the target. Without it, as in
    the authors' program, angles are never negative: always right for an obstacle, always left for a target.
    """

    def __init__(
        self, config: PlannerConfig, target: Target | None = None, signed: bool = True, seed: int = 0
    ) -> None:
        """Aim at a target (x, y) [m] in the robot's frame at the start, or just drive."""
        self.planner = Planner(config)
        self.target = target
        self.signed = signed
        self._random = np.random.default_rng(seed)
        self._pose = (0.0, 0.0, 0.0)
        self._task = STRAIGHT
        self._ticks = self._duration(STRAIGHT)
        self._obstacle: tuple[float, float] | None = None
        self._started = False

    @property
    def is_done(self) -> bool:
        """At the target."""
        target = self._target_here()
        return target is not None and math.hypot(*target) <= ARRIVAL

    def see(self, points: NDArray[np.float64]) -> None:
        """Simulate the present task among points (n, 2) [m] in the robot's frame."""
        from ce_core.kernels.explorer import build_world, simulate_task

        self._started = True
        config = self.planner.config
        single = config.core_knowledge.single_precision
        world = build_world(np.ascontiguousarray(points), config.sensor_range, config.resolution, single)
        states = new_states(3, len(self.planner.automaton.tasks))
        states.parent[2], states.task[2] = 0, list(self.planner.automaton.tasks).index(self._task)
        simulate_task(world, self.planner.rules(None), states, 2)
        self._obstacle = None
        if states.crashed[2]:
            self._obstacle = (float(states.contact[2, 0]), float(states.contact[2, 1]))
            self._ticks = 0

    def command(self) -> tuple[float, float]:
        """Return forward speed [m/s] and turn rate [rad/s] for the next motor period."""
        if not self._started or self.is_done:
            return 0.0, 0.0
        if self._ticks <= 0:
            self._task = self._next_task()
            self._ticks = self._duration(self._task)
            self._obstacle = None
        self._ticks -= 1
        config = self.planner.config
        speed, turn = self.planner.automaton.flow(self._task, config.body.speed, config.body.turn_rate)
        x, y, theta = self._pose
        middle, period = theta + 0.5 * turn * config.motor_period, config.motor_period
        self._pose = (
            x + speed * period * math.cos(middle),
            y + speed * period * math.sin(middle),
            theta + turn * period,
        )
        return speed, turn

    def _next_task(self) -> str:
        if self._obstacle is not None:
            return self._away_from(math.atan2(self._obstacle[1], self._obstacle[0]))
        if self._task != STRAIGHT:
            return STRAIGHT
        target = self._target_here()
        if target is not None:
            bearing = math.atan2(target[1], target[0])
            if abs(bearing) > self.planner.config.explorer.bearing_tolerance:
                return RIGHT if self.signed and bearing < 0.0 else LEFT
        return STRAIGHT

    def _away_from(self, bearing: float) -> str:
        if bearing == 0.0:
            return LEFT if self._random.random() < 0.5 else RIGHT
        return LEFT if self.signed and bearing < 0.0 else RIGHT

    def _duration(self, task: str) -> int:
        """Return the motor periods of a task."""
        config = self.planner.config
        whole = (
            config.step_distance / config.body.speed
            if task == STRAIGHT
            else 0.5 * math.pi / config.body.turn_rate
        )
        return int(whole / config.motor_period)

    def _target_here(self) -> Target | None:
        if self.target is None:
            return None
        x, y, theta = self._pose
        dx, dy = self.target[0] - x, self.target[1] - y
        cos, sin = math.cos(theta), math.sin(theta)
        return cos * dx + sin * dy, cos * dy - sin * dx
