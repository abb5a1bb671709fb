"""The doctor: each ailment is found, and its cure named."""

import fcntl
from pathlib import Path

import pytest

from ce_nodes import doctor
from ce_nodes.doctor import Finding


@pytest.mark.parametrize(("state", "code"), [("ok", 0), ("note", 0), ("problem", 1)])
def test_only_a_problem_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], state: str, code: int
) -> None:
    finding = Finding("heart", state, "beats", "rest")  # type: ignore[arg-type]
    monkeypatch.setattr(doctor, "CHECKS", (lambda: [finding],))
    assert doctor.examine() == code
    line, mend, *_ = capsys.readouterr().out.splitlines()
    assert line.split() == [state, "heart", "beats"]
    assert mend.strip() == "-> rest"


def test_missing_and_outdated_packages_are_named() -> None:
    lock = (
        "pytest==0.1 \\\n    --hash=sha256:0\n"
        "no-such-package==1.0 \\\n    --hash=sha256:0\n"
        "not-for-us==1.0 ; sys_platform == 'win32' \\\n    --hash=sha256:0\n"
    )
    outdated, missing = doctor.wrong_packages(lock)
    assert outdated.startswith("pytest is ")
    assert outdated.endswith("not 0.1")
    assert missing == "no-such-package is missing"


def test_missing_compilers_are_a_note(tmp_path: Path) -> None:
    (tmp_path / "cc").touch(mode=0o755)
    c, cpp = doctor.check_compiler({"PATH": str(tmp_path)})
    assert (c.state, cpp.state) == ("ok", "note")
    assert "build-essential" in cpp.mend


@pytest.mark.parametrize(
    ("domain", "reach", "state"),
    [
        ("", "LOCALHOST", "ok"),
        ("101", "LOCALHOST", "ok"),
        ("102", "LOCALHOST", "note"),
        ("5", "", "note"),
        ("233", "LOCALHOST", "problem"),
        ("-1", "LOCALHOST", "problem"),
        ("lab", "LOCALHOST", "problem"),
    ],
)
def test_domain_must_be_usable(domain: str, reach: str, state: str) -> None:
    environment = {"ROS_DOMAIN_ID": domain, "ROS_AUTOMATIC_DISCOVERY_RANGE": reach}
    (finding,) = doctor.check_domain(environment)
    assert finding.state == state


def test_segments_of_killed_nodes_are_stale_and_those_of_living_ones_are_not(tmp_path: Path) -> None:
    for name in ("fastrtps_dead", "fastrtps_alive"):
        (tmp_path / name).touch()
        (tmp_path / f"{name}_el").touch()
    with (tmp_path / "fastrtps_alive_el").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert doctor.stale_segments(tmp_path) == ["fastrtps_dead"]
        (finding,) = doctor.check_shared_memory(tmp_path)
    assert finding.state == "note"


def test_a_message_that_was_not_built_is_named(tmp_path: Path) -> None:
    (tmp_path / "msg").mkdir()
    (tmp_path / "msg" / "Trajectory.msg").touch()
    (tmp_path / "msg" / "Forgotten.msg").touch()
    (finding,) = doctor.check_interfaces(tmp_path)
    assert finding.state == "problem"
    assert finding.detail == "cannot be imported: msg/Forgotten.msg"


def test_every_message_of_this_project_is_built() -> None:
    (finding,) = doctor.check_interfaces()
    assert finding.state == "ok", finding.detail


@pytest.mark.ros
def test_two_processes_hear_each_other(monkeypatch: pytest.MonkeyPatch, ros_domain: int) -> None:
    monkeypatch.setenv("ROS_DOMAIN_ID", str(ros_domain))
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    (finding,) = doctor.check_hearing()
    assert finding.state == "ok", finding.detail


def test_loopback_passes_datagrams() -> None:
    (finding,) = doctor.check_loopback()
    assert finding.state == "ok", finding.detail
