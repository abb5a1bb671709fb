import math
from dataclasses import replace

import numpy as np
import pytest
import shapely

from ce_core.internal_model.sensors import Additive, Draws, Mount, Sonar, View, read, ring, spread
from ce_core.internal_model.world_model import load_arena

SONAR = Sonar((Mount(0.1, 0.0, 0.0),), max_range=2.0, min_range=0.15, opening=0.4, rays_per_mount=9)
NOTHING = View(np.empty((0, 4)), np.empty((0, 3)))
ORIGIN = np.zeros(3)


def wall_ahead(distance):
    return View(np.array([[distance, -5.0, distance, 5.0]]), np.empty((0, 3)))


def draws(step=0):
    return Draws(1, 0, step, 1024)


def test_a_wall_ahead_reads_its_distance_from_the_sonar_not_from_the_robot():
    assert read(SONAR, ORIGIN, wall_ahead(1.1), draws()) == pytest.approx([1.0])


def test_the_nearest_ray_counts():
    post = View(np.empty((0, 4)), np.array([[0.1 + math.cos(0.2), math.sin(0.2), 0.02]]))
    assert read(SONAR, ORIGIN, post, draws())[0] == pytest.approx(0.98, abs=1e-6)


def test_no_echo_reads_the_maximum_and_what_is_too_near_the_minimum():
    assert read(SONAR, ORIGIN, NOTHING, draws()) == [2.0]
    assert read(SONAR, ORIGIN, wall_ahead(5.0), draws()) == [2.0]
    assert read(SONAR, ORIGIN, wall_ahead(0.2), draws()) == [0.15]


def test_an_echo_comes_back_with_probability_p():
    unsure = replace(SONAR, echo_probability=0.9)
    values = np.array([read(unsure, ORIGIN, wall_ahead(1.1), draws(step))[0] for step in range(5000)])
    assert set(values) == {1.0, 2.0}
    assert (values == 1.0).mean() == pytest.approx(0.9, abs=4 * math.sqrt(0.09 / 5000))


def test_noise_is_clamped_to_the_range():
    noisy = replace(SONAR, noise=Additive(0.5))
    values = [read(noisy, ORIGIN, wall_ahead(1.1), draws(step))[0] for step in range(500)]
    assert min(values) == 0.15
    assert max(values) == 2.0
    assert read(noisy, ORIGIN, NOTHING, draws()) == [2.0]


def test_a_ring_agrees_with_shapely_in_the_corridor():
    sonar = Sonar(ring(spread(16), 0.2), max_range=1.5, min_range=0.01, opening=0.3, rays_per_mount=5)
    arena = load_arena("corridor")
    view = View(arena.segments, np.array([[0.5, 0.2, 0.035]]))
    things = shapely.union_all(
        [shapely.LineString(wall.reshape(2, 2)) for wall in arena.segments]
        + [shapely.Point(0.5, 0.2).buffer(0.035, quad_segs=2000).boundary]
    )
    rng = np.random.default_rng(0)
    for _ in range(20):
        pose = np.array([*rng.uniform([-0.8, -0.25], [0.2, 0.25]), rng.uniform(-3, 3)])
        values = read(sonar, pose, view, draws())
        for mount, value in zip(sonar.mounts, values, strict=True):
            angle = pose[2] + math.atan2(mount.y, mount.x)
            start = pose[:2] + 0.2 * np.array([math.cos(angle), math.sin(angle)])
            nearest = 1.5
            for kappa in np.linspace(-0.15, 0.15, 5):
                aim = pose[2] + mount.angle + kappa
                end = start + 1.5 * np.array([math.cos(aim), math.sin(aim)])
                meeting = shapely.LineString([start, end]).intersection(things)
                if not meeting.is_empty:
                    nearest = min(nearest, shapely.Point(start).distance(meeting))
            assert value == pytest.approx(nearest, abs=1e-5)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("mounts", ()),
        ("mounts", (Mount(math.nan, 0.0, 0.0),)),
        ("min_range", 3.0),
        ("max_range", math.inf),
        ("opening", 4.0),
        ("rays_per_mount", 0),
        ("echo_probability", 1.1),
    ],
)
def test_a_wrong_sonar_names_the_field(field, value):
    with pytest.raises(ValueError, match=f"sonar 'sonar': .*{field} = "):
        replace(SONAR, **{field: value})
