"""The multi-step planner of paper 2: plans as chains of temporary closed-loop tasks."""

from ce_core.planner.config import PlannerConfig
from ce_core.planner.planner import Plan, PlannedTask, Planner
from ce_core.planner.presets import PRESETS, preset

__all__ = ["PRESETS", "Plan", "PlannedTask", "Planner", "PlannerConfig", "preset"]
