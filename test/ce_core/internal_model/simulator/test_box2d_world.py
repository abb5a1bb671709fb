"""Box2D's own rays, cast only where a sensor may see something, read what the ray engine reads."""

import numpy as np
import pytest

from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.sensors import Draws, View, read
from ce_core.internal_model.simulator.box2d_world import Box2DWorld
from ce_core.internal_model.world_model import load_arena

EPUCK = ROBOT_MODELS["epuck"]
DRAWS = Draws(0, 0, 0, 1024)


def crowd(arena, rng, n=24):
    """Draw poses inside of an arena at which nobody touches anything, half of them close to something."""
    low, high = np.array(arena.bounds[:2]), np.array(arena.bounds[2:])
    places = []
    while len(places) < n:
        place = rng.uniform(low, high)
        if len(places) % 2 and places:  # beside the one before
            place = places[-1] + rng.uniform(-0.1, 0.1, 2)
        clear = arena.contains(place[None])[0] and arena.clearance(place[None])[0] > EPUCK.radius + 1e-3
        if clear and all(np.hypot(*(place - other)) > 2 * EPUCK.radius + 1e-3 for other in places):
            places.append(place)
    return np.column_stack((places, rng.uniform(-np.pi, np.pi, n)))


@pytest.mark.parametrize("name", ["corridor", "hall"])
def test_infrared_is_what_the_ray_engine_reads(name):
    arena, rng = load_arena(name), np.random.default_rng(3)
    seeing = 0
    for _ in range(10):
        poses = crowd(arena, rng)
        world = Box2DWorld(arena, [EPUCK] * len(poses), poses)
        now = [tuple(pose) for pose in poses.tolist()]
        for robot, pose in enumerate(poses):
            others = np.delete(poses, robot, axis=0)[:, :2]
            circles = np.vstack(
                (arena.circles, np.column_stack((others, np.full(len(others), EPUCK.radius))))
            )
            expected = read(EPUCK.infrared_ring, pose, View(arena.segments, circles), DRAWS)
            found = world.infrared(robot, now) or [0.0] * 8
            assert found == pytest.approx(expected, abs=1e-3)  # Box2D has single precision
            seeing += int((expected > 0).sum())
    assert seeing > 200


def test_a_robot_without_infrared_sees_nothing():
    pedestrian = ROBOT_MODELS["pedestrian"]
    world = Box2DWorld(load_arena("corridor"), [pedestrian], np.zeros((1, 3)))
    assert world.infrared(0, [(0.0, 0.0, 0.0)]) == []


def test_a_step_follows_the_heading_at_its_beginning():
    world = Box2DWorld(load_arena("corridor"), [EPUCK], np.array([[0.0, 0.0, 0.5]]))
    ((x, y, theta),) = world.move([(0.0, 0.0, 0.5)], [(0.1, 1.0)], 0.1)
    assert (x, y, theta) == pytest.approx((0.01 * np.cos(0.5), 0.01 * np.sin(0.5), 0.6), abs=1e-6)
