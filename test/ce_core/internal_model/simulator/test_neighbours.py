"""Looking only at neighbours changes nothing: against looking at everything."""

import numpy as np
import pytest

from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.robot_model.model_table import model_table
from ce_core.internal_model.simulator import neighbours
from ce_core.internal_model.simulator.grid import fill_grid
from ce_core.internal_model.simulator.neighbours import meet_the_neighbours, neighbour_space, sight_of
from ce_core.internal_model.simulator.scene import one_room

TABLE = model_table([ROBOT_MODELS["epuck"], ROBOT_MODELS["khepera"]])
SIDE = 4.0
WALLS = np.array(
    [[0, 0, SIDE, 0], [SIDE, 0, SIDE, SIDE], [SIDE, SIDE, 0, SIDE], [0, SIDE, 0, 0]], dtype=float
)
CIRCLES = np.array([[1.0, 1.0, 0.2], [3.0, 2.0, 0.05]])


def lists(n_robots, seed=0):
    rng = np.random.default_rng(seed)
    poses = np.column_stack((rng.uniform(0.1, SIDE - 0.1, (n_robots, 2)), np.zeros(n_robots)))
    scene = one_room(poses, rng.integers(0, 2, n_robots), WALLS, CIRCLES)
    near = neighbour_space(TABLE, sight_of(TABLE), scene)
    meet_the_neighbours(scene, TABLE, near, 0)
    return scene, near, [near.things[k, : near.n_listed[k]].tolist() for k in range(n_robots)]


def test_grid_and_all_pairs_make_the_same_lists(monkeypatch):
    *_, by_grid = lists(150)
    monkeypatch.setattr(neighbours, "CROWD", 10_000)
    *_, by_pairs = lists(150)
    assert by_grid == by_pairs
    assert all(found == sorted(found) for found in by_grid)


def test_a_list_holds_exactly_what_is_within_sight_and_skin():
    scene, near, found = lists(60)
    sight = near.sight[scene.model]
    for robot in range(60):
        xy = np.array([scene.x[robot], scene.y[robot]])
        apart = np.hypot(*(np.array([scene.x, scene.y]).T - xy).T)
        radius = TABLE.radius[scene.model]
        limit = np.maximum(sight[robot] + radius, sight + radius[robot]) + near.skin
        expected = [6 + other for other in np.flatnonzero(apart < limit) if other != robot]
        assert [thing for thing in found[robot] if thing >= 6] == expected
        to_walls = [xy[1], SIDE - xy[0], SIDE - xy[1], xy[0]]
        walls = [k for k in range(4) if to_walls[k] < sight[robot] + near.skin]
        assert [thing for thing in found[robot] if thing < 4] == walls


def test_a_list_that_is_full_becomes_everything(monkeypatch):
    monkeypatch.setattr(neighbours, "CAPACITY", 3)
    scene, near, _ = lists(150)
    crowded = int(np.flatnonzero(near.n_listed < 0)[0])
    assert neighbours.n_things(scene, near, crowded) == 4 + 2 + 150
    things = [neighbours.thing_at(scene, near, crowded, place) for place in range(156)]
    assert things == list(range(156))


@pytest.mark.parametrize("n_points", [1, 7, 300])
def test_a_grid_holds_every_point_once_and_has_few_cells(n_points):
    x, y = np.random.default_rng(n_points).uniform(-30.0, 30.0, (2, n_points))
    cell, order = np.empty((2, n_points), dtype=np.int64)
    start = np.empty(2 * n_points + 2, dtype=np.int64)
    columns, rows = fill_grid(x, y, 0.5, cell, order, start)
    assert columns * rows <= 2 * n_points
    assert sorted(order) == list(range(n_points))
    for index in range(columns * rows):
        assert (cell[order[start[index] : start[index + 1]]] == index).all()
