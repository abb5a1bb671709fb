"""What the README shows runs as it stands there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import matplotlib.image
from matplotlib.colors import to_rgb

README = Path(__file__).parent.parent / "README.md"


def test_the_example_has_at_most_15_lines_runs_and_draws_a_picture(tmp_path):
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    (example,) = (block for block in blocks if "World(" in block)
    assert len([line for line in example.splitlines() if line.strip()]) <= 15
    result = subprocess.run(
        [sys.executable, "-c", example],
        cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "Agg", "PYTHONPATH": str(README.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    picture = matplotlib.image.imread(tmp_path / "futures.png")
    for name in ("tab:green", "tab:red", "tab:orange"):  # safe and unsafe futures, and somebody else
        apart = abs(picture[..., :3] - to_rgb(name)).max(axis=2)
        assert (apart < 0.01).sum() > 100, f"nothing in {name}"
