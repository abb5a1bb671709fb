import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ce_core.internal_model.angles import wrapped
from ce_core.kernels.cache_folder import _COMPILED_PACKAGES, cache_folder, source_hash
from ce_sim_server.ready_kernel import ready_kernel

CORE = Path(cache_folder.__code__.co_filename).parent.parent


def copy_sources(target):
    for package in _COMPILED_PACKAGES:
        for path in (CORE / package).rglob("*.py"):
            copy = target / path.relative_to(CORE)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    return target


def test_any_edited_source_gives_another_folder(tmp_path):
    core = copy_sources(tmp_path)
    before = source_hash(core)
    assert before == source_hash(CORE)
    for edited in (
        "internal_model/robot_controller/avoidance.py",
        "kernels/rollout.py",
        "planner/explorer/explore.py",
    ):
        path = core / edited
        path.write_text(path.read_text() + "\n")
        assert source_hash(core) != before
        before = source_hash(core)
    (core / "kernels" / "another.py").write_text("")
    assert source_hash(core) != before


def test_the_users_own_choice_comes_first(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder().parent == tmp_path / "numba"
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    assert cache_folder().parent == tmp_path / "xdg" / "consequence_engine"


def test_a_place_that_cannot_be_written_to_is_passed_over_for_a_temporary_one(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setenv("HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = cache_folder()
    assert os.access(folder, os.W_OK)
    assert folder.parent.parent == tmp_path
    assert cache_folder() == folder  # other processes find it again


def test_a_folder_that_others_can_write_to_is_not_trusted(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    cache_folder().chmod(0o777)
    assert cache_folder().parent == tmp_path / "xdg" / "consequence_engine"


needs_compiler = pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")

OUTER = """
from ce_core.internal_model.angles import wrapped
from ce_core.kernels.compiled import compiled

@compiled
def kernel(angle):
    return wrapped(angle)

found = kernel(7.0)
print(found, sum(kernel.stats.cache_hits.values()), sum(kernel.stats.cache_misses.values()))
"""


def run(*arguments, **environment):
    """Run Python in a process of its own; return what it printed."""
    clean = {
        name: value for name, value in os.environ.items() if name not in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")
    }
    command = [sys.executable, *map(str, arguments)]
    result = subprocess.run(command, env=clean | environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout.split()


def set_writable(folder, writable):
    for path in (folder, *folder.rglob("*")):
        path.chmod((0o755 if path.is_dir() else 0o644) if writable else (0o555 if path.is_dir() else 0o444))


@needs_compiler
def test_a_read_only_installation_compiles_once_and_an_edited_function_never_runs_stale(tmp_path):
    """The edited function is in another file than the kernel that calls it: numba alone would not notice."""
    site, home = tmp_path / "site", tmp_path / "home"
    shutil.copytree(CORE, site / "ce_core", ignore=shutil.ignore_patterns("__pycache__"))
    (site / "outer.py").write_text(OUTER)
    home.mkdir()
    installed = sorted(site.rglob("*"))
    set_writable(site, False)
    environment = {"PYTHONPATH": str(site), "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}

    expected = str(wrapped(7.0))
    assert run(site / "outer.py", **environment) == [expected, "0", "1"]
    assert run(site / "outer.py", **environment) == [expected, "1", "0"]
    assert sorted(site.rglob("*")) == installed  # root may write where nobody should

    set_writable(site, True)
    angles = site / "ce_core" / "internal_model" / "angles.py"
    angles.write_text(angles.read_text() + "\n\ndef wrapped(angle):\n    return angle + 35.0\n")
    assert run(site / "outer.py", **environment) == ["42.0", "0", "1"]


@needs_compiler
def test_a_second_process_loads_the_whole_kernel_and_compiles_nothing():
    program = (
        "from ce_sim_server.ready_kernel import ready_kernel\n"
        "from ce_core.kernels.rollout import rollout\n"
        "ready_kernel()\n"
        "print(sum(rollout.stats.cache_hits.values()), sum(rollout.stats.cache_misses.values()))\n"
    )
    ready_kernel()  # compiles it, unless another test or process has
    root = {name: os.environ[name] for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME") if name in os.environ}
    assert run("-c", program, **root) == ["1", "0"]
