import math

import numpy as np
import pytest
import shapely

from ce_core.internal_model.robot_model import ROBOT_MODELS, Rectangle
from ce_core.internal_model.simulator import RunningWorld
from ce_core.internal_model.simulator.outline_contacts import (
    inscribed_radius,
    out_of_circle,
    out_of_shape,
    push_out,
)
from ce_core.internal_model.world_model import load_arena

BOX = ROBOT_MODELS["alphabot"].footprint


def test_the_disc_inside_touches_the_nearest_side():
    assert inscribed_radius(BOX) == pytest.approx(0.06)
    assert inscribed_radius(Rectangle(1.0, 0.2)) == pytest.approx(0.1)


def random_pose(rng):
    return np.array([*rng.uniform(-0.15, 0.15, 2), rng.uniform(-3, 3)])


def test_a_push_out_of_a_wall_parts_them_and_no_shorter_one_would():
    rng = np.random.default_rng(0)
    met = 0
    for _ in range(300):
        corners, wall = BOX.corners(random_pose(rng)), rng.uniform(-0.3, 0.3, (2, 2))
        body, line = shapely.Polygon(corners), shapely.LineString(wall)
        push = np.array(out_of_shape(corners, wall))
        assert (push == 0.0).all() == (not body.buffer(-1e-7).intersects(line))
        if push.any():
            met += 1
            assert body.intersects(line)
            parted = shapely.Polygon(corners + push * (1 + 1e-6))
            assert parted.intersection(line).length < 1e-6
            for angle in np.linspace(-np.pi, np.pi, 60):
                shorter = 0.98 * np.linalg.norm(push) * np.array([math.cos(angle), math.sin(angle)])
                assert shapely.Polygon(corners + shorter).intersects(line)
    assert met > 50


def test_a_push_out_of_a_circle_parts_them_by_its_depth():
    rng = np.random.default_rng(1)
    met = 0
    for _ in range(300):
        corners, circle = BOX.corners(random_pose(rng)), np.array([*rng.uniform(-0.3, 0.3, 2), 0.05])
        body, middle = shapely.Polygon(corners), shapely.Point(circle[:2])
        push = np.array(out_of_circle(corners, circle))
        assert (push == 0.0).all() == (body.distance(middle) >= 0.05 - 1e-9)
        if push.any():
            met += 1
            assert shapely.Polygon(corners + push).distance(middle) == pytest.approx(0.05, abs=1e-9)
    assert met > 30


def test_a_corner_is_left_in_a_few_rounds():
    walls = np.array([[0.0, -1.0, 0.0, 1.0], [-1.0, 0.0, 1.0, 0.0]])
    pose, met = push_out(BOX, np.array([0.15, 0.08, 0.0]), walls, np.empty((0, 3)))
    assert met == 2
    assert pose == pytest.approx([0.16, 0.09, 0.0])


def test_an_alphabot_stops_with_its_front_at_the_wall_and_backs_until_its_back_is():
    alphabot = ROBOT_MODELS["alphabot"]
    running = RunningWorld(load_arena("corridor"), [alphabot], np.array([[0.9, 0.0, 0.0]]), time_step=0.1)
    for _ in range(40):
        running.step(np.array([[0.098, 0.0]]))
    assert running.poses[0, 0] == pytest.approx(1.1 - 0.06)
    assert running.velocities[0, 0] == pytest.approx(0.0, abs=1e-9)
    assert running.contacts > 5
    assert running.odometry[0, 0] == pytest.approx(40 * 0.0098, rel=0.03)  # the wheels went on
    for _ in range(260):
        running.step(np.array([[-0.098, 0.0]]))
    assert running.poses[0, 0] == pytest.approx(-1.1 + 0.16)


def test_an_alphabot_that_turns_beside_a_wall_is_pushed_away_by_its_corners():
    alphabot = ROBOT_MODELS["alphabot"]
    running = RunningWorld(load_arena("corridor"), [alphabot], np.array([[0.0, 0.4, 0.0]]), time_step=0.1)
    lowest = []
    for _ in range(60):
        running.step(np.array([[0.0, 1.04]]))
        outline = alphabot.footprint.corners(running.poses[0])
        lowest.append(0.5 - outline[:, 1].max())
    assert min(lowest) > -1e-6
    assert running.poses[0, 1] < 0.33  # its back reaches 0.18 m


def test_an_alphabot_and_an_epuck_do_not_pass_through_each_other():
    models = [ROBOT_MODELS["alphabot"], ROBOT_MODELS["epuck"]]
    running = RunningWorld(load_arena("corridor"), models, np.array([[-0.3, 0.0, 0.0], [0.3, 0.02, math.pi]]))
    gaps = []
    for _ in range(400):
        running.step(np.array([[0.098, 0.0], [0.1, 0.0]]))
        body = shapely.Polygon(models[0].footprint.corners(running.poses[0]))
        gaps.append(body.distance(shapely.Point(running.poses[1, :2])) - 0.035)
    assert min(gaps) > -1e-3
    assert running.contacts > 50
