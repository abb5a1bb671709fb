import math

import numpy as np
import pytest

from ce_core.internal_model.angles import cos_sin
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.robot_model.model_table import model_table
from ce_core.internal_model.sensors.infrared import ray_activation
from ce_core.internal_model.sensors.rays import cast_rays
from ce_core.internal_model.simulator.infrared_ring import Here, apply_law, cast_rays_of, ring_of
from ce_core.internal_model.simulator.neighbours import meet_the_neighbours, neighbour_space, sight_of
from ce_core.internal_model.simulator.scene import one_room
from ce_core.internal_model.world_model import load_arena

EPUCK = ROBOT_MODELS["epuck"]
TABLE = model_table([EPUCK])
CORRIDOR = load_arena("corridor").segments


PILLARS = np.array([[1.0, -0.42, 0.03], [1.05, -0.3, 0.01]])


def read(poses, robot=0, circles=PILLARS[:0]):
    scene = one_room(np.array(poses, dtype=float), np.zeros(len(poses)), CORRIDOR, circles)
    near, ring = neighbour_space(TABLE, sight_of(TABLE), scene), ring_of(TABLE)
    meet_the_neighbours(scene, TABLE, near, 0)
    here = Here(scene.x[robot], scene.y[robot], *cos_sin(scene.theta[robot]), 0)
    if not cast_rays_of(scene, TABLE, near, ring, robot, here):
        return np.zeros(8)
    apply_law(ring, 0, 0.0, 0)
    return ring.ir


def naive(poses, robot=0, circles=PILLARS[:0]):
    """Every ray of every sensor against every wall and robot."""
    x, y, theta = poses[robot]
    others = np.array([(px, py, EPUCK.radius) for k, (px, py, _) in enumerate(poses) if k != robot])
    law = EPUCK.infrared
    readings = []
    for axis in EPUCK.sensor_angles:
        sx = x + EPUCK.radius * math.cos(theta + axis)
        sy = y + EPUCK.radius * math.sin(theta + axis)
        angles = np.array([theta + axis + kappa for kappa in law.ray_angles])
        rays = np.column_stack(
            (np.full(5, sx), np.full(5, sy), law.reach * np.cos(angles), law.reach * np.sin(angles))
        )
        t = np.minimum(cast_rays(rays, CORRIDOR, np.concatenate((others.reshape(-1, 3), circles))), 1.0)
        cosines = [math.cos(kappa) for kappa in law.ray_angles]
        rho = [ray_activation(d * law.reach, c, law.c1, law.c2) for d, c in zip(t, cosines, strict=True)]
        readings.append(sum(rho) / 5)
    return readings


def test_nothing_in_reach_reads_zero():
    assert not read([(0.0, 0.0, 0.3)]).any()


def test_a_perpendicular_wall_reads_what_its_range_says():
    ps5 = 5  # looks left, at 90 degrees
    for gap in (0.011, 0.02, 0.035, 0.049):
        ir = read([(0.0, 0.5 - EPUCK.radius - gap, 0.0)])
        assert ir[ps5] == pytest.approx(EPUCK.infrared.activation_from_range(gap), rel=1e-9)


def test_a_touching_wall_reads_one():
    assert read([(0.0, 0.5 - EPUCK.radius, 0.0)])[5] == 1.0


def test_leaving_out_what_is_far_changes_nothing():
    rng = np.random.default_rng(0)
    seen = 0
    for _ in range(300):
        poses = np.column_stack(
            (
                rng.uniform(0.95, 1.1 - EPUCK.radius, 4),
                rng.uniform(-0.5 + EPUCK.radius, -0.2, 4),
                rng.uniform(-4, 4, 4),
            )
        )
        ir = read(poses, 2, PILLARS)
        seen += np.count_nonzero(ir)
        assert ir == pytest.approx(naive(poses.tolist(), 2, PILLARS), abs=1e-12)
    assert seen > 500
