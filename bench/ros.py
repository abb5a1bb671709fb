"""How long a decision takes over ROS: from tracks to action, with two simulation servers.

    python bench/ros.py [--decisions N] [--servers N] [--json FILE]

18 actions x 6 robots x 15 s, as in bench/engine.py. Engine and servers are processes of their own; this
one publishes tracks and waits for the action. The peer, measured in the same run, is the same decision in
one process.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("ROS_DOMAIN_ID", "98")
os.environ.setdefault("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")

import rclpy
import yaml
from consequence_engine.msg import Action, CtrlRequest, Track, Tracks
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node

from ce_core.consequence_engine import ConsequenceEngine, EngineConfig, Snapshot
from ce_core.consequence_engine.attention import AttentionConfig
from ce_core.consequence_engine.simulation_time import SimulationTimeConfig
from ce_core.experiments.scenario import CorridorScenario, draw
from ce_nodes.qos import LATCHED, STREAM
from ce_sim_server.conversions import action_to_message
from ce_sim_server.ready_kernel import ready_kernel

NAMES, HORIZON = tuple(f"epuck_{i}" for i in range(6)), 15.0
CONFIG = EngineConfig(
    attention=AttentionConfig(front=10.0, behind=10.0, side=10.0),
    simulation_time=SimulationTimeConfig(minimum=HORIZON, maximum=HORIZON),
)
PARAMETERS = {
    "engine.attention.front": 10.0,
    "engine.attention.behind": 10.0,
    "engine.attention.side": 10.0,
    "engine.simulation_time.minimum": HORIZON,
    "engine.simulation_time.maximum": HORIZON,
}


class Stopwatch(Node):
    """Says where everyone is and waits for what the engine makes of it."""

    def __init__(self, scenario: CorridorScenario) -> None:
        super().__init__("stopwatch")
        self._scenario = scenario
        self._answered = threading.Event()
        self._tracks = self.create_publisher(Tracks, "/tracks", STREAM)
        self.create_subscription(Action, f"/{scenario.smart_robot}/action", self._on_action, STREAM)
        self._requests = []
        for robot, action in zip(scenario.names, scenario.actions, strict=True):
            if robot != scenario.smart_robot:
                publisher = self.create_publisher(CtrlRequest, f"/{robot}/ctrl_request", LATCHED)
                publisher.publish(CtrlRequest(robot=robot, action=action_to_message(action)))
                self._requests.append(publisher)

    def _on_action(self, action: Action) -> None:
        self._arrived = time.perf_counter()
        self._answered.set()

    def measure(self, timeout: float) -> float | None:
        """Return the time from tracks to action [s], or None if there is none in time.

        The engine decides 20 times a second at most, and lets tracks pass that come sooner.
        """
        time.sleep(0.06)
        message = Tracks()
        message.header.stamp = self.get_clock().now().to_msg()
        for robot, (x, y, theta) in zip(NAMES, self._scenario.poses.tolist(), strict=True):
            message.tracks.append(Track(robot=robot, x=x, y=y, theta=theta))
        self._answered.clear()
        begin = time.perf_counter()
        self._tracks.publish(message)
        return self._arrived - begin if self._answered.wait(timeout) else None


@contextlib.contextmanager
def graph(servers: int, smart: str) -> Iterator[None]:
    """Run the engine and its servers."""
    names = [f"sim_server_{i}" for i in range(servers)]
    engine = {
        "robot": smart,
        "robots": list(NAMES),
        "rate": 20.0,
        "on_tracks": True,
        "wait_for_experiment": False,
        "sim_servers": [f"/{name}" for name in names],
        **PARAMETERS,
    }
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "engine.yaml")
        file.write_text(yaml.safe_dump({"/**": {"ros__parameters": engine}}))
        programs = [["sim_server", "--ros-args", "-r", f"__node:={name}"] for name in names]
        programs.append(["consequence_engine", "--ros-args", "--params-file", str(file)])
        beside = Path(sys.executable).parent
        running = [subprocess.Popen([str(beside / program[0]), *program[1:]]) for program in programs]
        try:
            yield
        finally:
            for process in running:
                process.send_signal(signal.SIGINT)
            for process in running:
                process.wait(10.0)


def spin(executor: SingleThreadedExecutor) -> None:
    """Spin until ROS is shut down."""
    with contextlib.suppress(ExternalShutdownException):
        executor.spin()


def in_process(scenario: CorridorScenario, count: int) -> list[float]:
    """Time [s] of the same decision without ROS."""
    simulator = ready_kernel()
    seen = Snapshot.of(0.0, scenario.smart_robot, NAMES, scenario.poses, [(0.0, 0.0)] * 6, scenario.actions)
    times = []
    for _ in range(count):
        engine = ConsequenceEngine(CONFIG, simulator)
        begin = time.perf_counter()
        engine.decide(seen)
        times.append(time.perf_counter() - begin)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description="Time of one decision over ROS.")
    parser.add_argument("--decisions", type=int, default=500, help="decisions to measure (500)")
    parser.add_argument("--servers", type=int, default=2, help="simulation servers (2)")
    parser.add_argument("--json", type=Path, help="write the numbers here")
    arguments = parser.parse_args()
    scenario = draw(0, NAMES)
    here = 1e3 * statistics.median(in_process(scenario, 100))
    rclpy.init()
    node = Stopwatch(scenario)
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    thread = threading.Thread(target=spin, args=(executor,), daemon=True)
    thread.start()
    with graph(arguments.servers, scenario.smart_robot):
        deadline = time.monotonic() + 180.0
        while node.measure(1.0) is None:
            if time.monotonic() > deadline:
                sys.exit("bench ros: the engine does not answer")
        times, unanswered = [], 0
        while len(times) < arguments.decisions:
            found = node.measure(2.0)
            if found is None:
                unanswered += 1
            else:
                times.append(1e3 * found)
    rclpy.shutdown()
    thread.join(5.0)
    median, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    tenth = max(len(times) // 5, 1)
    first, last = statistics.median(times[:tenth]), statistics.median(times[-tenth:])
    load = os.getloadavg()[0]
    print(f"tracks to action over ROS: {arguments.servers} servers, 18 actions x 6 robots x {HORIZON:g} s")
    print(
        f"  median of {len(times)}         {median:8.2f} ms   (95 %: {late:.2f} ms; unanswered {unanswered})"
    )
    print(f"  first fifth, last fifth {first:8.2f} ms, {last:.2f} ms")
    print(
        f"  in one process         {here:8.2f} ms   ratio {median / here:.2f}; load of the machine {load:.1f}"
    )
    if arguments.json is not None:
        numbers = {
            "ros.decision_ms": median,
            "ros.decision_p95_ms": late,
            "ros.first_fifth_ms": first,
            "ros.last_fifth_ms": last,
            "ros.unanswered": unanswered,
            "ros.decisions": len(times),
            "ros.in_process_ms": here,
            "ros.ratio_vs_in_process": median / here,
            "ros.load_average": load,
        }
        arguments.json.write_text(json.dumps(numbers, indent=2) + "\n")


if __name__ == "__main__":
    main()
