"""Responses beside the data sheet where the simulation is calibrated to it."""

import pytest

from ce_core.lego import measurements as measured
from ce_core.lego.responses import down_reading, speed_response, yaw_rate_response


def test_the_speed_is_the_measured_one():
    """The data sheet is read off a plot to 1.5 mm/s; a robot at its limit is not exactly at 75 %."""
    for percent, speed in measured.SPEED.items():
        assert speed_response(percent) == pytest.approx(speed, abs=3.0)
    for percent, speed in measured.SPEED_PUSHING.items():
        if percent <= 70:
            assert speed_response(percent, pushing=True) == pytest.approx(speed, abs=6.0)


def test_on_the_spot_the_authors_robot_is_faster_than_the_measured_one():
    for percent in (2, 5, 10, 15, 20, 30):
        assert yaw_rate_response(percent) == pytest.approx(measured.YAW_RATE[percent], rel=0.08)
    assert yaw_rate_response(60) == pytest.approx(120.0)
    assert measured.YAW_RATE[60] == 99.9


@pytest.mark.parametrize("preset", ["authors", "paper"])
def test_the_sensor_below_reads_what_was_measured(preset):
    assert [down_reading(beyond, preset) for beyond in (-5.0, 7.0, 20.0)] == [47, 36, 16]
