"""Safety as a vector, and what its weights do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from ce_core.consequence_engine import EngineConfig
from ce_core.consequence_engine.action_evaluator import ActionEvaluatorConfig, evaluate, unknown
from ce_core.consequence_engine.safety_logic import SafetyLogicConfig, safety_modifiers
from ce_core.consequence_engine.safety_logic.vector import VectorConfig, vector
from ce_core.internal_model.simulator.simulator import Trajectory

LOOKING = ActionEvaluatorConfig(others_distance=0.105)
TIME = np.arange(151) * 0.1


def line(x: float, y: float, vy: float = 0.0) -> np.ndarray:
    return np.stack([np.full(151, x), y + vy * TIME], axis=1)


def test_two_others_that_meet_are_unsafe_though_the_robot_is_safe(
    trajectory: Callable[..., Trajectory],
) -> None:
    apart = trajectory(line(0, 0), line(1, 0), line(1, 1))
    # 1 m closes at 0.1 m/s: nearer than 0.105 m after 8.95 s.
    meeting = trajectory(line(0, 0), line(1, 0), line(1, 1, -0.1))
    found = evaluate([apart, meeting], LOOKING)
    np.testing.assert_array_equal(found.safety, [[0.0, 0.0], [0.0, -1.0]])
    assert found.others_danger_time[1] == pytest.approx(9.0)
    assert not found.dangerous.any()


def test_others_are_not_looked_at_unless_asked(trajectory: Callable[..., Trajectory]) -> None:
    together = trajectory(line(0, 0), line(1, 0), line(1, 0.01))
    assert np.isnan(evaluate([together], ActionEvaluatorConfig()).others_danger_time[0])


def test_the_robot_comes_before_others_and_others_before_the_goal() -> None:
    found = replace(
        unknown(4),
        dangerous=np.array([False, False, True, True]),
        others_danger_time=np.array([np.nan, 1.0, np.nan, 0.0]),
    )
    base_values = np.array([-1.0, 1.0, 1.0, 1.0])
    modifiers = vector(found, base_values, VectorConfig())
    np.testing.assert_array_equal(modifiers, [0.0, -10.0, -100.0, -110.0])
    assert np.argsort(-(base_values + modifiers)).tolist() == [0, 1, 2, 3]


def test_weights_come_from_the_config() -> None:
    found = replace(unknown(2), others_danger_time=np.array([np.nan, 1.0]))
    config = SafetyLogicConfig(rules=("vector",), vector=VectorConfig(robot=5.0, others=3.0))
    np.testing.assert_array_equal(safety_modifiers(found, np.array([2.0, 0.0]), config), [0.0, -6.0])


def test_weighing_what_is_not_looked_at_is_an_error() -> None:
    with pytest.raises(ValueError, match="others_distance is 0 m"):
        EngineConfig(safety_logic=SafetyLogicConfig(rules=("vector",)))
