"""Versions of arenas and robot models: equal for equal things, different for any difference."""

from __future__ import annotations

import dataclasses

import pytest

from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.world_model import load_arena
from ce_sim_server.versions import (
    OtherVersionError,
    fingerprint,
    plain_model,
    plain_world,
    versioned_model,
    versioned_world,
)


def test_a_name_with_its_version_is_read_back() -> None:
    assert plain_world(versioned_world("corridor")) == "corridor"
    assert plain_model(versioned_model("epuck")) == "epuck"
    assert plain_world("corridor") == "corridor"


def test_any_difference_is_another_version() -> None:
    epuck = ROBOT_MODELS["epuck"]
    assert fingerprint(epuck) == fingerprint(dataclasses.replace(epuck))
    assert fingerprint(epuck) != fingerprint(dataclasses.replace(epuck, radius=epuck.radius + 1e-12))
    arena = load_arena("corridor")
    moved = dataclasses.replace(arena, segments=arena.segments + 1e-12)
    assert fingerprint(arena) != fingerprint(moved)


def test_another_version_is_named_with_ours() -> None:
    with pytest.raises(OtherVersionError, match=r"'corridor@12345678': here it is corridor@[0-9a-f]{8}"):
        plain_world("corridor@12345678")


def test_an_unknown_name_is_left_for_the_simulator_to_refuse() -> None:
    assert versioned_world("coridor") == "coridor"
    assert plain_world("coridor@12345678") == "coridor"
    assert versioned_model("epuk") == "epuk"
