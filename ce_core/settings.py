"""Config dataclasses as the one home of every default, unit and bound.

A config is a frozen dataclass whose fields carry their unit, bounds and meaning as `Annotated` metadata.
ROS parameters, YAML files, `--show-args` and the parameter reference are derived from it.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterator, Mapping
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
    annotation: Any
    """The annotated type, as pydantic reads it."""
    kind: type
    """bool, int, float, str or tuple."""
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
        """Tell whether a number is within the bounds."""
        low = self.low is None or value > self.low or (value == self.low and not self.open_low)
        high = self.high is None or value < self.high or (value == self.high and not self.open_high)
        return low and high

    def bounds(self) -> str:
        """Say what is allowed, for example `above 0 to 20 Hz`."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        words = []
        if self.low is not None:
            words.append(f"{'above' if self.open_low else 'from'} {self.low:g}")
        if self.high is not None:
            words.append(f"{'below' if self.open_high else 'to'} {self.high:g}")
        return " ".join([*words, *([self.unit] if self.unit not in ("", "1") else [])])


def settings_of(config: type, prefix: str = "") -> dict[str, Setting]:
    """List the leaves of a config class by dotted name, nested configs included."""
    return {setting.name: setting for setting in _leaves(config, prefix)}


def build(config: type[Config], values: Mapping[str, Any], prefix: str = "") -> Config:
    """Build a config from values by dotted name; what is not given keeps its default."""
    hints = typing.get_type_hints(config, include_extras=True)
    arguments: dict[str, Any] = {}
    for field in dataclasses.fields(config):  # type: ignore[arg-type]
        name = prefix + field.name
        if dataclasses.is_dataclass(hints[field.name]):
            arguments[field.name] = build(hints[field.name], values, name + ".")
        elif name in values:
            value = values[name]
            arguments[field.name] = tuple(value) if isinstance(value, list) else value
    return config(**arguments)


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
    from pydantic import TypeAdapter, ValidationError

    known = settings_of(config)
    found = []
    for key, value in values.items():
        if key not in known:
            found.append(f"{where}: {unknown_name('key', key, list(known))}")
            continue
        candidate = tuple(value) if isinstance(value, list) else value
        if known[key].kind is float and type(candidate) is int:
            candidate = float(candidate)
        try:
            TypeAdapter(known[key].annotation).validate_python(candidate, strict=True)
        except ValidationError as error:
            reason = error.errors()[0]["msg"]
            found.append(f"{where}: {key} = {value!r}: {reason}{_right(known[key])}")
    return found


def load_parameter_file(path: Path, configs: Mapping[str, type]) -> dict[str, dict[str, Any]]:
    """Read a ROS 2 parameter file: node name -> values by dotted name, checked against the configs."""
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
        values = flatten(body["ros__parameters"] or {})
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
            annotation=annotation,
            kind=str if choices else (typing.get_origin(bare) or bare),
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


def _right(setting: Setting) -> str:
    """What would be right for a setting, as the end of an error message."""
    if setting.choices:
        return f"; {setting.bounds()}"
    bounds = f" {setting.bounds()}" if setting.bounds() else ""
    return f"; a {setting.kind.__name__}{bounds}, for example {setting.default!r}"
