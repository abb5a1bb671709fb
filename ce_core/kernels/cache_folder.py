"""Where compiled kernels are kept, so that a stale one can never run.

numba compares only the file of the outermost function with its cache. Everything that the kernels compile is
in the packages below, so the folder is named by what their sources say.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path

_CORE = Path(__file__).parent.parent
_COMPILED_PACKAGES = (
    "identification",
    "identified_environment",
    "internal_model",
    "kernels",
    "lego/world",
    "planner/core_knowledge",
    "planner/explorer",
)


def cache_folder() -> Path:
    """Return the folder for kernels compiled from these sources; it exists and can be written to.

    Under NUMBA_CACHE_DIR if set, else the user's cache directory, else a temporary one.
    """
    name = source_hash(_CORE)
    for root in _roots():
        folder = root / name
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(folder, os.W_OK | os.X_OK) and _is_ours(folder):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="consequence_engine-"))


def _is_ours(folder: Path) -> bool:
    """Tell whether nobody else can put files there: a cached kernel is code that we run."""
    status = folder.stat()
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def source_hash(core: Path) -> str:
    """Name what all Python sources of the compiled packages under `core` say."""
    digest = hashlib.sha256()
    for package in _COMPILED_PACKAGES:
        for path in sorted((core / package).rglob("*.py")):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(core)} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()[:16]


def _roots() -> list[Path]:
    roots = []
    if os.environ.get("NUMBA_CACHE_DIR"):
        roots.append(Path(os.environ["NUMBA_CACHE_DIR"]))
    if os.environ.get("XDG_CACHE_HOME"):
        roots.append(Path(os.environ["XDG_CACHE_HOME"]) / "consequence_engine")
    with contextlib.suppress(RuntimeError):  # no home directory
        roots.append(Path.home() / ".cache" / "consequence_engine")
    roots.append(Path(tempfile.gettempdir()) / f"consequence_engine-{os.getuid()}")
    return roots
