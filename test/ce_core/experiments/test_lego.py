"""Paper 1's experiments: files, tables and statistics, on few trials."""

import csv
import json
import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from ce_core.experiments.__main__ import main
from ce_core.experiments.lego import FAST_RIGHT, TURNED, TWENTY, Job, Row, jobs_of, list_of, run_job
from ce_core.experiments.lego_paper import PHYSICAL
from ce_core.experiments.lego_results import lego_results, same_ratio, times, welch_of

COLUMNS = ["preset", "solution", "starts", "start", "red_s", "green_s", "blue_s", "completed", "time_s"]


def rows_of(solution, starts, values):
    return [
        Row("authors", solution, starts, i, *(3 * (value,)), value is not None, value)
        for i, value in enumerate(values, 1)
    ]


def test_the_files_of_a_small_run(tmp_path, capsys):
    out = tmp_path / "out"
    options = ["--preset", "authors", "--solution", "ultrasound_1,ultrasound_2", "--trials", "3"]
    assert main(["lego", *options, "--workers", "1", "--out", str(out), "--no-pictures"]) == 0
    with (out / "trials.csv").open() as file:
        reader = csv.DictReader(file)
        rows = list(reader)
    assert reader.fieldnames == COLUMNS
    assert len(rows) == 2 * (20 + 3 + 20 + 20)
    failed = [row for row in rows if row["completed"] == "False"]
    assert failed
    assert all(row["time_s"] == "" and "" in (row["red_s"], row["green_s"], row["blue_s"]) for row in failed)
    content = json.loads((out / "results.json").read_text())
    found = content["summary"]["authors"]["ultrasound_1"]
    assert set(found) == {"20", "random:3", TURNED, FAST_RIGHT}
    assert found["20"]["n"] == 20
    assert found["20"]["mean"] == pytest.approx(15.25, abs=0.5)
    for starts, moments in content["summary"]["authors"]["ultrasound_2"].items():
        assert moments["failed"] == sum(
            r["solution"] == "ultrasound_2" and r["starts"] == starts for r in failed
        )
    assert "task completion time [s]" in capsys.readouterr().out
    # Going on with a finished run changes nothing.
    before = (out / "trials.csv").read_text()
    assert main(["lego", *options, "--workers", "1", "--out", str(out), "--no-pictures", "--resume"]) == 0
    assert (out / "trials.csv").read_text() == before


def test_perturbed_starts_are_turned_and_the_right_motor_is_fast():
    plain, turned = list_of(TWENTY)[4], list_of(TURNED)[4]
    assert math.degrees(turned.theta - plain.theta) == pytest.approx(1.0)
    assert list_of(FAST_RIGHT) == list_of(TWENTY)
    rows = [run_job(Job("authors", "ultrasound_2", starts, 3)) for starts in (TWENTY, TURNED, FAST_RIGHT)]
    assert len({row.time_s for row in rows}) == 3


def test_jobs_are_all_combinations():
    jobs = jobs_of(("authors", "paper"), ("blink",), (TWENTY, "random:7:10000"))
    assert len(set(jobs)) == len(jobs) == 2 * 27


def test_differences_are_absolute_pairwise_and_without_failures():
    rows = rows_of("blink", TWENTY, [10.0, 20.0, None, 40.0]) + rows_of(
        "blink", TURNED, [12.0, 15.0, 9.0, None]
    )
    entry = lego_results(rows)["perturbations"]["authors"][TURNED]["blink"]
    assert entry["difference"] == {"mean": 3.5, "sd": pytest.approx(np.std([2.0, 5.0], ddof=1)), "n": 2}
    assert entry["share_of_sd"] == pytest.approx(3.5 / np.std([10.0, 20.0, 40.0], ddof=1))
    assert entry["paper_difference"] == {"mean": 42.57, "sd": 59.32, "n": 20}


def test_the_normalised_comparison_to_the_physical_robot():
    rows = rows_of("ultrasound_1", TWENTY, [15.0, 15.5, 16.0]) + rows_of("blink", TWENTY, [60.0, 80.0, 100.0])
    entry = lego_results(rows)["physical"]["authors"]["ultrasound_1"]
    assert entry["share"] == pytest.approx(15.5 / 20.5)
    assert entry["normalised"]["mean"] == pytest.approx(15.5 / 80.0)
    assert entry["normalised_physical"]["mean"] == pytest.approx(0.193, abs=1e-3)  # 19.3 % in section 5.5
    assert entry["normalised_physical"]["sd"] == pytest.approx(0.027, abs=1e-3)


def test_ratios_that_differ_by_two_errors_are_improbably_the_same():
    p = same_ratio({"mean": 1.0, "error": 0.6}, {"mean": 2.96, "error": 0.8})
    assert p == pytest.approx(2.0 * stats.norm.sf(1.96))


def test_the_physical_ranking_is_significant():
    a, b = PHYSICAL["ultrasound_1"], PHYSICAL["ultrasound_2"]
    expected = stats.ttest_ind_from_stats(20.5, 2.92, 18, 28.6, 11.06, 19, equal_var=False).pvalue
    assert welch_of(a, b) == pytest.approx(expected)
    assert expected < 0.05


def test_the_ranking_holds_when_every_mean_is_larger():
    slow = [10.0, 11.0, 12.0, 13.0]
    rows = [
        row
        for solution, by in (("ultrasound_1", 0.0), ("ultrasound_2", 5.0), ("blink", 50.0))
        for row in rows_of(solution, TWENTY, [t + by + i / 10 for i, t in enumerate(slow)])
    ]
    ranking = lego_results(rows)["conclusion"]["authors"]["ranking"][TWENTY]
    assert ranking["holds"]
    assert ranking["significant"]
    assert ranking["single_starts_that_agree"] == 4
    other = {"ultrasound_1": "ultrasound_2", "ultrasound_2": "ultrasound_1", "blink": "blink"}
    swapped = [replace(row, solution=other[row.solution]) for row in rows]
    assert not lego_results(swapped)["conclusion"]["authors"]["ranking"][TWENTY]["holds"]


def test_failed_trials_are_not_numbers():
    found = times(rows_of("blink", TWENTY, [3.0, None]), "authors", "blink", TWENTY)
    assert found[0] == 3.0
    assert np.isnan(found[1])


def test_unknown_names_are_named(capsys):
    with pytest.raises(SystemExit):
        main(["lego", "--solution", "ultrasound_3"])
    assert "did you mean" in capsys.readouterr().err
