"""The engine's settings check each other."""

from __future__ import annotations

import re

import pytest

from ce_core.consequence_engine import EngineConfig
from ce_core.consequence_engine.action_evaluator import ActionEvaluatorConfig
from ce_core.settings import settings_of


def test_the_papers_numbers_are_the_defaults() -> None:
    settings = {name: setting.default for name, setting in settings_of(EngineConfig).items()}
    expected = {
        "actions.columns": 6,
        "actions.rows": 3,
        "attention.front": 1.0,
        "attention.behind": 0.5,
        "simulation_time.minimum": 7.5,
        "simulation_time.maximum": 15.0,
        "simulation_time.growth": 1.5,
        "simulation_time.shrink": 0.8,
        "action_evaluator.safety_distance": 0.22,
        "safety_logic.danger.weight": 100.0,
        "time_budget": 0.5,
    }
    assert expected.items() <= settings.items()


def test_every_setting_says_what_it_means() -> None:
    assert all(setting.meaning for setting in settings_of(EngineConfig).values())


def test_a_safety_distance_beyond_the_attention_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"safety_distance 0.6 m reaches beyond.*0.5 m"):
        EngineConfig(action_evaluator=ActionEvaluatorConfig(safety_distance=0.6))


def test_a_budget_for_not_even_one_action_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"= 5 s of simulated time.*maximum = 15.0 s"):
        EngineConfig(time_budget=0.5, simulation_speed=10.0)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("others_action", "GoStraight(", "is not a sub-action"),
        ("others_action", "Fly", "unknown sub-action 'Fly'"),
        ("robot_model", "epuk", "did you mean 'epuck'"),
        ("world", "coridor", "did you mean 'corridor'"),
    ],
)
def test_a_name_that_means_nothing_is_an_error_that_begins_with_its_field(
    field: str, value: str, words: str
) -> None:
    with pytest.raises(ValueError, match=rf"^{field} = {re.escape(repr(value))}: .*{words}"):
        EngineConfig(**{field: value})
