"""cul_de_sac and target on a few tuning seeds."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from shapely import LineString, affinity, box

from ce_core.experiments import cul_de_sac, target
from ce_core.experiments.__main__ import main
from ce_core.experiments.planner_command import MEANING
from ce_core.experiments.planner_results import wilson
from ce_core.experiments.planner_trials import CONTROLLERS, Job
from ce_core.experiments.planner_world import PlannerWorld


def test_the_planner_stays_out_of_the_dead_end_and_the_single_loop_does_not() -> None:
    planned = [cul_de_sac.run_trial(Job(seed, "paper")) for seed in range(6)]
    reactive = [cul_de_sac.run_trial(Job(seed, "reactive")) for seed in range(6)]
    assert all(trial.success for trial in planned)
    assert sum(trial.entered for trial in reactive) >= 5


def test_the_single_loop_does_not_see_the_end_of_the_dead_end_from_outside() -> None:
    """Its range is stepDistance, the robot's front and the skin ahead of it; the planner's is the horizon."""
    for seed in range(200):
        x = cul_de_sac.draw(seed).walls.reshape(-1, 2)[:, 0]
        entrance, end = x.min(), x.max()
        assert end - entrance > cul_de_sac.STEP_DISTANCE + 0.06 + 0.02
        assert end < 1.0


def test_replanning_reaches_the_target() -> None:
    trials = [target.run_trial(Job(seed, "replan")) for seed in range(4)]
    assert sum(trial.success for trial in trials) >= 3


def test_every_controller_has_a_name_for_people() -> None:
    assert set(MEANING) == set(CONTROLLERS)


def test_a_trial_is_a_function_of_its_job() -> None:
    one, two = (target.run(Job(3, "reactive_authors")) for _ in range(2))
    np.testing.assert_array_equal(one.poses, two.poses)


def test_the_robot_and_walls_meet_as_shapely_says() -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):
        wall, pose = rng.uniform(-0.4, 0.4, 4), np.array([*rng.uniform(-0.1, 0.1, 2), rng.uniform(-3, 3)])
        body = affinity.rotate(box(-0.16, -0.09, 0.06, 0.09), pose[2], origin=(0, 0), use_radians=True)
        expected = affinity.translate(body, *pose[:2]).intersects(LineString([wall[:2], wall[2:]]))
        assert PlannerWorld(wall[None])._meets_a_wall(pose) == expected


def test_wilson_interval_is_that_of_scipy() -> None:
    from scipy.stats import binomtest

    for successes, n in ((0, 10), (7, 20), (100, 100)):
        expected = binomtest(successes, n).proportion_ci(method="wilson")
        assert wilson(successes, n) == pytest.approx([expected.low, expected.high], abs=1e-6)


def test_results_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--trials", "2", "--seed", "0", "--workers", "1", "--controller", "paper,reactive"]
    assert main(["cul_de_sac", *arguments, "--out", str(tmp_path), "--figure"]) == 0
    content = json.loads((tmp_path / "results.json").read_text())
    found = content["summary"]["cul_de_sac"]["paper"]
    assert found["success_fraction"]["n"] == 2
    assert len(found["success_fraction"]["interval"]) == 2
    assert math.isfinite(found["planning_time_ms"]["mean"])
    assert (tmp_path / "cul_de_sac.png").exists()
    assert len((tmp_path / "trials.csv").read_text().splitlines()) == 5
    printed = " ".join(capsys.readouterr().out.split())
    assert "the paper's setting" in printed
    assert "no rate of success" in printed
    assert "arrived" not in printed  # there is no target
