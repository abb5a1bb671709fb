"""Core knowledge in Box2D itself, as in paper 2, section 2.3.2: the reference for the analytic one."""

from __future__ import annotations

import math
from typing import Any

from ce_core.planner.core_knowledge.motion import QUARTER, most_steps, place_of
from ce_core.planner.core_knowledge.single import heading
from ce_core.planner.core_knowledge.windows import look
from ce_core.planner.core_knowledge.world import World
from ce_core.planner.explorer.explore import explore
from ce_core.planner.explorer.rules import Rules
from ce_core.planner.explorer.states import OPEN, States


def explore_in_box2d(world: World, rules: Rules, states: States) -> int:
    """Grow the transition system with tasks simulated in Box2D, and return how the search ended."""
    return explore(world, rules, states, simulate)


def simulate(world: World, rules: Rules, states: States, state: int) -> None:
    """Simulate the task of a state in a Box2D world of its own, and write what came of it."""
    task, start, end = int(states.task[state]), states.pose[states.parent[state]], states.pose[state]
    others = 0
    if state == 1 and rules.simulating.root_window:
        others = look(world, rules, rules.tasks.default, states.pose[0], 0)
        states.bodies[0] = others
    count = look(world, rules, task, start, others)
    states.bodies[state] = count - others
    bodies = world.near[:count].tolist()
    touched, pose, steps = _run(rules, task, start.tolist(), [(world.x[i], world.y[i]) for i in bodies])
    states.steps[state], states.crashed[state] = steps, bool(touched)
    if touched:
        middle = len(touched) // 2 if rules.simulating.middle_contact else 0
        states.contact[state] = touched[middle]
        end[:] = start
    else:
        end[:] = pose


def _run(
    rules: Rules, task: int, start: list[float], points: list[tuple[float, float]]
) -> tuple[list[tuple[float, float]], tuple[float, float, float], int]:
    """Drive until collision, end or horizon: the points touched, the last pose, and the time steps."""
    import Box2D

    simulating, body = rules.simulating, rules.body
    touched: list[tuple[float, float]] = []

    class Listener(Box2D.b2ContactListener):  # type: ignore[misc]
        def BeginContact(self, contact: Any) -> None:  # noqa: N802 - Box2D's name
            for one, other in ((contact.fixtureA, contact.fixtureB), (contact.fixtureB, contact.fixtureA)):
                if one.body.userData == "robot":
                    touched.append(other.body.userData)

    listener = Listener()
    physics = Box2D.b2World(gravity=(0, 0), doSleep=True, contactListener=listener)
    square = Box2D.b2PolygonShape(box=(body.half_obstacle, body.half_obstacle))
    create = physics.CreateDynamicBody if simulating.dynamic else physics.CreateStaticBody
    for x, y in points:
        create(position=(x, y), userData=(float(x), float(y)), shapes=square)
    outline = Box2D.b2PolygonShape(box=(body.half_length, body.half_width, (body.centre, 0.0), 0.0))
    robot = physics.CreateDynamicBody(position=start[:2], angle=start[2], userData="robot")
    robot.CreateFixture(shape=outline, density=0.0, friction=0.0)

    speed, turn = float(rules.tasks.speed[task]), float(rules.tasks.turn_rate[task])
    theta = first = heading(start[2], simulating.single)
    steps = 0
    for _ in range(most_steps(rules, task, start[1])):
        x, y = robot.position
        if _has_ended(rules, task, (first, theta), (x - start[0], y - start[1]), (x, y)):
            break
        robot.linearVelocity = speed * math.cos(theta), speed * math.sin(theta)
        robot.angularVelocity = turn
        robot.transform = (x, y), theta
        physics.Step(simulating.step_time, *simulating.iterations)
        if touched:
            break
        theta += turn * simulating.step_time
        steps += 1
    x, y = robot.position
    return touched, (x, y, heading(theta, simulating.single)), steps


def _has_ended(
    rules: Rules, task: int, angles: tuple[float, float], moved: tuple[float, float], at: tuple[float, float]
) -> bool:
    if rules.tasks.by_angle[task]:
        first, theta = angles
        if not rules.simulating.wrapped:
            return abs(theta - first) >= QUARTER
        angle = math.atan2(math.sin(theta), math.cos(theta))
        return angle >= first + QUARTER or angle <= first - QUARTER
    return math.hypot(*moved) >= rules.simulating.step_distance or place_of(rules, *at) != OPEN
