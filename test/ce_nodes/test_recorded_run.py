"""A recorded run: scored again to the last digit, decided again to the last action, saved when cut off."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")
pytest.importorskip("consequence_engine.msg", reason="the interfaces are not built; run ./ce doctor")

from ce_nodes import bag_commands
from ce_nodes.analysis import recorded_trials
from ce_nodes.bag_reader import open_bag, stamp_of
from ce_nodes.bag_writer import BagError

pytestmark = [pytest.mark.ros, pytest.mark.timeout(300)]


def test_a_paired_run_is_analysed_replayed_and_repaired(
    launch: Any, ros_domain: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One launch serves all: it is the slow part."""
    bag, out = tmp_path / "bag", tmp_path / "live"
    run = launch(
        ros_domain,
        *("dashboard:=false", "rate:=100.0", "seed:=10007", "n_robots:=2", "controller:=paired"),
        *("record:=true", f"bag:={bag}", f"out:={out}"),
    )
    assert run.wait(240.0) == 0, run.text
    assert [line for line in run.lines if "the smart robot arrived" in line] == [
        "controller baseline, seed 10007: the smart robot arrived",
        "controller ce, seed 10007: the smart robot arrived",
    ]

    assert bag_commands.analyse([str(bag), "--out", str(tmp_path / "again")]) == 0
    for name in ("trials.csv", "results.json"):
        assert (tmp_path / "again" / name).read_text() == (out / name).read_text()
    assert (tmp_path / "again" / "trial_2.png").stat().st_size > 5000

    capsys.readouterr()
    assert bag_commands.replay([str(bag)]) == 0
    said = capsys.readouterr().out
    assert " 0 differ" in said
    assert "could not be made again" not in said
    with open_bag(bag) as opened:  # nothing is lost, however fast the run was
        stamps = [stamp_of(message) for _, _, message in opened.messages("/tracks")]
    assert np.diff(stamps) == pytest.approx(1.0 / 15.0, abs=1e-6)
    other = tmp_path / "other.json"
    setting = "action_evaluator.safety_distance=0.45"
    assert bag_commands.replay([str(bag), "--set", setting, "--json", str(other)]) == 0
    content = json.loads(other.read_text())
    assert content["different"] == sum(row["differs"] for row in content["decisions"]) > 0

    (file,) = bag.glob("*.mcap")
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(file.read_bytes()[: int(0.6 * file.stat().st_size)])
    assert bag_commands.bag(["repair", str(cut), "--out", str(tmp_path / "saved")]) == 0
    _, trials = recorded_trials(tmp_path / "saved")
    assert trials[0].controller == "baseline"
    assert trials[0] == recorded_trials(bag)[1][0]


def test_a_bag_without_trials_is_said_so(tmp_path: Path) -> None:
    from ce_nodes.bag_writer import BagWriter, MessageTypes

    bag = BagWriter(tmp_path / "bag", MessageTypes())
    bag.add_topic("/a", "std_msgs/msg/Empty", [])
    bag.write("/a", 1, b"\0\1\0\0\0")
    bag.close()
    with pytest.raises(BagError, match=r"no trial.*The bag has: /a"):
        recorded_trials(tmp_path / "bag")


def test_a_wrong_setting_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="safety_distance"):
        bag_commands.engine_config("", ["action_evaluator.safety_distanse=0.3"])
    with pytest.raises(ValueError, match="KEY=VALUE"):
        bag_commands.engine_config("", ["rate"])
