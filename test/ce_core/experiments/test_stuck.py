import numpy as np
import pytest

from ce_core.experiments.__main__ import main
from ce_core.experiments.scenario import draw, robot_names
from ce_core.experiments.stuck import StuckRates, measure, stuck_windows, until_arrival

SEEDS = range(5000, 5060)


def path(speed, seconds=10.0):
    """A robot at this speed along x [m/s], in steps of 0.1 s."""
    steps = round(seconds / 0.1) + 1
    poses = np.zeros((1, steps, 3))
    poses[0, :, 0] = speed * 0.1 * np.arange(steps)
    return poses


def test_stuck_is_less_than_3_centimetres_in_5_seconds():
    assert not stuck_windows(path(0.007), 0.1).any()  # 3.5 cm
    assert stuck_windows(path(0.005), 0.1).all()  # 2.5 cm
    assert stuck_windows(path(0.0), 0.1).shape == (1, 51)


def test_who_stops_for_four_seconds_is_not_stuck():
    steps = np.where((np.arange(150) > 50) & (np.arange(150) < 90), 0.0, 0.01)
    poses = np.zeros((1, 151, 3))
    poses[0, 1:, 0] = np.cumsum(steps)
    assert not stuck_windows(poses, 0.1).any()


def test_a_run_ends_when_the_smart_robot_arrives():
    scenario = draw(1, robot_names(2))
    poses = np.zeros((2, 30, 3))
    poses[scenario.smart_index, :, 0] = np.linspace(0.0, 1.0, 30)
    assert until_arrival(poses, scenario).shape == (2, 28, 3)
    assert until_arrival(poses[:, :10], scenario).shape == (2, 10, 3)


def test_robots_that_slide_are_rarely_stuck_and_robots_that_stall_often():
    # 1.5 % and 16.5 % of 1000 runs (seeds 10000 to 10999)
    sliding, stalling = measure("epuck", SEEDS), measure("epuck_stalling", SEEDS)
    assert sliding.stuck_runs <= 4
    assert 3 <= stalling.stuck_runs <= 15
    assert stalling.stuck_runs > sliding.stuck_runs


def test_the_interval_is_wilsons():
    low, high = StuckRates("epuck", 0.0, 100, 10, 0, 0).interval
    assert (low, high) == pytest.approx((0.0552, 0.1744), abs=1e-4)


def test_the_command_prints_a_line_for_each_model_with_and_without_noise(capsys):
    assert main(["stuck", "--trials", "3", "--seed", "1", "--noise", "0.1"]) == 0
    out = capsys.readouterr().out
    assert out.count("epuck ") == 2
    assert out.count("epuck_stalling") == 2
    assert "seeds 1 to 3" in out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--trials", "0"], "expected at least 1 trial"),
        (["--models", "epuk"], "did you mean 'epuck'"),
        (["--noise", "-1"], "nor noise below 0"),
    ],
)
def test_wrong_options_are_refused(capsys, options, message):
    assert main(["stuck", *options]) == 1
    assert message in capsys.readouterr().err
