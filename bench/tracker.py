"""How well the LiDAR tracker sees the corridor, and what that does to the engine.

    python bench/tracker.py [--trials N] [--seed S] [--json FILE]

The smart robot carries the LiDAR; five others cross its view. The engine decides from its tracks alone,
beside runs from the same starts with everyone's true pose, as motion capture gives it. Reporting seeds by
default.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np

from ce_core.consequence_engine import ConsequenceEngine, EngineConfig, Snapshot
from ce_core.experiments.corridor import Job
from ce_core.experiments.run_record import RunRecord
from ce_core.experiments.scenario import draw, robot_names
from ce_core.internal_model.robot_controller import CONTROL_PERIOD, Senses, control, encode, to_twist
from ce_core.internal_model.robot_model import ROBOT_MODELS
from ce_core.internal_model.sensors.laser import beam_angles
from ce_core.internal_model.simulator.kernel_simulator import KernelSimulator
from ce_core.internal_model.simulator.running_world import RunningWorld
from ce_core.internal_model.world_model import load_arena
from ce_core.object_tracker import PoseTrackerConfig, Track
from ce_core.object_tracker.accuracy import Accuracy, visible_robots
from ce_core.object_tracker.assumed_action import assumed_action
from ce_core.object_tracker.background import Background
from ce_core.object_tracker.lidar_tracker import LidarTracker, LidarTrackerConfig, to_map

NAMES, BEAMS, REACH, SCAN_SD, TIME_LIMIT = robot_names(6), 360, 3.5, 0.005, 120.0
MODEL, ARENA = ROBOT_MODELS["epuck"], load_arena("corridor")


def run(seed: int, source: str, simulator: KernelSimulator, accuracy: Accuracy) -> tuple[RunRecord, float]:
    """Run a trial with the engine on tracks from `source`: vicon, lidar, or lidar without known walls."""
    scenario = draw(seed, NAMES)
    smart, index = scenario.smart_robot, scenario.smart_index
    world = RunningWorld(ARENA, [MODEL] * 6, scenario.poses, time_step=CONTROL_PERIOD, seed=seed)
    background = Background(ARENA) if source == "lidar" else None
    start = tuple(scenario.poses[index].tolist())
    tracker = LidarTracker(LidarTrackerConfig(), PoseTrackerConfig(), smart, MODEL.radius, background, start)
    engine = ConsequenceEngine(EngineConfig(), simulator)
    goal = tuple(scenario.goal.tolist())
    record = RunRecord(Job(seed, "sim", "ce"), smart, scenario.h_robots, goal, 0.0)
    actions, angles, spent, now = list(scenario.actions), beam_angles(BEAMS), 0.0, 0.0
    accuracy.begin_run()
    for step in range(round(TIME_LIMIT / CONTROL_PERIOD) + 1):
        now = step * CONTROL_PERIOD
        poses = world.poses
        record.add_positions(now, dict(zip(NAMES, map(tuple, poses[:, :2].tolist()), strict=True)))
        if record.score.arrived:
            break
        if source != "vicon":
            ranges = world.scan(index, BEAMS, REACH, SCAN_SD)
            begin = time.perf_counter()
            tracker.odometry(*world.odometry[index].tolist())
            tracker.scan(now, ranges, angles)
            spent += time.perf_counter() - begin
            tracks = tracker.tracks(now)
            count(accuracy, poses, index, world.scan(index, BEAMS, REACH), angles, tracks)
        else:
            speeds = world.velocities
            tracks = [
                Track(n, x, y, t, v * math.cos(t), v * math.sin(t), w)
                for n, (x, y, t), (v, w) in zip(NAMES, poses.tolist(), speeds.tolist(), strict=True)
            ]
        if step % 5 == 0:
            asked = dict(zip(NAMES, scenario.actions, strict=True)) if source == "vicon" else {}
            decision = engine.decide(snapshot(now, smart, tracks, asked))
            record.add_decision(now, decision)
            actions[index] = decision.action
        own = next(t for t in tracks if t.robot == smart)
        infrared = world.infrared()
        known = [own if i == index else None for i in range(6)]
        world.step(np.array([command(actions[i], infrared[i], poses[i], known[i]) for i in range(6)]))
    return record, spent / max(step, 1)


def snapshot(now: float, smart: str, tracks: list[Track], asked: dict) -> Snapshot:
    return Snapshot.of(
        now,
        smart,
        [t.robot for t in tracks],
        [(t.x, t.y, t.theta) for t in tracks],
        [(t.speed, t.omega) for t in tracks],
        [assumed_action(t, asked, MODEL.max_speed) for t in tracks],
    )


def command(action, infrared, pose, track: Track | None) -> tuple[float, float]:
    x, y, theta = pose.tolist() if track is None else (track.x, track.y, track.theta)
    drive = MODEL.drive()
    return to_twist(control(*encode(action), Senses(infrared, x, y, theta), drive), drive)


def count(accuracy: Accuracy, poses, index: int, ranges, angles, tracks: list[Track]) -> None:
    """Count a frame; ranges without noise tell who was to be seen."""
    robots = {
        n: (x, y) for i, (n, (x, y, _)) in enumerate(zip(NAMES, poses.tolist(), strict=True)) if i != index
    }
    seen = ranges > 0.0
    local = ranges[seen, None] * np.column_stack([np.cos(angles[seen]), np.sin(angles[seen])])
    visible = visible_robots(to_map(local, poses[index]), robots, MODEL.radius)
    accuracy.add(robots, visible, {t.robot: (t.x, t.y) for t in tracks if t.robot != NAMES[index]})


def main() -> None:
    parser = argparse.ArgumentParser(description="Accuracy of the LiDAR tracker in the corridor.")
    parser.add_argument("--trials", type=int, default=20, help="runs of each kind (20)")
    parser.add_argument("--seed", type=int, default=10000, help="first seed (10000)")
    parser.add_argument("--json", type=Path, help="write the numbers here")
    arguments = parser.parse_args()
    simulator, numbers = KernelSimulator(), {}
    print(f"{arguments.trials} runs from seed {arguments.seed}; the engine decides from these tracks")
    for source in ("vicon", "lidar", "lidar_without_map"):
        accuracy, trials, times = Accuracy(), [], []
        for seed in range(arguments.seed, arguments.seed + arguments.trials):
            record, spent = run(seed, source, simulator, accuracy)
            trials.append(record.trial())
            times.append(spent)
        danger = [t.danger_ratio_percent for t in trials]
        found = {
            "danger_ratio_percent": float(np.mean(danger)),
            "danger_ratio_sd": float(np.std(danger, ddof=1)) if len(danger) > 1 else 0.0,
            "arrived": sum(t.arrived for t in trials),
            "run_time_s": float(np.mean([t.run_time_s for t in trials])),
        }
        print(
            f"  {source:18s} danger {found['danger_ratio_percent']:5.2f} ± {found['danger_ratio_sd']:.2f} %"
            f"   arrived {found['arrived']}/{len(trials)}   run time {found['run_time_s']:.1f} s"
        )
        if source != "vicon":
            found |= {
                "mota": accuracy.mota,
                "motp_m": accuracy.motp,
                "median_error_m": accuracy.median_error,
                "tracked": accuracy.tracked,
                "switches": accuracy.switches,
                "false": accuracy.false,
                "present": accuracy.present,
                "scan_ms": 1e3 * float(np.mean(times)),
            }
            print(
                f"  {'':18s} MOTA {accuracy.mota:.3f}  MOTP {1e3 * accuracy.motp:.1f} mm  "
                f"median {1e3 * accuracy.median_error:.1f} mm  tracked {accuracy.tracked:.1%} of "
                f"{accuracy.present} visible  switches {accuracy.switches}  false {accuracy.false}  "
                f"{found['scan_ms']:.1f} ms a scan"
            )
        numbers |= {f"tracker.{source}.{key}": value for key, value in found.items()}
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(numbers, indent=2) + "\n")


if __name__ == "__main__":
    main()
