"""The graphs of paper 2's experiments."""

from __future__ import annotations

import pytest

from ce_core.settings import SettingsError
from ce_nodes.planner_graph import CUL_DE_SAC, TARGET


def test_simulated_alphabot_scans_at_5_hz_and_the_configurator_ends_the_launch() -> None:
    world, driver = TARGET.build({})
    assert (world.executable, driver.executable) == ("simulated_robots", "configurator")
    assert world.parameters["robot_model"] == "alphabot"
    assert world.parameters["scan_rate"] == 5.0
    assert driver.ends_launch
    assert driver.parameters["has_target"]
    assert driver.parameters["step_distance"] == 0.22


def test_a_real_robot_needs_only_the_configurator() -> None:
    (driver,) = CUL_DE_SAC.build({"robots": "real", "robot": "despacito", "preset": "careful"})
    assert driver.full_name == "/despacito/configurator"
    assert driver.parameters["preset"] == "careful"


def test_lock_step_names_the_configurator() -> None:
    world, driver = CUL_DE_SAC.build({"rate": "5"})
    assert world.parameters["participants"] == ["/alphabot/configurator"]
    assert driver.parameters["use_sim_time"]


def test_an_unknown_preset_is_an_error() -> None:
    with pytest.raises(SettingsError, match="preset"):
        CUL_DE_SAC.build({"preset": "bold"})
