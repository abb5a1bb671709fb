import numpy as np
import pytest
import shapely

from ce_core.internal_model.world_model import Arena, ArenaError, load_arena

SQUARE = [[0, 0, 1, 0], [1, 0, 1, 1], [1, 1, 0, 1], [0, 1, 0, 0]]


def test_contains_agrees_with_shapely():
    star = [(0, 0), (3, 1), (6, 0), (4, 2), (5, 5), (3, 3), (0, 5), (2, 2)]
    segments = [(*a, *b) for a, b in zip(star, star[1:] + star[:1], strict=True)]
    points = np.random.default_rng(0).uniform(-1, 7, (500, 2))
    expected = shapely.contains_xy(shapely.Polygon(star), points)
    assert np.array_equal(Arena("star", np.array(segments, dtype=float)).contains(points), expected)


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


def test_a_thin_wall_separates_nothing_but_is_near():
    arena = Arena("mine", np.array([*SQUARE, [0.2, 0.5, 0.8, 0.5]], dtype=float), free_standing=1)
    assert arena.contains(np.array([[0.5, 0.4], [0.5, 0.6], [1.2, 0.5]])).tolist() == [True, True, False]
    assert arena.clearance(np.array([[0.5, 0.4], [0.9, 0.5]])) == pytest.approx([0.1, 0.1])


def test_at_least_three_segments_must_close():
    with pytest.raises(ArenaError, match="2 of 4 segments stand free"):
        Arena("mine", np.array(SQUARE, dtype=float), free_standing=2)


def test_clearance_agrees_with_shapely():
    rng = np.random.default_rng(3)
    arena = load_arena("hall")
    points = rng.uniform([-2, -1.5], [2, 1.8], (300, 2))
    things = shapely.union_all(
        [shapely.LineString(wall.reshape(2, 2)) for wall in arena.segments]
        + [shapely.Point(x, y).buffer(r, quad_segs=2000).boundary for x, y, r in arena.circles]
    )
    assert arena.clearance(points) == pytest.approx(
        shapely.distance(things, shapely.points(points)), abs=1e-6
    )
