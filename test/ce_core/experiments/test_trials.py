"""Many trials, with the interruptions of real life."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

from ce_core.experiments.experiment import ExperimentError
from ce_core.experiments.trial_file import read_rows
from ce_core.experiments.trials import TrialOptions, add_trial_options, run_trials


@pytest.fixture
def cheap() -> ModuleType:
    import rows_for_tests

    return rows_for_tests


@pytest.mark.parametrize("workers", [1, 2])
def test_rows_are_in_the_order_of_the_jobs(cheap: ModuleType, tmp_path: Path, workers: int) -> None:
    jobs = [cheap.Job(seed, name) for seed in range(4) for name in ("ce", "baseline")]
    options = TrialOptions(workers=workers, out=tmp_path)
    trials = run_trials("test", cheap.run, jobs, cheap.Row, options)
    assert trials.rows == [cheap.run(job) for job in jobs]
    assert not trials.stopped
    assert read_rows(tmp_path / "trials.csv", cheap.Row) == trials.rows


def test_resume_runs_only_what_is_missing(cheap: ModuleType, tmp_path: Path) -> None:
    jobs = [cheap.Job(seed, "ce") for seed in range(4)]
    run_trials("test", cheap.run, jobs[::2], cheap.Row, TrialOptions(out=tmp_path))
    ran = []

    def run(job: object) -> object:
        ran.append(job)
        return cheap.run(job)

    trials = run_trials("test", run, jobs, cheap.Row, TrialOptions(out=tmp_path, resume=True))
    assert ran == jobs[1::2]
    assert trials.rows == [cheap.run(job) for job in jobs]


def test_a_trial_that_fails_keeps_the_others(cheap: ModuleType, tmp_path: Path) -> None:
    jobs = [cheap.Job(seed, "ce") for seed in range(5)]
    with pytest.raises(ExperimentError, match=r"seed=3.*ArithmeticError: nothing fits"):
        run_trials("test", cheap.fail_at_three, jobs, cheap.Row, TrialOptions(out=tmp_path))
    assert [row.seed for row in read_rows(tmp_path / "trials.csv", cheap.Row)] == [0, 1, 2]


def test_resume_refuses_trials_that_are_not_asked_for(cheap: ModuleType, tmp_path: Path) -> None:
    run_trials("test", cheap.run, [cheap.Job(7, "ce")], cheap.Row, TrialOptions(out=tmp_path))
    with pytest.raises(ExperimentError, match=r"1 trials that are not asked for, for example \(7, 'ce'\)"):
        run_trials(
            "test", cheap.run, [cheap.Job(1, "ce")], cheap.Row, TrialOptions(out=tmp_path, resume=True)
        )


def test_resume_needs_a_folder(cheap: ModuleType) -> None:
    with pytest.raises(ExperimentError, match="--resume needs --out"):
        run_trials("test", cheap.run, [cheap.Job(0, "ce")], cheap.Row, TrialOptions(resume=True))


SCRIPT = """
import sys
from pathlib import Path
from ce_core.experiments.trials import TrialOptions, run_trials
from rows_for_tests import Job, Row, slow

if __name__ == "__main__":
    jobs = [Job(seed, "ce") for seed in range(6)]
    trials = run_trials("test", slow, jobs, Row, TrialOptions(int(sys.argv[1]), out=Path(sys.argv[2])))
    print(len(trials.rows), trials.stopped)
"""


def _hear_ctrl_c() -> None:
    """A shell that runs the tests in the background leaves them deaf to it, and what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path, workers: str) -> None:
    script, out = tmp_path / "script.py", tmp_path / "out"
    script.write_text(SCRIPT)
    folders = os.pathsep.join([str(Path(__file__).parent), str(Path(__file__).parents[3])])
    process = subprocess.Popen(
        [sys.executable, str(script), workers, str(out)],
        env={**os.environ, "PYTHONPATH": folders},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_hear_ctrl_c,
    )
    try:
        deadline = time.monotonic() + 60.0
        while time.monotonic() < deadline and _finished(out) < 2:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: everyone gets it
        printed, _ = process.communicate(timeout=30.0)
    finally:
        process.kill()
    assert printed.split() == ["2", "True"]
    assert _finished(out) == 2


def _finished(out: Path) -> int:
    path = out / "trials.csv"
    return len(path.read_text().splitlines()) - 1 if path.exists() else 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--trials", "0"], "'0' must be a whole number of at least 1"),
        (["--workers", "two"], "'two' must be a whole number of at least 1"),
        (["--seed", "-1"], "'-1' must be a whole number of at least 0"),
    ],
)
def test_wrong_options_are_named(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    parser = argparse.ArgumentParser()
    add_trial_options(parser, trials=20)
    with pytest.raises(SystemExit):
        parser.parse_args(options)
    assert message in capsys.readouterr().err
