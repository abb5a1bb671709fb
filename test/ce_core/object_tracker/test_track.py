"""Where a tracked robot is a moment later."""

from __future__ import annotations

import math

import pytest

from ce_core.object_tracker import Track


def test_it_goes_straight_on() -> None:
    later = Track("a", 1.0, 2.0, 0.5, 0.03, -0.04).ahead(0.5)
    assert (later.x, later.y, later.theta) == pytest.approx((1.015, 1.98, 0.5))
    assert (later.vx, later.vy) == (0.03, -0.04)


def test_it_goes_on_in_its_curve() -> None:
    speed, omega, seconds = 0.1, 2.0, 0.1
    later = Track("a", 0.0, 0.0, 0.0, speed, 0.0, omega).ahead(seconds)
    radius, turn = speed / omega, omega * seconds
    assert later.x == pytest.approx(radius * math.sin(turn), abs=2e-5)  # a chord as long as its arc
    assert later.y == pytest.approx(radius * (1.0 - math.cos(turn)), abs=2e-5)
    assert later.theta == pytest.approx(turn)
    assert later.speed == pytest.approx(speed)


def test_it_never_goes_back_in_time_and_its_heading_stays_an_angle() -> None:
    track = Track("a", 0.0, 0.0, 3.1, -0.1, 0.0, 1.0)
    assert track.ahead(-1.0) == track
    assert track.ahead(0.1).theta == pytest.approx(3.2 - 2.0 * math.pi)
