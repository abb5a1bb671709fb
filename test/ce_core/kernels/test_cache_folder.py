import os
import subprocess
import sys
from pathlib import Path

import pytest

from ce_core.kernels.cache_folder import _COMPILED_PACKAGES, cache_folder, source_hash

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


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
def test_a_second_process_compiles_nothing(tmp_path):
    program = (
        "from ce_core.kernels.compiled import compiled\n"
        "from ce_core.internal_model.angles import direction\n"
        "function = compiled(direction)\n"
        "function(1.0, 2.0)\n"
        "print(sum(function.stats.cache_hits.values()), sum(function.stats.cache_misses.values()))\n"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    for expected in ("0 1", "1 0"):
        result = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        assert result.stdout.strip() == expected
    assert [path.name for path in tmp_path.iterdir()] == [source_hash(CORE)]
