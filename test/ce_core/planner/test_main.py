"""`./ce plan`: contract of its output, and what it says against bad input."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from ce_core.planner.__main__ import main


@pytest.fixture
def scan(tmp_path: Path, cul_de_sac: NDArray[np.float64]) -> Path:
    path = tmp_path / "scan.dat"
    path.write_text("".join(f"{x:.2f}\t{y:.2f}\n" for x, y in cul_de_sac))
    return path


def test_json_is_one_object_and_nothing_else(scan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(scan), "--preset", "authors", "--json"]) == 0
    output = capsys.readouterr().out
    assert output.count("\n") == 1
    content = json.loads(output)
    assert set(content) == {"plan", "states", "objects", "time_ms", "end"}
    assert set(content["plan"]) <= {"S", "L", "R"}
    assert content["states"] > 1
    assert content["end"]["reason"] == "horizon"


def test_text_has_sequence_states_objects_and_time(scan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(scan), "--tree"]) == 0
    output = capsys.readouterr().out
    for word in ("plan ", "states ", "objects ", "time ", "q0 start"):
        assert word in output


def test_the_papers_plan_from_the_command_line(recordings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = recordings / "target_251023" / "map0001.dat"
    assert main([str(path), "--target", "1,0", "--step", "0.22", "--preset", "authors", "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert ("".join(content["plan"]), content["states"]) == ("SSLSRSSRSLS", 39)


def test_a_target_behind_may_have_a_minus(scan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(scan), "--target", "-0.9,0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["end"]["x"] < -0.8


def test_an_empty_scan_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.dat").write_text("")
    assert main([str(tmp_path / "empty.dat")]) == 0
    assert "no point within" in capsys.readouterr().out


@pytest.mark.parametrize("content", ["0.1 0.2 0.3\n", "a\tb\n", "0.1\n"])
def test_a_wrong_line_is_named(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wrong.dat"
    path.write_text("0.5\t0.5\n" + content)
    assert main([str(path), "--json"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "line 2" in captured.err


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nowhere.dat"]) == 2
    assert "nowhere.dat: cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("target", ["1", "1,nan", "1,2,3", "x,y"])
def test_a_wrong_target_is_named(target: str, scan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([str(scan), "--target", target])
    assert repr(target) in capsys.readouterr().err


def test_a_laser_scan_from_a_bag(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _write_bag(tmp_path / "bag", [math.inf, 0.7, math.nan, math.inf])
    assert main([str(tmp_path / "bag"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["objects"] > 0
    assert main([str(tmp_path / "bag"), "--index", "1"]) == 2
    assert "there is no number 1" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["folder", "missing.mcap", "noise.mcap", "noise.db3", "noise.bag"])
def test_what_is_no_bag_is_named(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder").mkdir()
    if name.startswith("noise"):
        (tmp_path / name).write_bytes(bytes(range(256)) * 8)
    assert main([str(tmp_path / name), "--json"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert name in captured.err


def test_points_that_are_not_finite_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "scan.dat").write_text("nan\t0\n0.5\tinf\n0.5\t0.0\n", encoding="utf-8-sig")
    assert main([str(tmp_path / "scan.dat")]) == 0
    assert "2 of 3 points are not finite" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--draw", "--dot", "--system"])
def test_a_file_that_cannot_be_written_is_named(
    option: str, scan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(scan), option, str(tmp_path / "nowhere" / "x.png")]) == 2
    assert "nowhere" in capsys.readouterr().err


def _write_bag(path: Path, ranges: list[float]) -> None:
    from rosbags.rosbag2 import StoragePlugin, Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_JAZZY)
    header = store.types["std_msgs/msg/Header"](
        stamp=store.types["builtin_interfaces/msg/Time"](sec=0, nanosec=0), frame_id="laser"
    )
    message = store.types["sensor_msgs/msg/LaserScan"](
        header=header,
        angle_min=-math.pi / 2,
        angle_max=math.pi,
        angle_increment=math.pi / 2,
        time_increment=0.0,
        scan_time=0.2,
        range_min=0.0,
        range_max=12.0,
        ranges=np.array(ranges, dtype=np.float32),
        intensities=np.array([], dtype=np.float32),
    )
    with Writer(path, version=9, storage_plugin=StoragePlugin.MCAP) as writer:
        connection = writer.add_connection("/scan", "sensor_msgs/msg/LaserScan", typestore=store)
        writer.write(connection, 0, store.serialize_cdr(message, "sensor_msgs/msg/LaserScan"))
