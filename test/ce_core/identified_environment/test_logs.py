"""Logs as CSV and as rosbag, in and out, and `identify` on them."""

import dataclasses

import numpy as np
import pytest

from ce_core.identified_environment import LogError, load_model
from ce_core.identified_environment.identify_command import main as identify
from ce_core.identified_environment.log_bag import read_bag, write_bag
from ce_core.identified_environment.log_csv import read_csv, write_csv


def same(a, b, atol):
    for name in ("time", "poses", "speeds", "angles", "readings"):
        np.testing.assert_allclose(getattr(a, name), getattr(b, name), atol=atol, err_msg=name)


def with_holes(log):
    poses, readings = log.poses.copy(), log.readings.copy()
    poses[4] = np.nan
    readings[6, 3], readings[7, 8] = np.nan, np.inf
    return dataclasses.replace(log, poses=poses, readings=readings)


def test_a_csv_log_reads_back_with_its_holes(log, tmp_path):
    write_csv(with_holes(log), tmp_path / "log.csv")
    again = read_csv(tmp_path / "log.csv", "laser")
    same(again, with_holes(log), 5.1e-4)
    header = (tmp_path / "log.csv").read_text().splitlines()[0].split(",")
    assert header[:7] == ["time_s", "x_m", "y_m", "theta_rad", "v_mps", "omega_radps", "laser_-90"]
    assert header[-1] == "laser_90"


def test_empty_fields_are_missing_and_speeds_may_be_left_out(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text(
        "time_s,x_m,y_m,theta_rad,laser_45,laser_-45,sonar_0\n0,0,0,0,1.5,,9\n0.25,,,,inf,2,9\n\n"
    )
    log = read_csv(path, "laser")
    np.testing.assert_array_equal(log.readings, [[np.nan, 1.5], [2.0, np.inf]])  # from right to left
    np.testing.assert_allclose(log.angles, np.deg2rad([-45.0, 45.0]))
    assert log.usable.tolist() == [True, False]
    assert np.isnan(log.speeds).all()
    assert read_csv(path, "sonar").readings.tolist() == [[9.0], [9.0]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("time_s,x_m,y_m,theta_rad,laser_0\n", "no records"),
        ("time_s,x_m,y_m,laser_0\n0,0,0,1\n", "no column 'theta_rad'"),
        ("time_s,x_m,y_m,theta_rad\n0,0,0,0\n", "no beams; expected columns such as laser_-90"),
        ("time_s,x_m,y_m,theta_rad,lasr_0\n0,0,0,0,1\n", "unknown sensor 'laser'; did you mean 'lasr'"),
        ("time_s,x_m,y_m,theta_rad,laser_0,laser_0\n0,0,0,0,1,1\n", "'laser_0' occurs twice"),
        ("time_s,x_m,y_m,theta_rad,laser_0\n0,0,0,0,1\n1,0,0\n", "line 3: 3 fields; expected 5"),
        (
            "time_s,x_m,y_m,theta_rad,laser_0\n0,0,0,zero,1\n",
            "line 2, column theta_rad: 'zero' is not a number",
        ),
        ("time_s,x_m,y_m,theta_rad,laser_0\n0,0,0,0,1\n0,0,0,0,1\n", "record 1 is of"),
        ("time_s,x_m,y_m,theta_rad,laser_0\n0,0,0,0,-1\n", "beam 0 reads -1.0"),
        ("time_s,x_m,y_m,theta_rad,laser_0\n0,0,0,0,1e300\n", r"beam 0 reads 1e\+300; expected 0 to 1e\+09"),
    ],
)
def test_a_csv_that_is_wrong_says_where(tmp_path, text, said):
    (tmp_path / "log.csv").write_text(text)
    with pytest.raises(LogError, match=said):
        read_csv(tmp_path / "log.csv", "laser")


def test_a_bag_reads_back_with_its_holes(log, tmp_path):
    short = with_holes(log)
    poses = short.poses.copy()
    poses[20:24] = np.nan  # more than half a second without pose: not bridged
    short = dataclasses.replace(short, poses=poses)
    write_bag(short, tmp_path / "bag")
    again = read_bag(tmp_path / "bag")
    np.testing.assert_allclose(again.readings, short.readings, atol=1e-5)
    np.testing.assert_allclose(again.time, short.time, atol=1e-6)
    assert np.isnan(again.poses[20:24]).all()
    assert np.isfinite(again.poses[4]).all()  # one missing pose lies between two that are 0.5 s apart
    known = np.isfinite(short.poses).all(axis=1)
    np.testing.assert_allclose(again.poses[known, :2], short.poses[known, :2], atol=1e-9)
    turned = again.poses[known, 2] - short.poses[known, 2]
    np.testing.assert_allclose(np.sin(turned / 2.0), 0.0, atol=1e-9)  # the same but for whole turns
    with pytest.raises(LogError, match="not overwritten"):
        write_bag(short, tmp_path / "bag")


def test_a_bag_without_the_topics_says_which_there_are(log, tmp_path):
    write_bag(log, tmp_path / "bag")
    with pytest.raises(LogError, match=r"no topic '/lidar' of sensor_msgs/msg/LaserScan; there are: /scan"):
        read_bag(tmp_path / "bag", scan_topic="/lidar")
    (tmp_path / "broken").mkdir()
    with pytest.raises(LogError, match="not a bag that can be read"):
        read_bag(tmp_path / "broken")


@pytest.mark.parametrize("form", ["csv", "bag"])
def test_identify_writes_a_model_that_perceives_as_the_log_says(log, tmp_path, capsys, form):
    path = tmp_path / ("log.csv" if form == "csv" else "bag")
    (write_csv if form == "csv" else write_bag)(log, path)
    assert identify([str(path), "--sensor", "laser", "--out", str(tmp_path / "model.npz")]) == 0
    said = capsys.readouterr().out
    assert "piecewise model of 'laser'" in said
    assert "105 visited" in said
    model = load_model(tmp_path / "model.npz")
    found = model.scan(log.poses[50:51], log.angles)[0]
    assert np.median(np.abs(found - log.readings[50])) < 0.02


def test_identify_says_what_is_wrong_and_writes_nothing(log, tmp_path, capsys):
    out = tmp_path / "model.npz"
    assert identify([str(tmp_path / "absent.csv"), "--sensor", "laser", "--out", str(out)]) == 1
    assert "there is no such file" in capsys.readouterr().err
    write_csv(dataclasses.replace(log, poses=np.full_like(log.poses, np.nan)), tmp_path / "lost.csv")
    assert identify([str(tmp_path / "lost.csv"), "--sensor", "laser", "--out", str(out)]) == 1
    assert "none of its 210 records has a pose" in capsys.readouterr().err
    assert not out.exists()
    with pytest.raises(SystemExit):
        identify([str(tmp_path / "lost.csv"), "--sensor", "laser", "--out", str(out), "--spacing", "-1"])
    assert "must be a length" in capsys.readouterr().err
