"""Programs in lock-step: the examples, and what happens to those that misbehave."""

import pytest

from ce_core.lego.lego_world import Conditions
from ce_core.lego.program import Program, ProgramError, example_names
from ce_core.lego.starts import random_starts, twenty_starts
from ce_core.lego.trial import run_trial

START = twenty_starts()[0]


def trial_of(source, start=START, settings=None, **conditions):
    program = Program("mine", "mine.py", source, settings or {})
    return run_trial(program, start, Conditions(**conditions))


def test_there_are_the_papers_solutions_and_more():
    assert {"ultrasound_1", "ultrasound_2", "blink"} <= set(example_names())
    assert len(example_names()) >= 5


@pytest.mark.parametrize("name", example_names())
def test_every_example_removes_cubes(name):
    trials = [run_trial(Program.find(name), start) for start in twenty_starts()[:4]]
    assert not any(trial.failed for trial in trials)
    assert sum(trial.completed for trial in trials) >= 3


def test_the_same_again():
    first, second = (run_trial(Program.find("blink"), START, keep_trace=True) for _ in range(2))
    assert first.removed == second.removed
    assert (first.trace == second.trace).all()


def test_ultrasound_1_over_the_twenty_starts_takes_what_the_authors_report():
    times = [run_trial(Program.find("ultrasound_1"), start).time for start in twenty_starts()]
    assert None not in times
    assert sum(times) / 20 == pytest.approx(15.25, abs=0.5)


def test_ultrasound_1_over_the_random_starts_takes_what_the_authors_report():
    times = [run_trial(Program.find("ultrasound_1"), start).time for start in random_starts(99)]
    assert None not in times
    assert sum(times) / 99 == pytest.approx(15.16, abs=0.5)


def test_ultrasound_2_takes_what_the_authors_report():
    times = [run_trial(Program.find("ultrasound_2"), start).time for start in twenty_starts()]
    done = [time for time in times if time is not None]
    assert len(done) >= 19  # theirs failed once
    assert sum(done) / 19 == pytest.approx(20.28, abs=2.0)


def test_participant_46_over_the_random_starts_takes_what_the_authors_logged():
    """The same program with its stop for the colour and one light: 22.85 s (SD 8.92), all 99 completed."""
    program = Program.find("ultrasound_2", {"colour_wait": 2000})
    lights = Conditions(lights=("green",))
    times = [run_trial(program, start, lights).time for start in random_starts(99)]
    assert None not in times
    assert sum(times) / 99 == pytest.approx(22.85, abs=8.92 / 99**0.5)


def test_settings_reach_the_program():
    waits = trial_of("wait(setting('pause', 100)); raise ValueError(read_timer(1))", settings={"pause": 300})
    assert "ValueError: 420" in waits.failed  # 120 ms on the clock before the program begins


def test_waits_are_whole_steps_and_timers_count_them():
    source = "start_timer(2); wait({}); raise ValueError(read_timer(2))"
    for milliseconds, passed in ((200, 200), (299, 280), (20, 20), (1000, 1000)):
        assert f"ValueError: {passed}" in trial_of(source.format(milliseconds)).failed
    assert "ValueError: 40" in trial_of("start_timer3(); wait(40); raise ValueError(read_timer3())").failed


def test_random_draws_are_the_same_in_every_trial():
    source = "raise ValueError([random(0, 10) for _ in range(8)])"
    assert trial_of(source).failed == trial_of(source).failed
    assert "ValueError: 0" in trial_of("raise ValueError(random(5, 5))").failed


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("while True: motor(100, 100)", "put wait(20) into its loop"),
        ("while True: ultrasound()", "put wait(20) into its loop"),
        ("while True: wait(5)", "put wait(20) into its loop"),
        (
            "motor(10, 10)\nwait(100)\nx = 1 / 0",
            "division by zero in mine.py, line 3: x = 1 / 0",
        ),
        ("motor(10, 10)\nwait(1000)", "mine ended at 1.12 s"),
        ("import sys\nsys.exit(0)", "mine ended at 0.12 s"),
        ("raise KeyboardInterrupt", "raised KeyboardInterrupt in mine.py, line 1"),
        ("turn(-60, 90)", "negative degrees turn to the left"),
        ("turn(0, 90)", "the speed must be 1 to 100 %"),
        ("start_timer(4)", "there are 1, 2 and 3"),
        ("motor('fast', 1)", "ValueError"),
        ("fly()", "NameError: name 'fly' is not defined"),
    ],
)
def test_a_bad_program_fails_with_a_sentence(source, words):
    trial = trial_of(source)
    assert not trial.completed
    assert trial.time is None
    assert words in trial.failed


def test_a_program_that_never_ends_has_the_time_limit():
    trial = trial_of("while True: wait(20)", time_limit=5.0)
    assert not trial.completed
    assert trial.end == "not done within 5 s"
    assert trial.simulated == pytest.approx(5.0)


def test_a_program_that_thinks_forever_is_stopped(monkeypatch):
    monkeypatch.setattr("ce_core.lego.program.THINKING_TIME", 0.3)
    trial = trial_of("try:\n    while True: pass\nexcept Exception: pass")
    assert "without letting time pass" in trial.failed


def test_a_program_that_catches_everything_does_not_catch_the_end():
    source = "while True:\n    try:\n        wait(20)\n    except Exception:\n        pass"
    assert trial_of(source, time_limit=2.0).end == "not done within 2 s"


def test_announcements_count():
    right = (
        "while True:\n    play_tone(1600)\n    motor(100, 100 if ultrasound() < 100 else -100)\n    wait(20)"
    )
    trial = trial_of(right)
    assert trial.completed
    assert trial.announced == 10.0  # blue was right, the others were not


def test_a_missing_program_and_a_broken_one_are_named(tmp_path):
    with pytest.raises(ProgramError, match="did you mean 'ultrasound_1'"):
        Program.find("ultrasound1")
    (tmp_path / "broken.py").write_text("motor(1,\n")
    with pytest.raises(ProgramError, match=r"broken.py, line 1: is not Python"):
        Program.find(str(tmp_path / "broken.py"))
