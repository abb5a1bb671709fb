"""The compiled functions are the plain ones: same inputs, same bits."""

import numba
import numpy as np
import pytest

from ce_core.internal_model.robot_controller import Action, Senses, control, encode, to_twist
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.sensors.rays import Ray, Segment, ray_circle, ray_segment
from ce_core.internal_model.simulator.noise import gaussian
from ce_core.kernels import compiled

DRIVE = ROBOT_MODELS["epuck"].drive()
ACTIONS = [
    "GoStraight(0.8);Avoidance",
    "MoveTo(1, -0.3);Avoidance",
    "TurnLeft(0.3)",
    "TurnRight(0.2);Avoidance",
    "GoStraight(1);Stop",
    "GoStraight(1);CalibrateIR",
    "GoStraight(1);ResetDSPIC",
    "GoStraight(0.3);PrintProximityValues",
]


@numba.njit
def compiled_control(kinds, arguments, senses, drive):
    wheels = control(kinds, arguments, senses, drive)
    return wheels, to_twist(wheels, drive)


@numba.njit
def compiled_rays(ray, wall, x, y, radius):
    return ray_segment(ray, wall), ray_circle(ray, x, y, radius)


@numba.njit
def compiled_gaussian(key, robot, step, channel):
    return gaussian(key, robot, step, channel)


def test_plain_functions_stay_plain():
    assert all(type(function).__name__ == "function" for function in compiled.PLAIN_FUNCTIONS)


@pytest.mark.parametrize("action", ACTIONS)
def test_controllers_agree(action):
    rng = np.random.default_rng(0)
    kinds, arguments = encode(Action.parse(action))
    for _ in range(50):
        senses = Senses(rng.uniform(0, 0.3, 8), *rng.uniform(-1, 1, 2).tolist(), rng.uniform(-9, 9))
        wheels = control(kinds, arguments, senses, DRIVE)
        found = compiled_control(kinds, arguments, senses, DRIVE)
        assert found == (wheels, to_twist(wheels, DRIVE))


def test_rays_agree():
    for row in np.random.default_rng(1).uniform(-1, 1, (200, 11)).tolist():
        ray, wall, circle = Ray(*row[:4]), Segment(*row[4:8]), (row[8], row[9], abs(row[10]))
        assert compiled_rays(ray, wall, *circle) == (ray_segment(ray, wall), ray_circle(ray, *circle))


def test_noise_agrees():
    for key in (0, 1, 2**32 - 1):
        for step in (-1, 0, 7, 10**6):
            assert compiled_gaussian(key, 3, step, 5) == gaussian(key, 3, step, 5)
