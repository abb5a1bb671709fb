"""Grid and approximated signatures."""

import dataclasses

import numpy as np
import pytest

from ce_core.identified_environment import LogError, PerceptionLog, approximate_signatures
from ce_core.identified_environment.grid import Grid, grid_around, nearest_node
from ce_core.identified_environment.nearest_readings import fill_gaps
from ce_core.identified_environment.perception_log import subsample
from ce_core.identified_environment.signatures import BORROWED, UNVISITED, VISITED


def test_the_nearest_node_is_the_nearest_and_off_the_grid_there_is_none():
    grid = Grid(-0.2, 0.3, 0.1, 4, 3)
    nodes = grid.nodes()
    for x, y in np.random.default_rng(0).uniform([-0.24, 0.26], [0.14, 0.54], (200, 2)):
        expected = np.argmin(np.hypot(nodes[:, 0] - x, nodes[:, 1] - y))
        assert nearest_node(grid, x, y) == expected
    assert nearest_node(grid, -0.26, 0.3) == nearest_node(grid, 0.0, 0.56) == -1


def test_a_grid_is_laid_at_multiples_of_its_spacing():
    grid = grid_around(np.array([[0.03, -0.41], [0.52, 0.07]]), margin=0.1)
    assert grid.nodes().min(axis=0) == pytest.approx([-0.1, -0.6])
    assert grid.nodes().max(axis=0) == pytest.approx([0.7, 0.2])
    with pytest.raises(ValueError, match="spacing = 0"):
        grid_around(np.zeros((1, 2)), 0.1, 0.0)
    with pytest.raises(ValueError, match="at most 4000000"):
        grid_around(np.array([[0.0, 0.0], [1e6, 1e6]]), 0.1)


def test_where_the_robot_stood_on_a_node_the_signature_is_exact(signatures, true_range):
    phi = np.deg2rad(np.arange(360.0))
    exact = signatures.distance < 1e-9
    assert exact.sum() == 15 * 7
    for (x, y), value in zip(signatures.locations[exact], signatures.values[exact], strict=True):
        np.testing.assert_allclose(value, true_range(x, y, phi), atol=1e-9)


def test_floor_that_the_robot_saw_but_did_not_reach_is_marked_as_borrowed(signatures):
    status = signatures.status.reshape(signatures.grid.nx, signatures.grid.ny)
    at = {k: (round(x, 2), round(y, 2)) for k, (x, y) in enumerate(signatures.grid.nodes().tolist())}
    by_place = {place: status.ravel()[k] for k, place in at.items()}
    assert by_place[(0.0, 0.0)] == VISITED
    assert by_place[(0.9, 0.0)] == BORROWED  # 0.2 m from where the robot was
    assert by_place[(0.0, 0.5)] == BORROWED
    assert all(s == UNVISITED for (x, y), s in by_place.items() if abs(x) > 1.0 or abs(y) > 0.6)  # walls
    assert (signatures.location_of_node >= 0).sum() == len(signatures.locations)


def test_a_direction_without_reading_takes_its_neighbours_but_not_from_far():
    value = np.array([1.0, np.nan, np.nan, 4.0, np.nan, np.nan, np.nan, np.nan, np.nan, 10.0])
    fill_gaps(value, 2)
    np.testing.assert_array_equal(value, [1.0, 1.0, 4.0, 4.0, 4.0, 4.0, np.nan, 10.0, 10.0, 10.0])


def test_missing_poses_and_readings_are_left_out_and_counted(log):
    poses, readings = log.poses.copy(), log.readings.copy()
    poses[::10] = np.nan
    readings[5, :20] = np.nan
    readings[7] = np.nan
    holed = dataclasses.replace(log, poses=poses, readings=readings)
    quality = holed.quality()
    assert quality.usable == len(log) - len(poses[::10]) - 1
    assert quality.missing_readings == 20 + 181
    assert "21 without pose" in str(quality)
    found = approximate_signatures(holed)
    assert np.isfinite(found.values).all()


def test_a_sensor_that_looks_into_few_directions_leaves_no_made_up_signature(log):
    ahead = PerceptionLog(
        "laser", log.time[::2], log.poses[::2], log.speeds[::2], log.angles, log.readings[::2]
    )
    with pytest.raises(LogError, match="seen in all directions"):
        approximate_signatures(ahead)  # always looked to the right half


def test_nothing_in_range_is_the_greatest_reading(log):
    readings = np.where(log.readings > 0.9, np.inf, log.readings)
    short = approximate_signatures(dataclasses.replace(log, readings=readings), max_reading=0.95)
    assert short.values.max() == 0.95
    blind = dataclasses.replace(log, readings=np.full_like(readings, np.inf))
    with pytest.raises(LogError, match="no beam ever met anything"):
        approximate_signatures(blind)


def test_logs_that_cannot_be_are_refused(log):
    with pytest.raises(LogError, match="record 3 is of"):
        dataclasses.replace(log, time=np.where(np.arange(len(log)) == 3, 0.0, log.time))
    readings = log.readings.copy()
    readings[2, 1] = -0.5
    with pytest.raises(LogError, match=r"record 2, beam 1 reads .*-0\.5"):
        dataclasses.replace(log, readings=readings)
    with pytest.raises(LogError, match=r"poses has shape \(210, 2\)"):
        dataclasses.replace(log, poses=log.poses[:, :2])
    with pytest.raises(LogError, match="none of its 210 records"):
        approximate_signatures(dataclasses.replace(log, poses=np.full_like(log.poses, np.nan)))
    with pytest.raises(LogError, match="every 0"):
        subsample(log, 0)
    assert len(subsample(log, 4)) == 53
