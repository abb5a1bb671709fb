"""T_S: drive straight ahead for stepDistance; the default task."""

from ce_core.planner.tasks.task import TASKS, Bound, Edge, Guard, Task

STRAIGHT = TASKS.add("S")(
    Task(
        name="straight",
        flow=(1.0, 0.0),
        bound=Bound.DISTANCE,
        edges=(Edge("S", "S", Guard.NO_OBSTACLE),),
    )
)
