"""The command line of the experiments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ce_core.experiments.__main__ import main


def test_corridor_writes_results_and_trials(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    assert main(["corridor", "--trials", "1", "--seed", "20", "--out", str(out), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads((out / "results.json").read_text())
    assert printed["experiment"] == "corridor"
    assert printed["seed"] == 20
    metrics = printed["summary"]["sim"]["ce"]
    assert {"danger_ratio_percent", "distance_m", "run_time_s", "simulations_per_step"} <= set(metrics)
    assert metrics["distance_m"]["n"] == 1
    assert len((out / "trials.csv").read_text().splitlines()) == 1 + 2


def test_the_table_of_one_controller(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corridor", "--trials", "1", "--seed", "0", "--controller", "baseline"]) == 0
    out = capsys.readouterr().out
    assert "baseline" in out
    assert "ce" not in out.split("metric")[1].splitlines()[0].split()


def test_unknown_experiment_lists_the_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corridors"]) == 2
    assert "unknown experiment 'corridors'; did you mean 'corridor'?" in capsys.readouterr().err


def test_without_a_name_the_experiments_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main(["--help"]) == 0
    assert "corridor" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--trials", "0"], "'0' must be a whole number of at least 1"),
        (["--seed", "-1"], "'-1' must be a whole number of at least 0"),
        (["--controller", "orca"], "unknown controller 'orca'"),
    ],
)
def test_wrong_options_are_named(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["corridor", *options])
    assert message in capsys.readouterr().err
