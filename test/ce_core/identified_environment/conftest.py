"""A room whose signatures are known exactly, and a log of somebody who has been everywhere in it."""

import numpy as np
import pytest

from ce_core.identified_environment import PerceptionLog, approximate_signatures

WIDTH, HEIGHT = 2.0, 1.2
ANGLES = np.deg2rad(np.arange(-90.0, 91.0))


def room_range(x, y, bearing):
    """Distance from (x, y) to the wall of the rectangle in this direction [m]."""
    c, s = np.cos(bearing), np.sin(bearing)
    with np.errstate(divide="ignore"):
        along_x = np.where(c > 0, WIDTH / 2 - x, WIDTH / 2 + x) / np.abs(c)
        along_y = np.where(s > 0, HEIGHT / 2 - y, HEIGHT / 2 + y) / np.abs(s)
    return np.minimum(along_x, along_y)


def room_log(noise=0.0, seed=0):
    """Two scans, ahead and behind, at each node of the grid that a robot can reach, to whole degrees."""
    xs, ys = np.arange(-7, 8) / 10, np.arange(-3, 4) / 10
    poses = np.array([(x, y, theta) for x in xs for y in ys for theta in (0.0, np.pi)])
    readings = room_range(poses[:, :1], poses[:, 1:2], poses[:, 2:] + ANGLES)
    readings += np.random.default_rng(seed).normal(0.0, noise, readings.shape) if noise else 0.0
    n = len(poses)
    return PerceptionLog("laser", np.arange(n) * 0.25, poses, np.zeros((n, 2)), ANGLES, readings)


@pytest.fixture(scope="session")
def log():
    return room_log()


@pytest.fixture(scope="session")
def signatures(log):
    return approximate_signatures(log)


@pytest.fixture(scope="session")
def true_range():
    return room_range
