"""Config dataclasses as the one home of every default, unit and bound.

A config is a frozen dataclass whose fields carry their unit, bounds and meaning as `Annotated` metadata.
ROS parameters, YAML files, `--show-args` and the parameter reference are derived from it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import math
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from annotated_types import Ge, Gt, Le, Lt, Unit
from typing_extensions import Doc

from ce_core.family import unknown_name

Config = TypeVar("Config")


class SettingsError(ValueError):
    """One or more wrong settings; the message names the place, the key, the value and what would be right."""


@dataclass(frozen=True)
class Setting:
    """One leaf of a config: its dotted name, type, default and what is known about it."""

    name: str
    kind: type
    """bool, int, float, str or tuple."""
    element: type
    """Type of the elements of a tuple; otherwise the same as kind."""
    default: Any
    unit: str = ""
    meaning: str = ""
    low: float | None = None
    high: float | None = None
    open_low: bool = False
    """The value must be above `low`, not at it."""
    open_high: bool = False
    choices: tuple[str, ...] = ()

    def allows(self, value: float) -> bool:
        """Tell whether a number is finite and within the bounds."""
        low = self.low is None or value > self.low or (value == self.low and not self.open_low)
        high = self.high is None or value < self.high or (value == self.high and not self.open_high)
        return low and high and math.isfinite(value)

    def read(self, text: str) -> Any:
        """Read a value from what somebody typed, `2` for a number as well as `2.0`."""
        value: Any = text
        if self.kind is bool:
            value = {"true": True, "false": False}.get(text, text)
        elif self.kind in (int, float):
            with contextlib.suppress(ValueError):
                value = self.kind(text)
        if not _fits(self, value):
            raise ValueError(f"must be {_right(self)}")
        return value

    def bounds(self) -> str:
        """Say what is allowed, for example `above 0 to 20 Hz`."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        words = []
        if self.low is not None:
            words.append(f"{'above' if self.open_low else 'from'} {_plain(self.low)}")
        if self.high is not None:
            words.append(f"{'below' if self.open_high else 'to'} {_plain(self.high)}")
        return " ".join([*words, *([self.unit] if self.unit not in ("", "1") else [])])


def _plain(number: float) -> str:
    """Write a whole number in full, others as short as they are."""
    return str(int(number)) if number == int(number) else f"{number:g}"


def settings_of(config: type, prefix: str = "") -> dict[str, Setting]:
    """List the leaves of a config class by dotted name, nested configs included."""
    return {setting.name: setting for setting in _leaves(config, prefix)}


def build(config: type[Config], values: Mapping[str, Any], prefix: str = "") -> Config:
    """Build a config from values by dotted name; what is not given keeps its default.

    What a nested config says against its values is told with the name of its block.
    """
    hints = typing.get_type_hints(config, include_extras=True)
    arguments: dict[str, Any] = {}
    for field in dataclasses.fields(config):  # type: ignore[arg-type]
        name = prefix + field.name
        if dataclasses.is_dataclass(hints[field.name]):
            arguments[field.name] = build(hints[field.name], values, name + ".")
        elif name in values:
            value = values[name]
            arguments[field.name] = tuple(value) if isinstance(value, list) else value
    try:
        return config(**arguments)
    except ValueError as error:
        raise SettingsError(f"{prefix[:-1]}: {error}" if prefix else str(error)) from None


def checked(config: type[Config], values: Mapping[str, Any], where: str) -> Config:
    """Build a config from values that may be wrong; every error begins with `where`."""
    wrong = problems(config, values, where)
    if wrong:
        raise SettingsError("\n".join(wrong))
    try:
        return build(config, values)
    except ValueError as error:
        raise SettingsError(f"{where}: {error}") from None


def check_field(config: object, field: str, check: Callable[[Any], object]) -> None:
    """Let `check` look at a field, and put the field's name and value before what it says against it."""
    value = getattr(config, field)
    try:
        check(value)
    except ValueError as error:
        raise ValueError(f"{field} = {value!r}: {error}") from None


def flatten(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Turn nested mappings into one mapping by dotted name."""
    flat: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, Mapping):
            flat.update(flatten(value, f"{prefix}{key}."))
        else:
            flat[f"{prefix}{key}"] = value
    return flat


def problems(config: type, values: Mapping[str, Any], where: str) -> list[str]:
    """Say what is wrong with these values (by dotted name) for this config; empty when nothing is."""
    known = settings_of(config)
    found = []
    for key, value in values.items():
        if key not in known:
            found.append(f"{where}: {unknown_name('key', key, list(known))}")
        elif not _fits(known[key], value):
            found.append(f"{where}: {key} = {value!r}: must be {_right(known[key])}")
    return found


def load_parameter_file(path: Path, configs: Mapping[str, type]) -> dict[str, dict[str, Any]]:
    """Read a parameter file: node name -> values by dotted name, each checked against the configs."""
    import yaml

    try:
        content = yaml.safe_load(path.read_text()) or {}
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    except yaml.YAMLError as error:
        raise SettingsError(f"{path}: is not YAML: {error}") from None
    if not isinstance(content, Mapping):
        raise SettingsError(f"{path}: expected node names at the top level, got {content!r}")
    found: list[str] = []
    parameters: dict[str, dict[str, Any]] = {}
    for node, body in content.items():
        if node not in configs:
            found.append(f"{path}: {unknown_name('node', str(node), list(configs))}")
            continue
        if not isinstance(body, Mapping) or list(body) != ["ros__parameters"]:
            found.append(f"{path}: {node}: expected one key, ros__parameters")
            continue
        given = body["ros__parameters"]
        if given is not None and not isinstance(given, Mapping):
            found.append(f"{path}: {node}: ros__parameters = {given!r:.80}: expected names and values")
            continue
        values = flatten(given or {})
        found += problems(configs[node], values, f"{path}: {node}")
        parameters[node] = values
    if found:
        raise SettingsError("\n".join(found))
    return parameters


def _leaves(config: type, prefix: str) -> Iterator[Setting]:
    hints = typing.get_type_hints(config, include_extras=True)
    for field in dataclasses.fields(config):
        annotation = hints[field.name]
        name = prefix + field.name
        if dataclasses.is_dataclass(annotation):
            assert isinstance(annotation, type)
            yield from _leaves(annotation, name + ".")
            continue
        metadata = getattr(annotation, "__metadata__", ())
        bare = typing.get_args(annotation)[0] if metadata else annotation
        choices = typing.get_args(bare) if typing.get_origin(bare) is typing.Literal else ()
        default = field.default
        if default is dataclasses.MISSING and field.default_factory is not dataclasses.MISSING:
            default = field.default_factory()
        yield Setting(
            name=name,
            kind=str if choices else (typing.get_origin(bare) or bare),
            element=typing.get_args(bare)[0] if typing.get_origin(bare) is tuple else bare,
            default=default,
            unit=next((m.unit for m in metadata if isinstance(m, Unit)), ""),
            meaning=next((m.documentation for m in metadata if isinstance(m, Doc)), ""),
            low=next((_bound(m) for m in metadata if isinstance(m, Ge | Gt)), None),
            high=next((_bound(m) for m in metadata if isinstance(m, Le | Lt)), None),
            open_low=any(isinstance(m, Gt) for m in metadata),
            open_high=any(isinstance(m, Lt) for m in metadata),
            choices=choices,
        )


def _bound(bound: Any) -> float:
    for name in ("ge", "gt", "le", "lt"):
        if hasattr(bound, name):
            return float(getattr(bound, name))
    raise TypeError(f"{bound!r} is not a bound")


def _fits(setting: Setting, value: Any) -> bool:
    """Tell whether a value is of the right type and within the bounds; 2 will do for 2.0."""
    if setting.choices:
        return value in setting.choices
    if setting.kind is tuple:
        # ROS cannot tell the type of an empty list
        return (
            isinstance(value, list | tuple)
            and len(value) > 0
            and all(_is_a(setting.element, v) for v in value)
        )
    return _is_a(setting.kind, value) and (setting.kind not in (int, float) or setting.allows(value))


def _is_a(kind: type, value: Any) -> bool:
    if kind is float:
        return type(value) in (int, float) and math.isfinite(value)
    return type(value) is kind


def _right(setting: Setting) -> str:
    """Say what would be right for a setting, as the end of an error message."""
    if setting.choices:
        return setting.bounds()
    names = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
    kind = (
        f"a list of at least one, each {names[setting.element]}"
        if setting.kind is tuple
        else names[setting.kind]
    )
    example = list(setting.default) if setting.kind is tuple else setting.default
    return " ".join([*filter(None, (kind, setting.bounds()))]) + f", for example {example!r}"
