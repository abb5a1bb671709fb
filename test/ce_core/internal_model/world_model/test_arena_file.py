import subprocess
import sys

import numpy as np
import pytest
import shapely

from ce_core.family import UnknownNameError
from ce_core.internal_model.world_model import ArenaError, arena_names, load_arena, parse_arena
from ce_core.internal_model.world_model.geometry import free_space

HALL = "name: x\nwalls: [[[0, 0], [2, 0], [2, 2], [0, 2]]]\nobstacles: "


def write(tmp_path, text):
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize(("name", "size"), [("corridor", (2.2, 1.0)), ("arena", (2.2, 1.8))])
def test_the_papers_arenas_are_centred_at_the_origin(name, size):
    left, bottom, right, top = load_arena(name).bounds
    assert (right, top) == (size[0] / 2, size[1] / 2)
    assert (left, bottom) == (-right, -top)


def test_an_unknown_name_lists_the_nearest_and_all_known():
    with pytest.raises(UnknownNameError, match=r"'coridor'; did you mean 'corridor'\?.*arena, .*corridor"):
        load_arena("coridor")
    assert {"arena", "corridor", "hall"} <= set(arena_names())


def test_a_users_file_with_an_obstacle_inside(tmp_path):
    arena = load_arena(
        write(
            tmp_path,
            "name: mine\nwalls:\n- [[0, 0], [2, 0], [2, 2], [0, 2]]\n- [[0.5, 0.5], [1, 0.5], [1, 1.0]]\n",
        )
    )
    assert arena.segments.shape == (7, 4)
    assert arena.contains(np.array([[0.1, 0.1], [0.9, 0.6], [2.5, 1.0]])).tolist() == [True, False, False]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: x\nwals: []", r"unknown key 'wals'; did you mean 'walls'\?"),
        ("name: x", "'walls' is missing"),
        ("name: no\nwalls: [[[0,0],[1,0],[1,1]]]", "name = False"),
        ("- 1", "expected the keys name, walls"),
        ("name: x\nwalls: []", "expected a list of closed outlines"),
        ("name: x\nwalls: [[[0,0],[1,0]]]", "at least three corners"),
        ("name: x\nwalls: [[[0,0],[1,0],[1,1],[0,0]]]", r"walls\[0\]\[3\].*no length"),
        ("name: x\nwalls: [[[0,0],[1,0],[1,1e-3]]]", "'1e-3' is not a finite number"),
        ("name: x\nwalls: [[[0,0],[1,0],[1,.nan]]]", "nan is not a finite number"),
        ("name: x\nwalls: [[[0,0],[1,0],[1,true]]]", "True is not a finite number"),
        ("name: x\nwalls: [[[0,0],[1,0],[1]]]", r"walls\[0\]\[2\].*corner \[x, y\]"),
        ("name: [", "is not YAML"),
        (HALL + "3", "obstacles = 3: expected a list"),
        (HALL + "[3]", r"obstacles\[0\] = 3: expected one of circle, polygon, segment"),
        (HALL + "[{circel: [0, 0, 1]}]", r"obstacles\[0\] = .*expected one of circle, polygon"),
        (HALL + "[{circle: [1, 1, 0.1], filled: true}]", "unknown key 'filled'"),
        (HALL + "[{circle: [1, 1]}]", r"obstacles\[0\]: circle = .*\[x, y, radius\]"),
        (HALL + "[{circle: [1, 1, -0.1]}]", "radius -0.1 m; expected more than 0"),
        (HALL + "[{circle: [1, 1, 1e-1]}]", "'1e-1' is not a finite number"),
        (HALL + "[{polygon: [[0, 0], [1, 1]]}]", "at least three corners"),
        (
            HALL + "[{polygon: [[1, 1], [1.5, 1], [1, 1.5]], filled: 1}]",
            "filled = 1: expected true",
        ),
        (HALL + "[{segment: [[1, 1], [1, 1]]}]", "a wall of no length"),
        (HALL + "[{segment: [[1, 1]]}]", "expected two ends"),
        # geometry
        ("name: x\nwalls: [[[0,0],[1,1],[1,0],[0,1]]]", r"walls\[0\] crosses or touches itself: .*0\.5"),
        (
            "name: x\nwalls: [[[0,0],[2,0],[2,2],[0,2]], [[1,1],[3,1],[3,3]]]",
            r"walls\[1\] overlaps walls\[0\]",
        ),
        (HALL + "[{circle: [5, 1, 0.1]}]", "not wholly inside of the walls; .* from 0, 0, 2, 2"),
        (
            HALL + "[{circle: [0.05, 1, 0.1]}]",
            r"circle at \[0\.05, 1\.0\] with radius 0\.1",
        ),
        (
            HALL + "[{polygon: [[1, 1], [1.5, 1], [1.5, 3]]}]",
            r"obstacles\[0\]: polygon.*not wholly",
        ),
        (HALL + "[{segment: [[1, 1], [1, 3]]}]", r"obstacles\[0\]: segment.*not wholly inside"),
        (
            HALL + "[{polygon: [[0.5, 0.5], [1, 0.5], [1, 1]]}, {polygon: [[0.7, 0.5], [2, 0.5], [1, 1]]}]",
            r"obstacles\[1\]: polygon overlaps obstacles\[0\]: polygon by 0\.\d+ m\^2",
        ),
    ],
)
def test_a_wrong_file_says_where_and_what_would_be_right(tmp_path, text, message):
    path = write(tmp_path, text)
    with pytest.raises(ArenaError, match=message) as error:
        load_arena(path)
    assert path in str(error.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ArenaError, match=r"nothing\.yaml: cannot be read"):
        load_arena(str(tmp_path / "nothing.yaml"))


def test_a_hall_with_every_kind_of_obstacle():
    arena = load_arena("hall")
    assert (len(arena.segments), len(arena.circles), arena.free_standing) == (8 + 4 + 4 + 1, 2, 5)
    places = np.array([[-1.0, 0.5], [0.5, -0.7], [1.5, 0.6], [0.0, 1.7], [0.25, 0.2], [1.0, 1.7]])
    #                   pillar       block        stall       niche       screen       outside
    assert arena.contains(places).tolist() == [False, False, True, True, True, False]


def test_the_free_space_of_the_hall_is_its_area_less_what_stands_in_it():
    space = free_space(load_arena("hall"))
    assert space.area == pytest.approx(4 * 3 + 1.2 * 0.3 - 0.6 * 0.4 - 2 * np.pi * 0.15**2, abs=2e-4)


def test_free_space_and_contains_agree():
    arena = load_arena("hall")
    points = np.random.default_rng(1).uniform([-2.5, -2], [2.5, 2], (2000, 2))
    expected = shapely.contains_xy(free_space(arena), points)
    near = arena.clearance(points) < 1e-3  # round obstacles have corners in shapely
    assert np.array_equal(arena.contains(points)[~near], expected[~near])


def test_an_arena_from_a_dictionary():
    arena = parse_arena({"name": "mine", "walls": [[[0, 0], [1, 0], [0, 1]]]})
    assert arena.bounds == (0.0, 0.0, 1.0, 1.0)
    with pytest.raises(ArenaError, match="my world: the key 'walls' is missing"):
        parse_arena({"name": "mine"}, "my world")


def test_an_obstacle_may_touch_the_wall():
    content = {"name": "mine", "walls": [[[0, 0], [2, 0], [2, 2], [0, 2]]]}
    content["obstacles"] = [{"circle": [0.1, 1.0, 0.1]}, {"polygon": [[1, 0], [1.5, 0], [1.5, 0.5]]}]
    arena = parse_arena(content)
    assert arena.contains(np.array([[1.4, 0.1], [1.1, 0.4]])).tolist() == [False, True]


def test_a_plain_arena_is_loaded_without_shapely():
    program = (
        "import sys\n"
        "from ce_core.internal_model.world_model import load_arena\n"
        "load_arena('corridor'), load_arena('arena')\n"
        "sys.exit('shapely' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
