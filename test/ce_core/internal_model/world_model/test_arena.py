import numpy as np
import pytest
import shapely

from ce_core.family import UnknownNameError
from ce_core.internal_model.world_model import Arena, ArenaError, arena_names, load_arena

SQUARE = [[0, 0, 1, 0], [1, 0, 1, 1], [1, 1, 0, 1], [0, 1, 0, 0]]


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
    with pytest.raises(UnknownNameError, match=r"'coridor'; did you mean 'corridor'\?.*arena, corridor"):
        load_arena("coridor")
    assert arena_names() == ["arena", "corridor"]


def test_a_users_file_with_an_obstacle_inside(tmp_path):
    arena = load_arena(
        write(
            tmp_path,
            "name: mine\nwalls:\n- [[0, 0], [2, 0], [2, 2], [0, 2]]\n- [[0.5, 0.5], [1, 0.5], [1, 1.0]]\n",
        )
    )
    assert arena.segments.shape == (7, 4)
    assert arena.contains(np.array([[0.1, 0.1], [0.9, 0.6], [2.5, 1.0]])).tolist() == [True, False, False]


def test_contains_agrees_with_shapely():
    star = [(0, 0), (3, 1), (6, 0), (4, 2), (5, 5), (3, 3), (0, 5), (2, 2)]
    segments = [(*a, *b) for a, b in zip(star, star[1:] + star[:1], strict=True)]
    points = np.random.default_rng(0).uniform(-1, 7, (500, 2))
    expected = shapely.contains_xy(shapely.Polygon(star), points)
    assert np.array_equal(Arena("star", np.array(segments, dtype=float)).contains(points), expected)


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


@pytest.mark.parametrize(
    ("segments", "message"),
    [
        (SQUARE[:3], r"open at \[0\.0, [01]\.0\]"),
        ([*SQUARE, [5, 5, 5, 5]], "segment 4 .* has no length"),
        ([*SQUARE, [5, 5, 5, np.inf]], "segment 4 .* not finite"),
        (np.zeros((0, 4)), r"shape \(0, 4\)"),
        (np.zeros((3, 3)), r"shape \(3, 3\)"),
    ],
)
def test_wrong_segments_are_refused(segments, message):
    with pytest.raises(ArenaError, match=message):
        Arena("mine", np.array(segments, dtype=float))


def test_walls_cannot_be_changed_by_a_user():
    with pytest.raises(ValueError, match="read-only"):
        load_arena("corridor").segments[0, 0] = 3.0


def test_the_inside_of_a_round_obstacle_is_not_inside():
    arena = Arena("pillar", load_arena("corridor").segments, np.array([[0.2, 0.1, 0.1]]))
    assert arena.contains(np.array([[0.2, 0.15], [0.2, 0.21], [0.0, 0.0]])).tolist() == [False, True, True]


@pytest.mark.parametrize(
    ("circles", "message"),
    [
        ([[0.0, 0.0]], r"circles have shape \(1, 2\)"),
        ([[0.0, 0.0, 0.1], [0.0, 0.0, 0.0]], "circle 1 = .* a radius above 0"),
        ([[0.0, np.nan, 0.1]], "circle 0 = .* finite"),
    ],
)
def test_a_wrong_circle_says_which(circles, message):
    with pytest.raises(ArenaError, match=message):
        Arena("mine", load_arena("corridor").segments, np.array(circles))
