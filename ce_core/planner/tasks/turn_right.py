"""T_R: turn right on the spot by a right angle."""

from ce_core.planner.tasks.task import TASKS, Bound, Edge, Guard, Task

TURN_RIGHT = TASKS.add("R")(
    Task(
        name="right",
        flow=(0.0, -1.0),
        bound=Bound.ANGLE,
        edges=(Edge("S", "R", Guard.ALWAYS), Edge("R", "S", Guard.NO_DISTURBANCE)),
    )
)
