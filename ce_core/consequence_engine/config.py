"""Everything that can be set about the engine; the blocks are the stages' own configs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from annotated_types import Gt, Unit
from typing_extensions import Doc

from ce_core.consequence_engine.action_evaluator import ActionEvaluatorConfig
from ce_core.consequence_engine.action_selection import ActionSelectionConfig
from ce_core.consequence_engine.attention import AttentionConfig
from ce_core.consequence_engine.candidate_actions import ActionsConfig
from ce_core.consequence_engine.potential_function import PotentialConfig
from ce_core.consequence_engine.safety_logic import SafetyLogicConfig
from ce_core.consequence_engine.simulation_time import SimulationTimeConfig
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
    simulation_speed: Annotated[
        float,
        Unit("s/s"),
        Gt(0.0),
        Doc(
            "Simulated seconds that the simulator manages in a second. With time_budget this gives the "
            "budget of simulated time; actions beyond it are not simulated, and re-runs not done. "
            "A stated speed and not a measured one: decisions do not depend on the machine's load."
        ),
    ] = 1000.0

    def __post_init__(self) -> None:
        check_field(self, "others_action", lambda text: encode(Action.parse(text)))
        check_field(self, "robot_model", ROBOT_MODELS.__getitem__)
        check_field(self, "world", load_arena)
        if self.simulation_budget < self.simulation_time.maximum:
            raise ValueError(
                f"time_budget {self.time_budget} s x simulation_speed {self.simulation_speed} = "
                f"{self.simulation_budget:g} s of simulated time; one action alone may need "
                f"simulation_time.maximum = {self.simulation_time.maximum} s"
            )
        near = min(self.attention.front, self.attention.behind)
        if self.action_evaluator.safety_distance > near:
            raise ValueError(
                f"action_evaluator.safety_distance {self.action_evaluator.safety_distance} m reaches "
                f"beyond the attention area, {near} m at its narrowest: dangers there would be "
                "overlooked; enlarge attention.front and attention.behind"
            )

    @property
    def simulation_budget(self) -> float:
        """Simulated time [s] that one decision may use (paper 0, section 2.3.4)."""
        return self.time_budget * self.simulation_speed
