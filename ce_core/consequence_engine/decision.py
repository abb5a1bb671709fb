"""The record of one pass of the loop: what every stage said about every action."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ce_core.consequence_engine.action_selection import Selection
from ce_core.consequence_engine.candidate_actions import CandidateActions
from ce_core.consequence_engine.internal_simulation import Consequences
from ce_core.consequence_engine.snapshot import Snapshot
from ce_core.internal_model.robot_controller.action import Action, SubAction
from ce_core.internal_model.simulator.simulator import Trajectory


class CandidateAction(NamedTuple):
    """What every stage of the consequence engine said about one possible next action."""

    action: Action
    base_value: float
    """Of the potential function."""
    safety_modifier: float
    """Added by the safety logic."""
    value: float
    """base_value + safety_modifier."""
    simulated: bool
    """False: left out, the simulation budget was spent."""
    dangerous: bool
    """Another robot comes closer than the safety distance."""
    danger_time: float
    """First time of danger [s] from now; NaN if not dangerous."""
    min_distance: float
    """To the nearest other robot over the whole simulation [m]; inf if alone."""
    nearest_robot: str
    """Whose distance that is."""
    exposure: float
    """Depth and duration of the danger, discounted [m s]; what `least_exposure` goes by."""
    safety: tuple[float, ...]
    """The safety as a vector: of the robot, of others; 0 where safe, -1 where not."""
    simulation_time: float
    """Simulated [s]."""
    chosen: bool


@dataclass(frozen=True, eq=False)
class Decision:
    """Every candidate action, and the one that was chosen."""

    time: float
    """Of the snapshot [s]."""
    robot: str
    """Who decided."""
    candidates: tuple[CandidateAction, ...]
    chosen: int
    """Index into candidates."""
    all_dangerous: bool
    """No candidate was safe: the least bad one was chosen."""
    rule: str
    """What decided: highest_value, or the last resort where all were dangerous."""
    attended: tuple[str, ...]
    """Robots inside the attention area."""
    prediction: Trajectory
    """Of the chosen action; the robot that decided comes first."""
    simulations: int
    """Run for this decision, re-runs included."""
    reruns_left_out: int
    """Re-runs of dangerous actions that were not done: the simulation budget was spent."""
    compute_time: float
    """[s], wall clock."""

    @property
    def action(self) -> Action:
        """The chosen action."""
        return self.candidates[self.chosen].action

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain JSON values; what is not finite becomes null."""
        return {
            "time": self.time,
            "robot": self.robot,
            "candidates": [_candidate_to_dict(c) for c in self.candidates],
            "chosen": self.chosen,
            "all_dangerous": self.all_dangerous,
            "rule": self.rule,
            "attended": list(self.attended),
            "prediction": {
                "robots": list(self.prediction.robots),
                "time_step": self.prediction.time_step,
                "poses": self.prediction.poses.tolist(),
            },
            "simulations": self.simulations,
            "reruns_left_out": self.reruns_left_out,
            "compute_time": self.compute_time,
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Decision:
        """Rebuild a record from what `to_dict` returned."""
        prediction = data["prediction"]
        return Decision(
            time=data["time"],
            robot=data["robot"],
            candidates=tuple(_candidate_from_dict(c) for c in data["candidates"]),
            chosen=data["chosen"],
            all_dangerous=data["all_dangerous"],
            rule=data["rule"],
            attended=tuple(data["attended"]),
            prediction=Trajectory(
                robots=tuple(prediction["robots"]),
                time_step=prediction["time_step"],
                poses=np.asarray(prediction["poses"], dtype=np.float64),
            ),
            simulations=data["simulations"],
            reruns_left_out=data["reruns_left_out"],
            compute_time=data["compute_time"],
        )


def record(
    seen: Snapshot,
    candidates: CandidateActions,
    base_values: NDArray[np.float64],
    modifiers: NDArray[np.float64],
    consequences: Consequences,
    selection: Selection,
    compute_time: float,
) -> Decision:
    """Write down what the stages said; arrays have one entry per candidate action."""
    evaluation = consequences.evaluation
    prediction = consequences.trajectories[selection.chosen]
    assert prediction is not None  # only an action that was simulated is ever selected
    # In the order of CandidateAction's fields.
    columns: tuple[Sequence[Any], ...] = (
        candidates.actions,
        base_values.tolist(),
        modifiers.tolist(),
        (base_values + modifiers).tolist(),
        evaluation.simulated.tolist(),
        evaluation.dangerous.tolist(),
        evaluation.danger_time.tolist(),
        evaluation.min_distance.tolist(),
        evaluation.nearest_robot,
        evaluation.exposure.tolist(),
        [tuple(safety) for safety in evaluation.safety.tolist()],
        consequences.simulation_times.tolist(),
        [i == selection.chosen for i in range(len(candidates))],
    )
    return Decision(
        time=seen.time,
        robot=seen.robot,
        candidates=tuple(map(CandidateAction._make, zip(*columns, strict=True))),
        chosen=selection.chosen,
        all_dangerous=selection.all_dangerous,
        rule=selection.rule,
        attended=seen.others,
        prediction=prediction,
        simulations=consequences.simulations,
        reruns_left_out=consequences.reruns_left_out,
        compute_time=compute_time,
    )


def _candidate_to_dict(candidate: CandidateAction) -> dict[str, Any]:
    data: dict[str, Any] = {
        key: None if isinstance(value, float) and not math.isfinite(value) else value
        for key, value in candidate._asdict().items()
    }
    data["safety"] = list(candidate.safety)
    data["action"] = [{"name": s.name, "arguments": list(s.arguments)} for s in candidate.action.sub_actions]
    return data


def _candidate_from_dict(data: Mapping[str, Any]) -> CandidateAction:
    action = Action(tuple(SubAction(s["name"], tuple(s["arguments"])) for s in data["action"]))
    missing = {"danger_time": math.nan, "min_distance": math.inf}
    values: dict[str, Any] = {key: missing[key] if value is None else value for key, value in data.items()}
    values["action"], values["safety"] = action, tuple(data["safety"])
    return CandidateAction(**values)
