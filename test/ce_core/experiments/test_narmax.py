"""The experiment of paper 3, small; its distances and its analysis of variance against oracles."""

import dataclasses
import json
import math

import numpy as np
import pytest
import shapely

from ce_core.experiments import narmax
from ce_core.experiments.narmax import Job, run_trial
from ce_core.experiments.narmax_circuits import anova_p, circuits, signed_distances, stretch_means
from ce_core.experiments.narmax_laboratory import Laboratory, LaboratoryConfig
from ce_core.experiments.narmax_results import narmax_results
from ce_core.identified_environment.laser_world import measure_scan
from ce_core.internal_model.world_model import load_arena
from ce_core.internal_model.world_model.geometry import free_space

QUICK = LaboratoryConfig(exploration_time=1200.0, validation_time=1200.0)


@pytest.fixture(scope="module")
def trials():
    return [run_trial(Job(3, model), QUICK) for model in narmax.MODELS]


def circle(radius, turns=1.0, n=400):
    angle = np.linspace(0.0, turns * 2.0 * math.pi, n)
    return radius * np.column_stack((np.cos(angle), np.sin(angle)))


def test_distances_of_concentric_circles_are_the_difference_of_their_radii():
    reference = circle(1.0)[:-1]
    outside, where = signed_distances(circle(1.1, n=50), reference)
    np.testing.assert_allclose(outside, -0.1, atol=1e-3)  # to the right of a path counter-clockwise
    assert np.all(np.diff(where[:-1]) > 0.0)
    np.testing.assert_allclose(signed_distances(circle(0.9, n=50), reference)[0], 0.1, atol=1e-3)
    points = np.random.default_rng(0).uniform(-2, 2, (100, 2))
    ring = shapely.LinearRing(reference)
    expected = [ring.distance(shapely.Point(*point)) for point in points]
    np.testing.assert_allclose(np.abs(signed_distances(points, reference)[0]), expected, atol=1e-12)


def test_rounds_are_cut_once_for_each_turn_whichever_way():
    path = circle(1.0, turns=5.3, n=2000)
    for positions in (path, path * [1, -1]):
        rounds = circuits(positions, (0.0, 0.0), count=3)
        assert len(rounds) == 3
        assert all(abs(len(one) - 2000 / 5.3) < 3 for one in rounds)
    assert len(circuits(path, (0.0, 0.0), count=10)) == 4  # no more than there are
    assert circuits(path[:1], (0.0, 0.0), 3) == []


def test_stretches_hold_the_mean_of_what_is_nearest_to_them():
    reference = circle(1.0)[:-1]
    rounds = [circle(1.1), circle(0.8)]
    np.testing.assert_allclose(stretch_means(rounds, reference, 4), 0.05, atol=2e-3)


def test_anova_is_scipys():
    from scipy import stats

    rng = np.random.default_rng(0)
    groups = [rng.normal(mean, 1.0, n) for mean, n in ((0.0, 12), (0.5, 15), (0.2, 9))]
    assert anova_p(*groups) == pytest.approx(stats.f_oneway(*groups).pvalue)
    assert math.isnan(anova_p(groups[0], groups[1][:1]))
    assert anova_p(np.ones(3), np.ones(3)) == 1.0
    assert anova_p(np.ones(3), np.zeros(3)) == 0.0


def test_the_arena_is_as_large_as_the_papers():
    arena = load_arena("boxes")
    x0, y0, x1, y1 = arena.bounds
    assert (x1 - x0, y1 - y0) == pytest.approx((3.9, 2.4))
    assert 6.5 < free_space(arena).area < 7.5  # 680 cells of 0.01 m2 in the paper


def test_the_laser_reads_what_shapely_says_and_strays_after_a_reflection():
    laboratory = Laboratory(dataclasses.replace(QUICK, range_noise=0.0, specular=0.0))
    scan = np.empty(181)
    x, y, theta = -0.7, 0.29, 0.3
    measure_scan(laboratory.world, x, y, theta, laboratory.beams, 0, 0, scan)
    walls = shapely.MultiLineString([((a, b), (c, d)) for a, b, c, d in laboratory.segments])
    for beam in range(0, 181, 15):
        angle = theta + laboratory.angles[beam]
        ray = shapely.LineString([(x, y), (x + 8 * math.cos(angle), y + 8 * math.sin(angle))])
        assert scan[beam] == pytest.approx(ray.intersection(walls).distance(shapely.Point(x, y)), abs=1e-9)
    strayed = np.empty(181)
    always = laboratory.world._replace(specular=1.0)
    measure_scan(always, x, y, theta, laboratory.beams, 0, 0, strayed)
    assert (strayed >= scan).all()
    assert strayed.mean() > 1.5 * scan.mean()


def test_a_laser_of_the_table_sees_the_papers_room():
    """Table 1, clockwise from x: 2.14 m at 0.75 rad; the west and north walls at 1.25 m and 0.91 m."""
    laboratory = Laboratory(dataclasses.replace(QUICK, range_noise=0.0, specular=0.0))
    scan = np.empty(181)
    measure_scan(laboratory.world, -0.70, 0.29, math.pi / 2.0, laboratory.beams, 0, 0, scan)
    assert scan[170] == pytest.approx(1.27, abs=0.03)  # 10 degrees north of west
    assert scan[90] == pytest.approx(0.91, abs=0.03)
    measure_scan(laboratory.world, -0.70, 0.29, 0.0, laboratory.beams, 0, 0, scan)
    assert scan[90 - 43] == pytest.approx(2.14, abs=0.1)  # 0.75 rad clockwise
    assert scan[90 - 20] == pytest.approx(0.55, abs=0.06)  # the box


def test_a_trial_is_a_function_of_its_seed(trials):
    narmax.explore.cache_clear()
    assert run_trial(Job(3, "piecewise"), QUICK) == trials[2]


def test_models_are_compared_on_the_same_exploration(trials):
    lookup, complete, piecewise = trials
    assert lookup.locations == complete.locations == piecewise.locations > 500
    assert piecewise.validation_rmse_m < complete.validation_rmse_m
    assert piecewise.validation_median_m < 0.6 * complete.validation_median_m
    assert lookup.memory_bytes > piecewise.memory_bytes > complete.memory_bytes
    assert [trial.circuits for trial in trials] == [15, 15, 15]
    assert all(trial.absolute_deviation_m < 0.05 for trial in trials)
    assert all(0.0 < trial.anova_p <= 1.0 for trial in trials)


def test_results_carry_the_three_figures_of_each_model(trials):
    content = json.loads(json.dumps(narmax_results(3, trials), allow_nan=False))
    for key in ("memory_bytes", "validation_rmse_m", "anova_p"):
        assert set(content[key]) == {"lookup", "complete", "piecewise"}
    assert content["memory_bytes"]["lookup"] == trials[0].memory_bytes
    assert content["anova_p"]["piecewise"] == pytest.approx(trials[2].anova_p, rel=1e-2)
    assert content["seeds"] == "tuning"


def test_a_model_whose_robot_gets_lost_has_no_p(trials):
    lost = dataclasses.replace(trials[0], circuits=4, anova_p=math.nan, anova_p_circuits=math.nan)
    content = narmax_results(3, [lost, *trials[1:]])
    assert content["anova_p"]["lookup"] is None
    json.dumps(content, allow_nan=False)


def test_a_run_in_a_model_ends_where_nothing_is_known():
    laboratory = Laboratory(dataclasses.replace(QUICK, exploration_time=60.0))
    from ce_core.identified_environment import ENVIRONMENT_MODELS, approximate_signatures

    log, _ = laboratory.explore(3)
    model = ENVIRONMENT_MODELS["lookup"](approximate_signatures(log), "laser")
    run = laboratory.follow_wall(3, model)
    assert 0 < len(run.poses) < 1200.0 / 0.25
    assert all(model.known(x, y) for x, y, _ in run.poses)


def test_a_bag_of_an_earlier_run_is_not_overwritten(tmp_path, capsys):
    from ce_core.experiments.__main__ import main

    (tmp_path / "exploration_bag").mkdir()
    assert main(["narmax", "--out", str(tmp_path), "--log", "bag"]) == 1
    assert "exploration_bag exists already" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["exploration_bag"]
