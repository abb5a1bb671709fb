"""./ce: what it says when something is missing, and that it does again only what has changed."""

import ast
import importlib.util
import shutil
import sys
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

from ce_nodes import cli

ROOT = Path(__file__).resolve().parents[1]
INPUTS = (
    "ce",
    "requirements.lock",
    "CMakeLists.txt",
    "package.xml",
    "setup.cfg",
    "setup.py",
    "pyproject.toml",
)
VENV, PACKAGES, MESSAGES, PROJECT = "make_venv", "install_packages", "build_messages", "install_project"


@pytest.fixture
def ce(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The command, in a copy of the project where nothing is set up; no ROS is sourced."""
    for name in INPUTS:
        shutil.copy(ROOT / name, tmp_path)
    for folder in ("msg", "srv"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    for variable in ("ROS_DISTRO", "AMENT_PREFIX_PATH", "CC", "CXX"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader = SourceFileLoader("ce_in_a_copy", str(tmp_path / "ce"))
    specification = importlib.util.spec_from_loader(loader.name, loader)
    assert specification is not None
    module = importlib.util.module_from_spec(specification)
    loader.exec_module(module)
    return module


@pytest.fixture
def done(ce: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The steps that were done, in order; none of them does anything."""
    record: list[str] = []

    def make_venv(*_: object) -> None:
        record.append(VENV)
        Path(ce.PYTHON).parent.mkdir(exist_ok=True)
        Path(ce.PYTHON).touch()

    monkeypatch.setattr(ce, VENV, make_venv)
    for name in (PACKAGES, MESSAGES, PROJECT):
        monkeypatch.setattr(ce, name, lambda *_, name=name: record.append(name))
    monkeypatch.setattr(ce, "check_compiler", lambda python: None)
    return record


def set_up(ce: ModuleType) -> None:
    ce.set_up(None, {})


def test_python_3_6_can_read_it() -> None:
    ast.parse((ROOT / "ce").read_text(), feature_version=(3, 6))


def test_too_old_python_gets_one_sentence(
    ce: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 8, 18))
    monkeypatch.setenv("PATH", "")
    assert ce.main(["doctor"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        "ce: Python 3.11 or 3.12 or 3.13 is needed, but this is 3.8 and there is no other on PATH: "
        "please install one"
    )


@pytest.mark.parametrize(("compilers", "missing"), [((), "C compiler"), (("cc",), "C++ compiler")])
def test_missing_compiler_gets_one_sentence_before_anything_is_made(
    ce: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    compilers: tuple[str, ...],
    missing: str,
) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in compilers:
        (programs / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(programs))
    assert ce.main(["doctor"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert f"there is no {missing}" in line
    assert "build-essential" in line
    assert [path.name for path in Path(ce.VENV).iterdir()] == ["setup.lock"]


def test_everything_is_done_once(ce: ModuleType, done: list[str]) -> None:
    set_up(ce)
    assert done == [VENV, PACKAGES, MESSAGES, PROJECT]
    set_up(ce)
    assert len(done) == 4


@pytest.mark.parametrize(
    ("name", "added", "again"),
    [
        ("msg/Track.msg", "\nfloat64 height\n", [MESSAGES]),
        ("msg/New.msg", "float64 x\n", [MESSAGES]),
        ("srv/Simulate.srv", "\n# more\n", [MESSAGES]),
        ("CMakeLists.txt", "\n# more\n", [MESSAGES]),
        ("setup.cfg", "\n# more\n", [PROJECT]),
        ("requirements.lock", "zzz==1.0 \\\n    --hash=sha256:0\n", [PACKAGES]),
        ("requirements.lock", "ros-zzz==1.0 \\\n    --hash=sha256:0\n", [PACKAGES, MESSAGES]),
    ],
)
def test_a_change_redoes_only_what_depends_on_it(
    ce: ModuleType, done: list[str], tmp_path: Path, name: str, added: str, again: list[str]
) -> None:
    set_up(ce)
    done.clear()
    with (tmp_path / name).open("a") as file:
        file.write(added)
    set_up(ce)
    assert done == again


def test_a_message_that_is_gone_redoes_the_messages(ce: ModuleType, done: list[str], tmp_path: Path) -> None:
    set_up(ce)
    done.clear()
    (tmp_path / "msg" / "Track.msg").unlink()
    set_up(ce)
    assert done == [MESSAGES]


def test_another_ros_begins_anew(ce: ModuleType, done: list[str]) -> None:
    set_up(ce)
    ce.set_up(ce.Ros("jazzy", "/opt/ros/jazzy", sys.version_info[:2]), {})
    assert done == [VENV, PACKAGES, MESSAGES, PROJECT] * 2


def test_a_python_that_is_gone_begins_anew(ce: ModuleType, done: list[str]) -> None:
    set_up(ce)
    done.clear()
    Path(ce.PYTHON).unlink()
    set_up(ce)
    assert done == [VENV, PACKAGES, MESSAGES, PROJECT]


def test_an_interrupted_set_up_goes_on_where_it_stopped(
    ce: ModuleType, done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(ce, MESSAGES, interrupted)
        with pytest.raises(KeyboardInterrupt):
            set_up(ce)
    set_up(ce)
    assert done == [VENV, PACKAGES, MESSAGES, PROJECT]


def test_a_failed_command_shows_its_last_words_and_what_to_do(ce: ModuleType) -> None:
    Path(ce.VENV).mkdir()
    with pytest.raises(ce.SetupError) as error:
        ce.run({}, sys.executable, "-c", "print('the cause'); raise SystemExit(3)")
    assert "the cause" in str(error.value)
    assert "start ./ce again" in str(error.value)


def test_usage_names_the_commands_that_there_are(ce: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert list(cli.COMMANDS) == ce.COMMANDS
    assert ce.main([]) == 0
    assert capsys.readouterr().out == ce.USAGE


def test_unknown_command_lists_the_known_ones(ce: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert ce.main(["lanuch"]) == 2
    assert capsys.readouterr().err.startswith("ce: there is no command 'lanuch'; there are: launch, node,")


def test_environment_has_ours_in_front_and_no_other_ros(ce: ModuleType) -> None:
    libraries = Path(ce.VENV, "lib", "python3.11", "site-packages", "ros_rcl.libs")
    libraries.mkdir(parents=True)
    leaked = {
        "AMENT_PREFIX_PATH": "/opt/ros/humble:/else/.venv",
        "LD_LIBRARY_PATH": "/opt/ros/humble/lib:/else/.venv/lib:/usr/local/lib",
        "PYTHONPATH": "/opt/ros/humble/lib/python3.10/site-packages",
        "PATH": "/opt/ros/humble/bin:/usr/bin",
        "ROS_DISTRO": "humble",
        "HOME": "/home/me",
    }
    env = ce.environment(None, leaked)
    assert env == {
        "AMENT_PREFIX_PATH": ce.VENV,
        "CMAKE_PREFIX_PATH": ce.VENV,
        "LD_LIBRARY_PATH": f"{ce.VENV}/lib:{libraries}:/usr/local/lib",
        "PATH": f"{ce.BIN}:/usr/bin",
        "VIRTUAL_ENV": ce.VENV,
        "_ROS_WHEELS_BOOTSTRAP_COMPLETE": "1",
        "HOME": "/home/me",
    }
    assert ce.environment(None, env) == env


def test_environment_keeps_a_ros_that_is_used(ce: ModuleType) -> None:
    ros = ce.Ros("jazzy", "/opt/ros/jazzy/lib/python3.12/site-packages", (3, 12))
    sourced = {"AMENT_PREFIX_PATH": "/opt/ros/jazzy", "PYTHONPATH": ros.folder, "ROS_DISTRO": "jazzy"}
    env = ce.environment(ros, {**sourced, "_ROS_WHEELS_BOOTSTRAP_COMPLETE": "1"})
    assert env["AMENT_PREFIX_PATH"] == f"{ce.VENV}:/opt/ros/jazzy"
    assert (env["PYTHONPATH"], env["ROS_DISTRO"]) == (ros.folder, "jazzy")
    assert "_ROS_WHEELS_BOOTSTRAP_COMPLETE" not in env


@pytest.mark.parametrize(
    ("distro", "ros_version", "used"),
    [("humble", "2", False), ("jazzy", "2", True), ("kilted", "2", True), ("noetic", "1", False)],
)
def test_only_a_sourced_jazzy_or_later_is_used(
    ce: ModuleType,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    distro: str,
    ros_version: str,
    used: bool,
) -> None:
    library = tmp_path / "site" / "rclpy" / "_rclpy_pybind11.cpython-312-x86_64-linux-gnu.so"
    library.parent.mkdir(parents=True)
    library.touch()
    env = {"ROS_DISTRO": distro, "ROS_VERSION": ros_version, "AMENT_PREFIX_PATH": f"/opt/ros/{distro}"}
    folder = str(tmp_path / "site")
    assert ce.sourced_ros(env, [folder]) == (ce.Ros(distro, folder, (3, 12)) if used else None)
    assert bool(capsys.readouterr().err) is not used


def test_a_sourced_ros_leaves_only_the_ros_wheels_out(
    ce: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed: dict[str, str] = {}
    monkeypatch.setattr(ce, PACKAGES, lambda ros, env, packages: installed.update(packages))
    ce.steps(ce.Ros("jazzy", "/opt/ros/jazzy", (3, 12)), {})[1].action()
    left_out = set(ce.lock_blocks(ce.read("requirements.lock"))) - set(installed)
    assert left_out
    assert all(name.startswith("ros-") for name in left_out)
    assert "rosbags" in installed


def test_the_wheels_get_the_folders_of_this_python(ce: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    cmake_file = Path(ce.VENV, "share", "std_msgs", "cmake", "export.cmake")
    cmake_file.parent.mkdir(parents=True)
    built_with = "/opt/python/cp311-cp311/include/python3.11"
    built_with_numpy = "/opt/python/cp311-cp311/lib/python3.11/site-packages/numpy/_core/include"
    cmake_file.write_text(f'INCLUDES "${{_PREFIX}}/include;{built_with};{built_with_numpy};x"\n')
    cached = cmake_file.with_suffix(".cached")
    cached.hardlink_to(cmake_file)
    monkeypatch.setattr(
        ce, "run", lambda *_: "/my python/include/python3.12\n/my python/numpy/_core/include\n"
    )
    for _ in range(2):
        ce.repair_wheels({})
        assert cmake_file.read_text() == (
            'INCLUDES "${_PREFIX}/include;/my python/include/python3.12;/my python/numpy/_core/include;x"\n'
        )
    assert built_with in cached.read_text()


def test_the_lock_is_pinned_hashed_and_names_no_host(ce: ModuleType) -> None:
    lock = (ROOT / "requirements.lock").read_text()
    blocks = ce.lock_blocks(lock)
    assert sum(map(len, blocks.values())) == len(lock)
    assert [
        name for name, block in blocks.items() if "==" not in block or "--hash=sha256:" not in block
    ] == []
    assert "://" not in lock
    assert [line for line in lock.splitlines() if line.startswith("-")] == []  # no options: no index
