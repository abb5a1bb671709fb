"""Everything that can be set about the engine; the blocks are the stages' own configs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, get_args

from annotated_types import Gt, Unit
from typing_extensions import Doc

from ce_core.consequence_engine.action_evaluator import ActionEvaluatorConfig
from ce_core.consequence_engine.action_selection import ActionSelectionConfig
from ce_core.consequence_engine.attention import AttentionConfig
from ce_core.consequence_engine.budget import Budget, BudgetKind, SimulatedTime, WallClock
from ce_core.consequence_engine.candidate_actions import ActionsConfig
from ce_core.consequence_engine.potential_function import PotentialConfig
from ce_core.consequence_engine.safety_logic import SafetyLogicConfig
from ce_core.consequence_engine.simulation_time import SimulationTimeConfig
from ce_core.family import unknown_name
from ce_core.internal_model.robot_controller import Action, encode
from ce_core.internal_model.robot_model import DEFAULT_ROBOT_MODEL, ROBOT_MODELS
from ce_core.internal_model.world_model import DEFAULT_ARENA, load_arena
from ce_core.settings import check_field


@dataclass(frozen=True)
class EngineConfig:
    """The consequence engine of paper 0, with the paper's numbers as defaults."""

    potential: PotentialConfig = field(default_factory=PotentialConfig)
    actions: ActionsConfig = field(default_factory=ActionsConfig)
    attention: AttentionConfig = field(default_factory=AttentionConfig)
    simulation_time: SimulationTimeConfig = field(default_factory=SimulationTimeConfig)
    action_evaluator: ActionEvaluatorConfig = field(default_factory=ActionEvaluatorConfig)
    safety_logic: SafetyLogicConfig = field(default_factory=SafetyLogicConfig)
    action_selection: ActionSelectionConfig = field(default_factory=ActionSelectionConfig)
    others_action: Annotated[str, Doc("What a robot is taken to do whose action is not known.")] = (
        "GoStraight(0.7);Avoidance"
    )
    robot_model: Annotated[str, Doc("Robot model of every robot in the internal simulation.")] = (
        DEFAULT_ROBOT_MODEL
    )
    world: Annotated[str, Doc("Arena of the internal simulation.")] = DEFAULT_ARENA
    time_budget: Annotated[float, Unit("s"), Gt(0.0), Doc("Time for one decision.")] = 0.5
    budget: Annotated[
        BudgetKind,
        Doc(
            "How the time of a decision is kept. simulated_time: time_budget x simulation_speed simulated "
            "seconds, whatever the machine's load. wall_clock: after time_budget by the clock no simulation "
            "is begun; decisions then depend on how fast the machine is."
        ),
    ] = "simulated_time"
    simulation_speed: Annotated[
        float,
        Unit("s/s"),
        Gt(0.0),
        Doc(
            "Simulated seconds that the simulator is taken to manage in a second, for budget simulated_time. "
            "Actions beyond the budget are not simulated, and re-runs not done."
        ),
    ] = 1000.0

    def __post_init__(self) -> None:
        check_field(self, "others_action", lambda text: encode(Action.parse(text)))
        check_field(self, "robot_model", ROBOT_MODELS.__getitem__)
        check_field(self, "world", load_arena)
        if self.budget not in get_args(BudgetKind):
            raise unknown_name("budget", self.budget, list(get_args(BudgetKind)))
        if self.simulation_budget < self.simulation_time.maximum:
            raise ValueError(
                f"time_budget {self.time_budget} s x simulation_speed {self.simulation_speed} = "
                f"{self.simulation_budget:g} s of simulated time; one action alone may need "
                f"simulation_time.maximum = {self.simulation_time.maximum} s"
            )
        if "vector" in self.safety_logic.rules and self.action_evaluator.others_distance == 0.0:
            raise ValueError(
                "safety_logic.rules has vector, which weighs the safety of others, but "
                "action_evaluator.others_distance is 0 m: it is not looked at; set it, for example to 0.1"
            )
        near = min(self.attention.front, self.attention.behind, self.attention.side)
        if self.action_evaluator.safety_distance > near:
            raise ValueError(
                f"action_evaluator.safety_distance {self.action_evaluator.safety_distance} m reaches "
                f"beyond the attention area, {near} m at its narrowest: dangers there would be "
                "overlooked; enlarge attention.front, attention.behind and attention.side"
            )

    @property
    def simulation_budget(self) -> float:
        """Simulated time [s] that one decision may use (paper 0, section 2.3.4)."""
        return self.time_budget * self.simulation_speed

    def budget_from(self, start: float) -> Budget:
        """Return the budget of a decision that began at this reading of `time.perf_counter` [s]."""
        if self.budget == "wall_clock":
            return WallClock(start + self.time_budget, self.simulation_time.maximum)
        return SimulatedTime(self.simulation_budget)
