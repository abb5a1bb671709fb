"""A node's ROS parameters, declared with unit, bounds and meaning from its config dataclass."""

from __future__ import annotations

from typing import Any, TypeVar

from rcl_interfaces.msg import FloatingPointRange, IntegerRange, ParameterDescriptor
from rclpy.exceptions import InvalidParameterTypeException, InvalidParameterValueException
from rclpy.node import Node

from ce_core.family import unknown_name
from ce_core.settings import Setting, SettingsError, build, settings_of

Config = TypeVar("Config")

_OWN = ("use_sim_time", "start_type_description_service", "qos_overrides")


def declare(node: Node, config: type[Config]) -> Config:
    """Declare every setting of the config as a parameter, and return the config with what was given."""
    known = settings_of(config)
    place = node.get_fully_qualified_name()
    for given in node._parameter_overrides:
        if given not in known and given.split(".")[0] not in _OWN:
            raise SettingsError(f"{place}: {unknown_name('parameter', given, list(known))}")
    values: dict[str, Any] = {}
    for name, setting in known.items():
        default = list(setting.default) if setting.kind is tuple else setting.default
        try:
            value = node.declare_parameter(name, default, descriptor(setting)).value
        except (InvalidParameterTypeException, InvalidParameterValueException) as error:
            raise SettingsError(f"{place}: {error}; {setting.bounds()}. {setting.meaning}") from None
        if (setting.choices and value not in setting.choices) or (
            setting.kind in (int, float) and not setting.allows(value)
        ):
            raise SettingsError(f"{place}: {name} = {value!r}; must be {setting.bounds()}")
        values[name] = tuple(value) if setting.kind is tuple else value
    try:
        return build(config, values)
    except ValueError as error:
        raise SettingsError(f"{place}: {error}") from None


def descriptor(setting: Setting) -> ParameterDescriptor:
    """Describe a setting as `ros2 param describe` shows it."""
    described = ParameterDescriptor(name=setting.name, description=meaning(setting), read_only=True)
    if setting.choices:
        described.additional_constraints = "one of " + ", ".join(setting.choices)
    if setting.low is not None or setting.high is not None:
        if setting.kind is float:
            low = -1e308 if setting.low is None else setting.low
            high = 1e308 if setting.high is None else setting.high
            described.floating_point_range = [FloatingPointRange(from_value=low, to_value=high)]
        elif setting.kind is int:
            low = -(2**63) if setting.low is None else int(setting.low)
            high = 2**63 - 1 if setting.high is None else int(setting.high)
            described.integer_range = [IntegerRange(from_value=low, to_value=high)]
    return described


def meaning(setting: Setting) -> str:
    """Say what a setting means, with its unit."""
    return f"{setting.meaning} [{setting.unit}]" if setting.unit else setting.meaning
