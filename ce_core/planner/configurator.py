"""The Configurator (paper 2, section 2.2.3): plans on what it sees, and executes the plan task by task."""

from __future__ import annotations

import dataclasses
import logging
import math
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Unit
from numpy.typing import NDArray
from typing_extensions import Doc

from ce_core.planner.config import PlannerConfig
from ce_core.planner.core_knowledge.contact import NEVER
from ce_core.planner.planner import Plan, Planner, Target

_log = logging.getLogger(__name__)

STOP = (0.0, 0.0)
"""Forward speed [m/s] and turn rate [rad/s]."""

Points = NDArray[np.float64]


@dataclass(frozen=True)
class ReplanConfig:
    """When to plan anew."""

    on_disturbance: Annotated[
        bool, Doc("When something stands in the way of the rest of the plan that the plan did not predict.")
    ] = False
    until_target: Annotated[bool, Doc("When a plan is done and the target is not reached.")] = False
    skin: Annotated[
        float,
        Unit("m"),
        Ge(0.0),
        Doc("How near something must be to be in the way; below the planner's skin."),
    ] = 0.005
    arrival: Annotated[
        float, Unit("m"), Gt(0.0), Doc("The target is reached within this, whatever the plan says.")
    ] = 0.1
    patience: Annotated[int, Gt(0), Doc("Give up after so many plans in a row that lead nowhere.")] = 5


class Configurator:
    """Give it scans, and ask it for a command every motor period.

    The plan is made on the first scan and executed open loop, as in the paper; `replan` closes that loop.
    """

    def __init__(
        self, config: PlannerConfig, target: Target | None = None, replan: ReplanConfig | None = None
    ) -> None:
        """Aim at a target (x, y) [m] in the robot's frame at the start, or just away."""
        self.planner = Planner(config)
        self.replan = ReplanConfig() if replan is None else replan
        self.target = target
        self.planner.plan(np.zeros((0, 2)), target)  # loads the compiled code before it is needed
        self.plans: list[Plan] = []
        self.unpredicted = 0
        """Disturbances that a plan did not predict."""
        self._origin = (0.0, 0.0, 0.0)  # where the present plan began, in the frame of the start
        self._pose = (0.0, 0.0, 0.0)  # where the robot believes to be since then, from its commands
        self._task = 0
        self._ticks = 0
        self._failures = 0

    @property
    def plan(self) -> Plan | None:
        """The plan that is being executed."""
        return self.plans[-1] if self.plans else None

    @property
    def is_done(self) -> bool:
        """The plan is executed, or there is nothing to execute; and no other will be made."""
        if self.plan is None or self._is_under_way():
            return False
        again = self.replan.until_target and self.target is not None and not self._has_arrived()
        return not (again and self._failures < self.replan.patience)

    def see(self, points: Points) -> None:
        """Look at points (n, 2) [m] of a scan in the robot's frame: plan, if it is time to."""
        if self.plan is None:
            self._make_plan(points)
        elif self._is_under_way():
            if self.replan.on_disturbance and self._is_in_the_way(points):
                self.unpredicted += 1
                self._make_plan(points)
        elif not self.is_done:
            self._make_plan(points)

    def command(self) -> tuple[float, float]:
        """Return forward speed [m/s] and turn rate [rad/s] for the next motor period."""
        if not self._is_under_way():
            return STOP
        assert self.plan is not None
        planned = self.plan.tasks[self._task]
        body, period = self.planner.config.body, self.planner.config.motor_period
        speed, turn = self.planner.automaton.flow(planned.task, body.speed, body.turn_rate)
        x, y, theta = self._pose
        middle = theta + 0.5 * turn * period
        self._pose = (
            x + speed * period * math.cos(middle),
            y + speed * period * math.sin(middle),
            theta + turn * period,
        )
        self._ticks += 1
        self._skip_finished()
        return speed, turn

    def _is_under_way(self) -> bool:
        return self.plan is not None and self._task < len(self.plan.tasks)

    def _skip_finished(self) -> None:
        assert self.plan is not None
        while self._task < len(self.plan.tasks) and self._ticks >= self.plan.tasks[self._task].ticks:
            self._task, self._ticks = self._task + 1, 0

    @cached_property
    def _planner_of_gaps(self) -> Planner:
        """The planner where the other finds nothing: it passes as near to things as a plan under way may.

        On its way the robot comes nearer to what the first scan could not see than a plan would choose to,
        and there it would stand for good.
        """
        config = self.planner.config
        skin = min(self.replan.skin, config.core_knowledge.skin)
        knowledge = dataclasses.replace(config.core_knowledge, skin=skin)
        return Planner(dataclasses.replace(config, core_knowledge=knowledge))

    def _make_plan(self, points: Points) -> None:
        self._origin = _compose(self._origin, self._pose)
        self._pose, self._task, self._ticks = (0.0, 0.0, 0.0), 0, 0
        plan = self.planner.plan(points, self._target_here())
        if not plan.tasks and (self.replan.on_disturbance or self.replan.until_target):
            plan = self._planner_of_gaps.plan(points, self._target_here())
        self.plans.append(plan)
        self._failures = 0 if plan.tasks else self._failures + 1
        self._skip_finished()
        _log.info("plan %s, %d states", " ".join(plan.letters) or "(stay)", plan.states)

    def _target_here(self) -> Target | None:
        """Return the target in the robot's frame."""
        if self.target is None:
            return None
        x, y, theta = _compose(self._origin, self._pose)
        dx, dy = self.target[0] - x, self.target[1] - y
        cos, sin = math.cos(theta), math.sin(theta)
        return cos * dx + sin * dy, cos * dy - sin * dx

    def _has_arrived(self) -> bool:
        target = self._target_here()
        return target is not None and math.hypot(*target) <= self.replan.arrival

    def _is_in_the_way(self, points: Points) -> bool:
        """Tell whether the rest of the plan, from here, touches anything in this scan."""
        from ce_core.kernels.explorer import build_world, find_contact

        assert self.plan is not None
        config = self.planner.config
        rules = self.planner.rules(self._target_here())
        rules = rules._replace(body=rules.body._replace(reach=self.replan.skin))
        world = build_world(np.ascontiguousarray(points), config.sensor_range, config.resolution)
        world.near[: len(world.x)] = np.arange(len(world.x))
        letters = list(self.planner.automaton.tasks)
        steps_per_tick = config.motor_period / config.core_knowledge.step_time
        pose = np.zeros(3)
        for k, planned in enumerate(self.plan.tasks[self._task :]):
            left = planned.ticks - (self._ticks if k == 0 else 0)
            steps = math.ceil(left * steps_per_tick)
            task = letters.index(planned.task)
            if find_contact(world, rules, task, pose, steps, len(world.x)) != NEVER:
                return True
            speed, turn = self.planner.automaton.flow(planned.task, config.body.speed, config.body.turn_rate)
            time = left * config.motor_period
            way = speed * time
            pose += (way * math.cos(pose[2]), way * math.sin(pose[2]), turn * time)
        return False


def _compose(
    frame: tuple[float, float, float], pose: tuple[float, float, float]
) -> tuple[float, float, float]:
    """Return a pose given in a frame, in the frame of that frame."""
    cos, sin = math.cos(frame[2]), math.sin(frame[2])
    return (
        frame[0] + cos * pose[0] - sin * pose[1],
        frame[1] + sin * pose[0] + cos * pose[1],
        frame[2] + pose[2],
    )
