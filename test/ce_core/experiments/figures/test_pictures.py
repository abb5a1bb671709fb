"""Pictures are drawn from real runs, and are pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread

from ce_core.experiments.corridor import CorridorConfig, Run, run_once
from ce_core.experiments.corridor_figures import draw_corridor
from ce_core.experiments.figures.box_plots import draw_box_plots
from ce_core.experiments.figures.reality_gap import draw_reality_gap
from ce_core.experiments.figures.safety_distance import draw_safety_distance
from ce_core.experiments.reality_gap import Errors

CONFIG = CorridorConfig(time_limit=4.0)


@pytest.fixture(scope="module")
def run() -> Run:
    return run_once(3, "ce", CONFIG)


def colours(path: Path) -> int:
    return len(np.unique(imread(path).reshape(-1, 4)[:, :3], axis=0))


def test_the_pictures_of_a_corridor_run(run: Run, tmp_path: Path) -> None:
    baseline = run_once(3, "baseline", CONFIG)
    paths = draw_corridor([baseline.trial, run.trial], tmp_path, CONFIG)
    assert {p.name for p in paths} == {"box_plots.png", "attention.png", "trajectories.png", "decision.png"}
    for path in paths:
        assert colours(path) > 10
        assert path.stat().st_size < 150_000


def test_the_same_trials_give_the_same_file(run: Run, tmp_path: Path) -> None:
    one, two = (draw_box_plots([run.trial], tmp_path / name) for name in ("a.png", "b.png"))
    assert one.read_bytes() == two.read_bytes()


def test_reality_gap_and_safety_distance(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    errors = Errors(np.arange(1, 151) * 0.1, rng.uniform(0.01, 0.3, (40, 150)), rng.normal(size=(50, 2, 2)))
    assert colours(draw_reality_gap(errors, 2.0, tmp_path / "gap.png")) > 10
    points = [{"safety_distance_m": d, "mean": 100 * d, "sd": 1.0, "n": 5} for d in (0.1, 0.2)]
    content = {"curve": {"sim": {"baseline": points, "ce": points}}}
    assert colours(draw_safety_distance(content, tmp_path / "distance.png")) > 10
