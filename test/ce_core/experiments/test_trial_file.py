"""trials.csv survives whatever happens to the run."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import pytest

from ce_core.experiments.experiment import ExperimentError
from ce_core.experiments.trial_file import TrialFile, read_rows, write_json, write_rows


@dataclass(frozen=True)
class Row:
    seed: int
    name: str
    value: float
    safe: bool


ROWS = [Row(1, "a, b", 0.1 + 0.2, True), Row(2, "", math.inf, False)]


def test_rows_come_back_bit_for_bit(tmp_path: Path) -> None:
    write_rows(tmp_path / "trials.csv", ROWS, Row)
    assert read_rows(tmp_path / "trials.csv", Row) == ROWS


def test_a_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "trials.csv"
    write_rows(path, ROWS, Row)
    path.write_text(path.read_text()[:-4])
    assert read_rows(path, Row) == ROWS[:1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seed,name\n1,a\n", r"columns \['seed', 'name'\]; expected"),
        ("seed,name,value,safe\none,a,1.0,True\n", r"line 2: invalid literal for int.*'one'"),
        ("seed,name,value,safe\n1,a,1.0,yes\n", r"line 2: 'yes' must be True or False"),
        ("seed,name,value,safe\n1,a\n", r"line 2: the line has too few columns"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "trials.csv"
    path.write_text(text)
    with pytest.raises(ExperimentError, match=message):
        read_rows(path, Row)


def test_appended_rows_are_on_the_disk_before_the_end(tmp_path: Path) -> None:
    file = TrialFile(tmp_path, Row, {}, resume=False)
    file.append(ROWS[0])
    assert read_rows(tmp_path / "trials.csv", Row) == ROWS[:1]
    file.close([ROWS[0]])


def test_resume_finds_what_was_finished(tmp_path: Path) -> None:
    file = TrialFile(tmp_path, Row, {"condition": "sim"}, resume=False)
    file.close([ROWS[0]])
    again = TrialFile(tmp_path, Row, {"condition": "sim"}, resume=True)
    assert again.rows == ROWS[:1]
    again.append(ROWS[1])
    again.close(again.rows + ROWS[1:])
    assert read_rows(tmp_path / "trials.csv", Row) == ROWS


def test_resume_with_other_settings_is_refused_and_loses_nothing(tmp_path: Path) -> None:
    TrialFile(tmp_path, Row, {"time_limit": 60}, resume=False).close(ROWS)
    with pytest.raises(ExperimentError, match=r"time_limit was 60 and is 120"):
        TrialFile(tmp_path, Row, {"time_limit": 120}, resume=True)
    assert read_rows(tmp_path / "trials.csv", Row) == ROWS


def test_an_earlier_run_is_moved_aside(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    TrialFile(tmp_path, Row, {}, resume=False).close(ROWS)
    write_json(tmp_path / "results.json", {"experiment": "old"})
    TrialFile(tmp_path, Row, {}, resume=False).close([])
    assert read_rows(tmp_path / "trials.csv", Row) == []
    assert read_rows(tmp_path / "earlier-1" / "trials.csv", Row) == ROWS
    assert (tmp_path / "earlier-1" / "results.json").exists()
    assert not (tmp_path / "results.json").exists()
    assert "earlier-1" in caplog.text


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ExperimentError, match=r"--out .*file"):
        TrialFile(tmp_path / "file", Row, {}, resume=False)
