"""What the README and the page on the internal model show runs as it stands there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import matplotlib.image
import yaml
from matplotlib.colors import to_rgb

from ce_core.internal_model.world_model import parse_arena

ROOT = Path(__file__).parent.parent


def blocks(page, language):
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)


def run(program, folder):
    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, "MPLBACKEND": "Agg", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr


def test_the_example_has_at_most_15_lines_runs_and_draws_a_picture(tmp_path):
    (example,) = (block for block in blocks("README.md", "python") if "World(" in block)
    assert len([line for line in example.splitlines() if line.strip()]) <= 15
    run(example, tmp_path)
    picture = matplotlib.image.imread(tmp_path / "futures.png")
    for name in ("tab:green", "tab:red", "tab:orange"):  # safe and unsafe futures, and somebody else
        apart = abs(picture[..., :3] - to_rgb(name)).max(axis=2)
        assert (apart < 0.01).sum() > 100, f"nothing in {name}"


def test_the_pages_example_of_a_world_runs(tmp_path):
    (example,) = (block for block in blocks("docs/internal_model.md", "python") if "World(" in block)
    run(example + "\nassert future.poses.shape == (2, 151, 3)\n", tmp_path)
    assert (tmp_path / "future.png").stat().st_size > 10_000


def test_the_pages_arena_is_one():
    (example,) = (block for block in blocks("docs/internal_model.md", "yaml") if "obstacles" in block)
    arena = parse_arena(yaml.safe_load(example))
    assert (len(arena.segments), len(arena.circles), arena.free_standing) == (11, 1, 4)
