"""`./ce lego run` and `./ce lego compare`, as people use them."""

import json

import pytest

from ce_core.lego.command import main


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("while True:\n    motor(100, 100 if ultrasound() < 100 else -100)\n    wait(20)\n")
    return path


def test_a_program_from_a_start(program, tmp_path, capfd):
    picture = tmp_path / "way.png"
    assert main(["run", str(program), "--start", "3", "--picture", str(picture)]) == 0
    assert "completed in 14.56 s" in capfd.readouterr().out
    assert picture.stat().st_size > 5_000


def test_a_failed_program_has_exit_code_1_and_says_why(program, capfd):
    program.write_text("print('hello')\nmotor(1)\n")
    assert main(["run", str(program), "--json"]) == 1
    streams = capfd.readouterr()
    assert "hello" in streams.out
    content = json.loads(streams.out[streams.out.index("{") :])
    assert content["completed"] is False
    assert content["red_s"] is None
    assert "line 2: motor(1)" in streams.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--start", "21"], "--starts 20 has 1 to 20"),
        (["--starts", "random"], "write 20"),
        (["--time-limit", "-1"], "time limit -1.0 s"),
        (["--preset", "paer"], "did you mean 'paper'"),
        (["--lights", "pink"], "unknown cube 'pink'"),
    ],
)
def test_wrong_options_are_named(program, arguments, words, capsys):
    assert main(["run", str(program), *arguments]) == 2
    assert words in capsys.readouterr().err


def test_a_wrong_setting_is_named(program, capsys):
    with pytest.raises(SystemExit):
        main(["run", str(program), "--set", "threshold=far"])
    assert "for example threshold=120" in capsys.readouterr().err


def test_two_programs_are_compared(program, capfd):
    assert main(["compare", str(program), "ultrasound_2", "--starts", "random:12", "--workers", "1"]) == 0
    out = capfd.readouterr().out
    assert "12 starts (random:12), preset authors" in out
    assert "1. mine  2. ultrasound_2: faster by" in out
    assert "significant" in out
