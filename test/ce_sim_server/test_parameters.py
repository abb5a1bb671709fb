"""ROS parameters from config dataclasses: descriptors, and what a node says about wrong ones."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")
pytest.importorskip("consequence_engine.msg", reason="the interfaces are not built; run ./ce doctor")

from ce_core.settings import settings_of
from ce_nodes.configs import ConsequenceEngineConfig, ExperimentConfig
from ce_sim_server.parameters import descriptor


def test_a_descriptor_carries_meaning_unit_and_bounds() -> None:
    described = descriptor(settings_of(ConsequenceEngineConfig)["rate"])
    assert described.description == "Decisions per second. [Hz]"
    assert described.floating_point_range[0].to_value == 20.0
    assert described.read_only


def test_choices_are_told() -> None:
    described = descriptor(settings_of(ExperimentConfig)["controller"])
    assert described.additional_constraints == "one of ce, baseline, paired"


@pytest.mark.ros
@pytest.mark.parametrize(
    ("parameter", "words"),
    [
        ("rate:=-1.0", ["rate", "-1.0", "above 0 Hz"]),
        ("rate:=0.0", ["rate = 0.0", "above 0 Hz"]),
        ("rate:=fast", ["rate", "fast"]),
        ("ratee:=1.0", ["unknown parameter 'ratee'", "did you mean 'rate'"]),
        ("controller:=foo", ["controller", "foo", "ce, baseline"]),
        ("scenario.h_min_x:=3.0", ["h_min_x = 3.0", "h_max_x"]),
    ],
)
def test_a_wrong_parameter_ends_the_node_with_one_sentence(
    parameter: str, words: list[str], ros_domain: int, ros_environment: Callable[..., dict[str, str]]
) -> None:
    program = str(Path(sys.executable).parent / "experiment")
    ended = subprocess.run(
        [program, "--ros-args", "-p", parameter],
        env=ros_environment(ros_domain),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    for word in words:
        assert word in ended.stderr
