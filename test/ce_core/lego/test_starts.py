"""Starts: the paper's twenty, and the authors' random ones."""

import csv
import math
from pathlib import Path

import pytest

from ce_core.lego.starts import random_starts, starts_named, twenty_starts
from ce_core.lego.world.cubes import CUBE_STARTS

RECORDED = Path(__file__).resolve().parents[4] / "shared" / "data" / "lego" / "random_starts_99.csv"


def test_twenty_starts_are_where_the_paper_put_the_robot():
    starts = twenty_starts()
    assert [start.number for start in starts] == list(range(1, 21))
    assert starts[0].x == pytest.approx(0.1272, abs=5e-5)
    assert starts[0].y == pytest.approx(-0.3161, abs=5e-5)
    assert math.degrees(starts[0].theta) == pytest.approx(180.0)


@pytest.mark.skipif(not RECORDED.exists(), reason="the recorded starts are not beside this project")
def test_random_starts_are_the_recorded_ones():
    rows = list(csv.DictReader(RECORDED.open()))
    starts = random_starts(99)
    assert len(rows) == len(starts) == 99
    for start, row in zip(starts, rows, strict=True):
        assert start.number == int(row["index"])
        assert (start.x, start.y) == (
            pytest.approx(float(row["x_m"]), abs=1.1e-5),
            pytest.approx(float(row["y_m"]), abs=1.1e-5),
        )
        off = math.degrees(start.theta) - float(row["heading_deg_ccw_from_plus_x"])
        assert math.remainder(off, 360.0) == pytest.approx(0.0, abs=6e-4)


def test_the_first_random_starts_of_the_authors_seed():
    first, second, *_ = random_starts(99)
    assert (first.x, first.y) == (pytest.approx(-0.16326, abs=1e-5), pytest.approx(-0.28729, abs=1e-5))
    assert math.degrees(second.theta) == pytest.approx(355.615, abs=1e-3)


def test_a_longer_list_begins_with_the_shorter_one():
    assert random_starts(200)[:99] == random_starts(99)
    assert random_starts(5, seed=10_000) != random_starts(5)


def test_random_starts_are_clear_of_the_cubes():
    for start in random_starts(300, seed=10_001):
        assert min(math.hypot(start.x - x, start.y - y) for x, y, _ in CUBE_STARTS) >= 0.24394 - 1e-5


def test_starts_by_name():
    assert starts_named("20") == twenty_starts()
    assert starts_named("random:3") == random_starts(3)
    assert starts_named("random:3:7") == random_starts(3, 7)
    for wrong in ("21", "random", "random:0", "random:x", "random:1:2:3", "random:-1", ""):
        with pytest.raises(ValueError, match="write 20"):
            starts_named(wrong)
