"""The tasks: one file each, with all that it adds to the hybrid automaton."""

from ce_core.planner.tasks import straight, turn_left, turn_right  # noqa: F401 - the order of Figure 5
from ce_core.planner.tasks.task import DEFAULT_TASK, TASKS, Bound, Edge, Guard, Task

__all__ = ["DEFAULT_TASK", "TASKS", "Bound", "Edge", "Guard", "Task"]
