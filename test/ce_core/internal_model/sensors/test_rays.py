import math

import numpy as np
import pytest
import shapely

from ce_core.internal_model.sensors.rays import MISS, Ray, Segment, cast_rays, ray_circle, ray_segment


def lecture_t(ray, wall):
    """The formula exactly as the lecture prints it."""
    x1a, y1a, x1b, y1b = ray.x, ray.y, ray.x + ray.dx, ray.y + ray.dy
    x2a, y2a, x2b, y2b = wall
    below = (y2b - y2a) * (x1b - x1a) - (x2b - x2a) * (y1b - y1a)
    t = ((x2b - x2a) * (y1a - y2a) - (y2b - y2a) * (x1a - x2a)) / below
    u = ((x1b - x1a) * (y1a - y2a) - (y1b - y1a) * (x1a - x2a)) / below
    return t if 0 <= t <= 1 and 0 <= u <= 1 else MISS


def random_rays(n, seed):
    return [Ray(*row) for row in np.random.default_rng(seed).uniform(-1, 1, (n, 4)).tolist()]


def test_segments_agree_with_the_lectures_formula_and_with_shapely():
    walls = np.random.default_rng(1).uniform(-1, 1, (500, 4)).tolist()
    hits = 0
    for ray, row in zip(random_rays(500, 0), walls, strict=True):
        t = ray_segment(ray, Segment(*row))
        assert t == pytest.approx(lecture_t(ray, row), abs=1e-12)
        line = shapely.LineString([(ray.x, ray.y), (ray.x + ray.dx, ray.y + ray.dy)])
        meeting = line.intersection(shapely.LineString([row[:2], row[2:]]))
        assert meeting.is_empty == (t == MISS)
        if t != MISS:
            hits += 1
            assert (meeting.x, meeting.y) == pytest.approx((ray.x + t * ray.dx, ray.y + t * ray.dy))
    assert hits > 50


def test_circles_agree_with_shapely():
    rng = np.random.default_rng(2)
    hits = 0
    for ray in random_rays(400, 3):
        x, y = rng.uniform(-1, 1, 2)
        radius = rng.uniform(0.05, 0.5)
        t = ray_circle(ray, x, y, radius)
        disc = shapely.Point(x, y).buffer(radius, quad_segs=4000)
        start = shapely.Point(ray.x, ray.y)
        line = shapely.LineString([(ray.x, ray.y), (ray.x + ray.dx, ray.y + ray.dy)])
        meeting = line.intersection(disc)
        assert meeting.is_empty == (t == MISS)
        if t != MISS:
            hits += 1
            assert start.distance(meeting) == pytest.approx(t * line.length, abs=1e-6)
    assert hits > 50


def test_a_parallel_ray_and_a_wall_behind_are_missed():
    assert ray_segment(Ray(0, 0, 1, 0), Segment(0, 1, 1, 1)) == MISS
    assert ray_segment(Ray(0, 0, 1, 0), Segment(-0.1, -1, -0.1, 1)) == MISS
    assert ray_circle(Ray(0, 0, 1, 0), -1.0, 0.0, 0.5) == MISS


def test_a_ray_that_starts_on_a_wall_or_inside_a_circle_meets_it_at_once():
    assert ray_segment(Ray(1.0 + 1e-16, 0, 1, 0), Segment(1, -1, 1, 1)) == 0.0
    assert ray_circle(Ray(0.1, 0, 1, 0), 0.0, 0.0, 0.5) == 0.0


def test_no_ray_leaks_through_a_corner():
    corner = np.array([[-1.0, 0.3, 0.7, 0.3], [0.7, 0.3, 0.7, -1.0]])
    for angle in np.linspace(0, math.pi / 2, 1000):
        aim = math.atan2(0.3, 0.7) + (angle - math.pi / 4) * 1e-9
        ray = Ray(0.0, 0.0, math.cos(aim), math.sin(aim))
        assert min(ray_segment(ray, Segment(*wall)) for wall in corner.tolist()) < MISS


def test_many_rays_at_once_are_the_same_as_one_by_one():
    rays = random_rays(200, 4)
    walls = np.random.default_rng(5).uniform(-1, 1, (7, 4))
    circles = np.random.default_rng(6).uniform(-1, 1, (5, 3))
    circles[:, 2] = abs(circles[:, 2]) * 0.3
    expected = [
        min(
            *(ray_segment(ray, Segment(*wall)) for wall in walls.tolist()),
            *(ray_circle(ray, *circle) for circle in circles.tolist()),
        )
        for ray in rays
    ]
    assert np.array_equal(cast_rays(np.array(rays), walls, circles), expected)
    nothing = cast_rays(np.array(rays), np.empty((0, 4)), np.empty((0, 3)))
    assert np.isinf(nothing).all()
