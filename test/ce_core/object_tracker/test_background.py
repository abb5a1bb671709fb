"""What of a scan belongs to the arena: known, or found by its straight lines."""

from __future__ import annotations

import numpy as np
import pytest

from ce_core.internal_model.sensors.laser import beam_angles, laser_scan
from ce_core.internal_model.world_model import load_arena
from ce_core.internal_model.world_model.arena import Arena
from ce_core.object_tracker.background import MEMORY, Background, FoundWalls

BEAMS, RADIUS = 360, 0.035


def points_seen(discs: list[tuple[float, float]], sd: float = 0.005) -> np.ndarray:
    """Scan the corridor from its middle, with noise."""
    circles = np.array([(x, y, RADIUS) for x, y in discs]).reshape(-1, 3)
    ranges = laser_scan(np.zeros(3), BEAMS, 3.5, load_arena("corridor").segments, circles)
    ranges = ranges + np.random.default_rng(1).normal(0.0, sd, BEAMS)
    angles = beam_angles(BEAMS)
    return ranges[:, None] * np.column_stack([np.cos(angles), np.sin(angles)])


def on_discs(points: np.ndarray, discs: list[tuple[float, float]]) -> np.ndarray:
    gaps = np.linalg.norm(points[:, None] - np.array(discs)[None], axis=2)
    return (np.abs(gaps - RADIUS) < 0.03).any(axis=1)


def test_distance_has_the_direction_away_from_the_nearest_edge() -> None:
    square = np.array(
        [[0.0, 0.0, 9.0, 0.0], [9.0, 0.0, 9.0, 9.0], [9.0, 9.0, 0.0, 9.0], [0.0, 9.0, 0.0, 0.0]]
    )
    known = Background(Arena("square", square, np.array([[4.0, 4.0, 0.5]])))
    distance, away = known.distance(np.array([[5.0, 0.2], [8.0, 5.0], [4.0, 4.4], [3.0, 4.0]]))
    assert distance == pytest.approx([0.2, 1.0, -0.1, 0.5])
    assert away == pytest.approx(np.array([[0.0, 1.0], [-1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]]))


def test_all_walls_of_an_empty_corridor_are_found() -> None:
    assert not FoundWalls(0.04, 0.005).off(points_seen([]), np.zeros(2), 0.0).any()


@pytest.mark.parametrize(
    "discs",
    [
        [(0.09, 0.0)],  # nearly touching: as many points as a wall, and nearly flat
        [(0.2, 0.1), (0.2, -0.1), (0.2, 0.0)],  # in a row
        [(0.5, 0.2), (-0.4, -0.3), (0.0, 0.3)],
    ],
)
def test_robots_are_not_taken_for_walls(discs: list[tuple[float, float]]) -> None:
    points = points_seen(discs)
    off = FoundWalls(0.04, 0.005).off(points, np.zeros(2), 0.0)
    assert off[on_discs(points, discs)].mean() > 0.9


def test_a_wall_behind_robots_is_remembered_for_a_while() -> None:
    row = [(0.5, y) for y in np.arange(-0.24, 0.25, 0.08).tolist()]  # hides the far end but for slits
    crowded = points_seen(row)
    behind = crowded[:, 0] > 1.05
    assert 3 <= np.count_nonzero(behind) < 16
    walls = FoundWalls(0.04, 0.005)
    walls.off(points_seen([]), np.zeros(2), 0.0)
    assert not walls.off(crowded, np.zeros(2), 1.0)[behind].any()
    assert walls.off(crowded, np.zeros(2), 1.0 + 2 * MEMORY)[behind].any()
