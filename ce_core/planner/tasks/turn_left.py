"""T_L: turn left on the spot by a right angle."""

from ce_core.planner.tasks.task import TASKS, Bound, Edge, Guard, Task

TURN_LEFT = TASKS.add("L")(
    Task(
        name="left",
        flow=(0.0, 1.0),
        bound=Bound.ANGLE,
        edges=(Edge("S", "L", Guard.ALWAYS), Edge("L", "S", Guard.NO_DISTURBANCE)),
    )
)
