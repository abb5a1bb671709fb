"""Every number and every open choice of the planner, with its default: what paper 2 says.

Where the paper is silent or its authors' program does something else, the choice is a named switch.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from annotated_types import Ge, Gt, Le, Unit
from typing_extensions import Doc

WorldBuilding = Literal["every_point", "every_other_point"]
"""worldbuilding1 and worldbuilding2 of section 2.3.2."""


@dataclass(frozen=True)
class BodyConfig:
    """The robot of Figure 3A: a rectangle that turns about its LiDAR, which is the origin."""

    length: Annotated[float, Unit("m"), Gt(0.0), Doc("Along the heading.")] = 0.22
    width: Annotated[float, Unit("m"), Gt(0.0), Doc("Across it.")] = 0.18
    centre: Annotated[
        float, Unit("m"), Doc("Where the middle of the rectangle is, ahead of the LiDAR.")
    ] = -0.05
    speed: Annotated[float, Unit("m/s"), Gt(0.0), Doc("Of a straight.")] = 0.098
    turn_rate: Annotated[float, Unit("rad/s"), Gt(0.0), Doc("Of a turn on the spot.")] = 1.04


@dataclass(frozen=True)
class CoreKnowledgeConfig:
    """How a task is simulated."""

    step_time: Annotated[float, Unit("s"), Gt(0.0), Le(0.1), Doc("Time step of the simulation.")] = 1.0 / 60.0
    skin: Annotated[
        float, Unit("m"), Ge(0.0), Doc("Contact is reported this much before: twice Box2D's polygon radius.")
    ] = 0.02
    obstacle_size: Annotated[float, Unit("m"), Gt(0.0), Doc("Side of the square at each LiDAR point.")] = (
        0.001
    )
    dynamic_obstacles: Annotated[
        bool,
        Doc(
            "Box2D pushes obstacles that overlap apart, as in the authors' program; no preset does: without, "
            "plans are theirs and both backends agree."
        ),
    ] = False
    velocity_iterations: Annotated[int, Ge(1), Doc("Of Box2D; the authors' program has 3.")] = 8
    position_iterations: Annotated[int, Ge(1), Doc("Of Box2D; the authors' program has 8.")] = 3
    straight_window: Annotated[
        Literal["radius", "rectangle", "sweep"],
        Doc(
            "Which points a straight sees: within stepDistance (paper), in a rectangle that is stepDistance "
            "long (authors), or all that the robot can touch."
        ),
    ] = "radius"
    turn_window: Annotated[
        Literal["radius", "corner", "sweep"],
        Doc(
            "Which points a turn sees: within turn_radius (paper), between the origin and one corner of a "
            "square around the robot (authors), or all that the robot can touch."
        ),
    ] = "radius"
    turn_radius: Annotated[float, Unit("m"), Gt(0.0), Doc("Of the window of a turn.")] = 0.16
    window_half_width: Annotated[float, Unit("m"), Gt(0.0), Doc("Of the rectangle of a straight.")] = 0.1
    world_building: Annotated[WorldBuilding, Doc("Which points of a window become bodies.")] = "every_point"
    contact: Annotated[
        Literal["first", "middle"], Doc("Which of the points touched in one step is the disturbance.")
    ] = "first"
    single_precision: Annotated[
        bool,
        Doc(
            "Count in 32 bits as the authors' program. It matters: after a left and a right turn the heading "
            "is 1.5e-8 rad, and their window of a straight is then often empty."
        ),
    ] = False
    wrapped_turns: Annotated[
        bool, Doc("A turn also ends when its heading passes ±180°, as in the authors' program.")
    ] = False
    lateral_time_limit: Annotated[
        bool, Doc("A straight also ends after (horizon - |y|) / speed, as in the authors' program.")
    ] = False
    root_window_stays: Annotated[
        bool, Doc("The first task is simulated among the bodies of the root's world too (authors).")
    ] = False


@dataclass(frozen=True)
class ExplorerConfig:
    """How the transition system grows and when it is done."""

    cost: Annotated[
        Literal["paper", "authors"],
        Doc("phi = gamma + chi (eq. 5 to 7), or half of each and 2/3 for a crash, on rounded distances."),
    ] = "paper"
    sigma: Annotated[
        Literal["turned", "counter"],
        Doc("A straight that crashes where the robot has turned by 180° already, or the fourth on a spot."),
    ] = "turned"
    signed_bearing: Annotated[
        bool, Doc("Turn to the side of the target first; otherwise left first, wherever it is (authors).")
    ] = True
    bearing_tolerance: Annotated[
        float, Unit("rad"), Ge(0.0), Doc("Within this the target is straight ahead.")
    ] = 0.1
    dead_ends_stop: Annotated[
        bool, Doc("The search also ends when a state without successors is the cheapest (authors).")
    ] = False
    round_horizon: Annotated[
        bool, Doc("Round distances to centimetres before they are compared with the horizon (authors).")
    ] = False
    horizon_ends: Annotated[
        bool,
        Doc(
            "The horizon is an end even on the way to a target, wherever it is reached; otherwise only the "
            "target is, and the state nearest to it if there is no way."
        ),
    ] = True
    revisits: Annotated[
        bool, Doc("Go on from a state that is within 5 cm and 0.2 rad of an earlier one too.")
    ] = True
    goal_tolerance: Annotated[float, Unit("m"), Ge(0.0), Doc("The target is reached within this.")] = 0.01
    crashed_turns_count_twice: Annotated[
        bool, Doc("Count the bodies of a turn that crashes twice: the authors simulate it again.")
    ] = False
    max_states: Annotated[
        int, Ge(4), Le(100_000), Doc("The search ends with what it has when there are so many states.")
    ] = 2000


@dataclass(frozen=True)
class PlannerConfig:
    """The whole planner."""

    step_distance: Annotated[float, Unit("m"), Gt(0.0), Doc("How far a straight goes, sD.")] = 0.5
    horizon: Annotated[float, Unit("m"), Gt(0.0), Doc("Planning horizon r, around the start.")] = 1.0
    sensor_range: Annotated[float, Unit("m"), Gt(0.0), Doc("Points farther than this are left out.")] = 1.0
    resolution: Annotated[float, Unit("m"), Gt(0.0), Doc("Points are rounded to this.")] = 0.01
    motor_period: Annotated[float, Unit("s"), Gt(0.0), Doc("The motors are updated this often.")] = 0.1
    carry_remainders: Annotated[
        bool,
        Doc(
            "What rounding a task to whole motor updates leaves over goes to the next task of its kind; "
            "otherwise every task is rounded by itself (equation 4)."
        ),
    ] = False
    backend: Annotated[Literal["analytic", "box2d"], Doc("Who simulates the tasks.")] = "analytic"
    body: BodyConfig = field(default_factory=BodyConfig)
    core_knowledge: CoreKnowledgeConfig = field(default_factory=CoreKnowledgeConfig)
    explorer: ExplorerConfig = field(default_factory=ExplorerConfig)
