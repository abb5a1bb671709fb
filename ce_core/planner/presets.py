"""Named settings: what the paper says, and what its authors' program (v2.0.0, February 2024) does."""

from __future__ import annotations

import dataclasses

from ce_core.family import Family
from ce_core.planner.config import (
    BodyConfig,
    CoreKnowledgeConfig,
    ExplorerConfig,
    PlannerConfig,
    WorldBuilding,
)

PRESETS: Family[PlannerConfig] = Family("preset")

PRESETS.add("paper")(PlannerConfig())

PRESETS.add("authors")(
    PlannerConfig(
        sensor_range=1.1,
        # 0.196 m/s / 0.15 m x 0.8 (top speed, wheel base, friction), as it comes out in 32 bits.
        body=BodyConfig(turn_rate=1.0453333),
        core_knowledge=CoreKnowledgeConfig(
            obstacle_size=0.002,
            velocity_iterations=3,
            position_iterations=8,
            straight_window="rectangle",
            turn_window="corner",
            contact="middle",
            single_precision=True,
            wrapped_turns=True,
            lateral_time_limit=True,
            root_window_stays=True,
        ),
        explorer=ExplorerConfig(
            cost="authors",
            sigma="counter",
            signed_bearing=False,
            dead_ends_stop=True,
            round_horizon=True,
            goal_tolerance=0.0,
            crashed_turns_count_twice=True,
        ),
    )
)

PRESETS.add("careful")(
    # What we would drive with: every point that the robot can touch is seen, and a way to the target is
    # looked for until there is none.
    PlannerConfig(
        carry_remainders=True,
        core_knowledge=CoreKnowledgeConfig(straight_window="sweep", turn_window="sweep"),
        explorer=ExplorerConfig(horizon_ends=False, revisits=False, goal_tolerance=0.05),
    )
)


def preset(name: str, step_distance: float, world_building: int = 1) -> PlannerConfig:
    """Return a preset with this step distance [m] and worldbuilding 1 or 2."""
    config = PRESETS[name]
    kind: WorldBuilding = "every_point" if world_building == 1 else "every_other_point"
    knowledge = dataclasses.replace(config.core_knowledge, world_building=kind)
    return dataclasses.replace(config, step_distance=step_distance, core_knowledge=knowledge)
