"""Programs in processes of their own: nothing that a program does stops the others."""

import contextlib

import pytest

from ce_core.lego.lego_world import Conditions
from ce_core.lego.program import Program
from ce_core.lego.referee import Job, judge
from ce_core.lego.starts import twenty_starts
from ce_core.lego.trial import run_trial

DRIVE = "while True:\n    try:\n        motor(100, 100 if ultrasound() < 100 else -100); wait(20)\n"
SOURCES = {
    "exits": "import os; os._exit(7)",
    "deaf": "while True:\n    try:\n        import time; time.sleep(100)\n    except BaseException: pass",
    "stubborn": DRIVE + "    except BaseException: pass",
    "good": DRIVE + "    finally: pass",
}


def test_whatever_programs_do_every_job_gets_an_answer(monkeypatch):
    start = twenty_starts()[0]
    jobs = [Job(Program(name, name, source), start) for name, source in SOURCES.items()]
    jobs.append(Job(jobs[-1].program, start, Conditions(time_limit=1.0)))
    # Time enough for a good program on a busy machine; the deaf one has to be waited for as long.
    with contextlib.closing(judge(jobs, workers=2, real_time=10.0)) as answers:
        trials = dict(answers)
    exits, deaf, stubborn, good, short = (trials[i] for i in range(len(jobs)))
    assert exits.failed == "exits ended its process with exit code 7"
    assert deaf.failed == "deaf did not end and was stopped after 10 s of real time"
    assert stubborn.completed
    assert good.completed
    assert good.removed == stubborn.removed == run_trial(jobs[3].program, start).removed
    assert short.end == "not done within 1 s"
    assert short.time is None


def test_no_jobs_no_processes():
    assert list(judge([])) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_answers_do_not_depend_on_the_workers(workers):
    jobs = [Job(Program("good", "good", SOURCES["good"]), start) for start in twenty_starts()[:3]]
    removed = {number: trial.removed for number, trial in judge(jobs, workers)}
    assert removed == {i: run_trial(job.program, job.start).removed for i, job in enumerate(jobs)}
