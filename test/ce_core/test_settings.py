"""Configs as the one home of defaults: leaves, building, and what is said about wrong values."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import pytest
from annotated_types import Ge, Le, Unit
from typing_extensions import Doc

from ce_core.settings import (
    SettingsError,
    build,
    check_field,
    checked,
    load_parameter_file,
    problems,
    settings_of,
)


@dataclass(frozen=True)
class Inner:
    width: Annotated[float, Unit("m"), Ge(0.0), Le(2.0), Doc("How wide.")] = 1.0

    def __post_init__(self) -> None:
        check_field(self, "width", not_13)


def not_13(value: float) -> None:
    if value == 1.3:
        raise ValueError("brings bad luck")


@dataclass(frozen=True)
class Outer:
    mode: Annotated[Literal["fast", "slow"], Doc("Which way.")] = "fast"
    names: tuple[str, ...] = ("a",)
    count: Annotated[int, Ge(1)] = 3
    flag: bool = True
    inner: Inner = field(default_factory=Inner)


def test_leaves_carry_unit_bounds_and_meaning() -> None:
    leaves = settings_of(Outer)
    assert list(leaves) == ["mode", "names", "count", "flag", "inner.width"]
    width = leaves["inner.width"]
    assert (width.unit, width.low, width.high, width.meaning) == ("m", 0.0, 2.0, "How wide.")
    assert leaves["mode"].choices == ("fast", "slow")


def test_a_config_is_built_from_dotted_names() -> None:
    config = build(Outer, {"inner.width": 0.5, "names": ["x", "y"]})
    assert config == Outer(names=("x", "y"), inner=Inner(0.5))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"inner.widht": 1.0}, ["widht", "did you mean 'inner.width'"]),
        ({"inner.width": -1.0}, ["inner.width = -1.0", "from 0 to 2 m"]),
        ({"inner.width": "wide"}, ["'wide'", "a number from 0 to 2 m"]),
        ({"mode": "fastt"}, ["'fastt'", "fast, slow"]),
        ({"count": 2.5}, ["count = 2.5"]),
        ({"count": True}, ["count = True"]),
        ({"flag": "no"}, ["flag = 'no'"]),
        ({"names": "a"}, ["names = 'a'"]),
        ({"names": []}, ["names = []", "a list of at least one"]),
        ({"inner.width": float("inf")}, ["inner.width = inf", "a number"]),
    ],
)
def test_a_wrong_value_is_told_with_place_key_and_what_would_be_right(
    values: dict[str, object], words: list[str]
) -> None:
    found = problems(Outer, values, "here.yaml")
    assert len(found) == 1
    for word in ["here.yaml", *words]:
        assert word in found[0]


def test_what_a_config_itself_says_begins_with_place_block_and_field() -> None:
    with pytest.raises(SettingsError, match=r"^own\.yaml: inner: width = 1\.3: brings bad luck$"):
        checked(Outer, {"inner.width": 1.3}, "own.yaml")
    with pytest.raises(SettingsError, match=r"^own\.yaml: count = 0: must be"):
        checked(Outer, {"count": 0}, "own.yaml")
    assert checked(Outer, {"count": 2}, "own.yaml") == Outer(count=2)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("inner.width", "2", 2.0),
        ("count", "4", 4),
        ("mode", "slow", "slow"),
        ("flag", "false", False),
    ],
)
def test_a_setting_reads_what_somebody_typed(name: str, text: str, value: object) -> None:
    assert settings_of(Outer)[name].read(text) == value


@pytest.mark.parametrize(
    ("name", "text", "right"),
    [
        ("inner.width", "3", "a number from 0 to 2 m"),
        ("inner.width", "nan", "a number from 0 to 2 m"),
        ("count", "1.5", "a whole number from 1"),
        ("mode", "fastt", "one of fast, slow"),
        ("flag", "yes", "true or false"),
    ],
)
def test_a_setting_says_what_would_be_right_instead_of_what_somebody_typed(
    name: str, text: str, right: str
) -> None:
    with pytest.raises(ValueError, match=right):
        settings_of(Outer)[name].read(text)


def test_a_number_that_is_not_finite_is_never_allowed() -> None:
    assert not any(settings_of(Outer)["count"].allows(x) for x in (float("inf"), float("nan")))


def test_a_whole_number_is_good_enough_for_a_float() -> None:
    assert problems(Outer, {"inner.width": 1}, "here") == []


def test_a_parameter_file_reports_all_its_problems_at_once(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(
        "outer:\n  ros__parameters:\n    inner: {widht: 1.0}\n    count: 1e-3\n"
        "outre:\n  ros__parameters: {}\n"
    )
    with pytest.raises(SettingsError) as caught:
        load_parameter_file(file, {"outer": Outer})
    message = str(caught.value)
    assert message.count(str(file)) == 3
    assert "did you mean 'outer'?" in message
    assert "'1e-3'" in message


@pytest.mark.parametrize(
    "text", ["[1, 2]", "outer: 3", "outer: {parameters: {}}", "outer: {ros__parameters: [1]}", ": ["]
)
def test_a_file_of_another_form_is_an_error(tmp_path: Path, text: str) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=r"own\.yaml"):
        load_parameter_file(file, {"outer": Outer})


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        load_parameter_file(tmp_path / "none.yaml", {})
