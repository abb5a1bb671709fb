"""Tracks from a LiDAR, against the ground truth of a simulated arena."""

from __future__ import annotations

import numpy as np
import pytest

from ce_core.experiments.scenario import draw
from ce_core.internal_model.robot_controller import Senses, control, encode, to_twist
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.sensors.laser import beam_angles, laser_scan
from ce_core.internal_model.simulator.running_world import RunningWorld
from ce_core.internal_model.world_model import load_arena
from ce_core.object_tracker import PoseTrackerConfig
from ce_core.object_tracker.background import Background
from ce_core.object_tracker.lidar_tracker import LidarTracker, LidarTrackerConfig

BEAMS = 360


def tracker_at(start: tuple[float, float, float]) -> LidarTracker:
    return LidarTracker(
        LidarTrackerConfig(),
        PoseTrackerConfig(),
        "me",
        ROBOT_MODELS["epuck"].radius,
        Background(load_arena("corridor")),
        start,
    )


def test_a_wrong_start_pose_is_corrected_by_the_walls() -> None:
    true = np.array([0.2, -0.1, 0.3])
    ranges = laser_scan(true, BEAMS, 3.5, load_arena("corridor").segments, np.empty((0, 3)))
    tracker = tracker_at((0.22, -0.085, 0.32))
    for k in range(5):
        tracker.scan(0.1 * k, ranges, beam_angles(BEAMS))
    (me,) = tracker.tracks(0.4)
    assert (me.x, me.y, me.theta) == pytest.approx(tuple(true), abs=2e-3)


def test_a_disc_in_front_is_found_where_it_is() -> None:
    disc = np.array([[0.4, 0.1, 0.035]])
    ranges = laser_scan(np.zeros(3), BEAMS, 3.5, load_arena("corridor").segments, disc)
    tracker = tracker_at((0.0, 0.0, 0.0))
    tracker.scan(0.0, ranges, beam_angles(BEAMS))
    assert [t.robot for t in tracker.tracks(0.0)] == ["me"]  # not yet confirmed
    tracker.scan(0.1, ranges, beam_angles(BEAMS))
    others = [t for t in tracker.tracks(0.1) if t.robot != "me"]
    assert [t.robot for t in others] == ["track_1"]
    assert (others[0].x, others[0].y) == pytest.approx((0.4, 0.1), abs=5e-3)


def test_an_empty_scan_and_one_without_readings_are_harmless() -> None:
    tracker = tracker_at((0.0, 0.0, 0.0))
    tracker.scan(0.0, np.array([]), np.array([]))
    tracker.scan(0.1, np.full(BEAMS, np.inf), beam_angles(BEAMS))
    assert [t.robot for t in tracker.tracks(0.1)] == ["me"]


def test_a_disc_looks_where_it_goes_and_its_turn_rate_is_not_guessed() -> None:
    tracker, rng = tracker_at((0.0, 0.0, 0.0)), np.random.default_rng(1)
    for k in range(20):
        disc = np.array([[0.4, -0.1 + 0.008 * k, 0.035]])  # at 0.08 m/s along y
        ranges = laser_scan(np.zeros(3), BEAMS, 3.5, load_arena("corridor").segments, disc)
        tracker.scan(0.1 * k, ranges + rng.normal(0.0, 0.005, BEAMS), beam_angles(BEAMS))
    (other,) = [t for t in tracker.tracks(1.9) if t.robot != "me"]
    assert other.theta == pytest.approx(np.pi / 2, abs=0.35)
    assert np.hypot(other.vx, other.vy) == pytest.approx(0.08, abs=0.03)
    assert other.omega == 0.0


@pytest.mark.parametrize("seed", [10000, 10001])
def test_moving_robots_are_tracked_within_two_centimetres(seed: int) -> None:
    names = [f"epuck_{i}" for i in range(6)]
    scenario, model = draw(seed, names), ROBOT_MODELS["epuck"]
    world = RunningWorld(load_arena("corridor"), [model] * 6, scenario.poses, time_step=0.1, seed=seed)
    tracker = tracker_at(tuple(scenario.poses[scenario.smart_index].tolist()))
    drive, coded = model.drive(), [encode(action) for action in scenario.actions]
    errors, own_errors = [], []
    for k in range(150):
        tracker.odometry(*world.odometry[scenario.smart_index].tolist())
        tracker.scan(0.1 * k, world.scan(scenario.smart_index, BEAMS, 3.5, 0.005), beam_angles(BEAMS))
        truth = np.delete(world.poses[:, :2], scenario.smart_index, axis=0)
        for track in tracker.tracks(0.1 * k):
            if track.robot == "me":
                own = world.poses[scenario.smart_index, :2] - (track.x, track.y)
                own_errors.append(np.hypot(*own))
            elif track.age == 0.0:
                errors.append(np.hypot(*(truth - (track.x, track.y)).T).min())
        ir = world.infrared()
        commands = [
            to_twist(control(*coded[i], Senses(ir[i], *world.poses[i].tolist()), drive), drive)
            for i in range(6)
        ]
        world.step(np.array(commands))
    assert len(errors) > 300
    assert np.median(errors) < 0.02
    assert np.max(own_errors) < 0.02
