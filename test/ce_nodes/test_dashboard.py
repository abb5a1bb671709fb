"""The dashboard as people meet it: a real process, fed by real messages, watched by a real browser."""

import asyncio
import base64
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from contextlib import asynccontextmanager, contextmanager, suppress

import pytest

pytest.importorskip("rclpy", reason="ROS 2 is not installed")
pytest.importorskip("consequence_engine.msg", reason="the interfaces are not built")

import aiohttp
from consequence_engine.msg import (
    Action,
    CandidateAction,
    Decision,
    ExperimentStatus,
    SubAction,
    Track,
    Tracks,
    Trajectory,
)
from rclpy.context import Context
from rclpy.node import Node

from ce_nodes.qos import LATCHED, STREAM

pytestmark = [pytest.mark.ros, pytest.mark.xdist_group("dashboard")]

ROBOTS = [f"epuck{i}" for i in range(6)]
SMART = ROBOTS[0]
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@contextmanager
def dashboard_process(domain, *parameters):
    """Start the node on any free port; gives the process and its address."""
    command = [sys.executable, "-m", "ce_nodes.dashboard", "--ros-args", "-p", "port:=0", *parameters]
    environment = os.environ | {"ROS_DOMAIN_ID": str(domain), "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    guard = threading.Timer(60, process.kill)
    guard.start()
    try:
        line = process.stdout.readline()
        assert line.startswith("dashboard: http://127.0.0.1:"), line
        yield process, line.removeprefix("dashboard: ").strip()
    finally:
        guard.cancel()
        process.kill()
        process.wait()
        process.stdout.close()


class Corridor(Node):
    """Publishes a small, made-up run: six robots, one of which decides."""

    def __init__(self, context):
        super().__init__("corridor", context=context)
        self.tracks = self.create_publisher(Tracks, "tracks", STREAM)
        self.status = self.create_publisher(ExperimentStatus, "experiment/status", LATCHED)
        self.decision = self.create_publisher(Decision, f"{SMART}/decision", STREAM)

    def say(self, t):
        """Publish everything as it stands at time t [s]."""
        x = -1.0 + 0.08 * t
        tracks = Tracks(tracks=[track(SMART, x, 0.05 * math.sin(t), 0.1 * math.cos(t))])
        for i, robot in enumerate(ROBOTS[1:]):
            theta = 1.3 * i + 0.2 * t
            tracks.tracks.append(
                track(robot, -0.5 + 0.34 * i + 0.1 * math.sin(theta), 0.28 * math.cos(2.0 * i), theta)
            )
        tracks.header.frame_id = "map"
        tracks.header.stamp.sec, tracks.header.stamp.nanosec = int(t), int(t % 1 * 1e9)
        self.tracks.publish(tracks)
        self.decision.publish(decision(tracks.tracks))
        self.status.publish(
            ExperimentStatus(
                phase=ExperimentStatus.RUNNING,
                controller="ce",
                arena="corridor",
                seed=42,
                smart_robot=SMART,
                h_robots=ROBOTS[1:],
                goal_x=1.0,
                run_time=t,
                distance=0.08 * t,
                danger_ratio=0.031,
                min_distance=0.187,
                simulations_per_step=9.4,
            )
        )


def track(robot, x, y, theta):
    return Track(robot=robot, x=x, y=y, theta=theta)


def decision(tracks):
    made = Decision(robot=SMART, chosen=10, attended=ROBOTS[1:3], simulations=10, compute_time=0.123)
    for i in range(18):
        x, y = -1.0 + 0.4 * (i // 3), -0.4 + 0.4 * (i % 3)
        dangerous = i % 4 == 1
        modifier = -30.0 if dangerous else 0.0
        base = x - 0.5 * abs(y)
        move = SubAction(name="MoveTo", arguments=[x, y])
        made.candidates.append(
            CandidateAction(
                action=Action(sub_actions=[move, SubAction(name="Avoidance")]),
                base_value=base,
                safety_modifier=modifier,
                value=base + modifier,
                simulated=i < 15,
                dangerous=dangerous,
                danger_time=2.5 if dangerous else math.nan,
                min_distance=0.18 if dangerous else 0.31,
                nearest_robot=ROBOTS[1],
                chosen=i == made.chosen,
            )
        )
    steps = 40
    made.prediction = Trajectory(robots=ROBOTS[:3], n_steps=steps, time_step=0.1)
    for robot in tracks[:3]:
        made.prediction.x.extend(robot.x + 0.008 * k * math.cos(robot.theta) for k in range(steps))
        made.prediction.y.extend(robot.y + 0.008 * k * math.sin(robot.theta) for k in range(steps))
        made.prediction.theta.extend([robot.theta] * steps)
    return made


@contextmanager
def fed(domain):
    """Keep publishing the corridor, 15 times a second."""
    context, stop = Context(), threading.Event()
    context.init(domain_id=domain)
    corridor = Corridor(context)

    def publish():
        t = 0.0
        while not stop.wait(1 / 15):
            corridor.say(t := t + 1 / 15)

    feeding = threading.Thread(target=publish, daemon=True)
    feeding.start()
    try:
        yield
    finally:
        stop.set()
        feeding.join(5)
        corridor.destroy_node()
        context.shutdown()


@pytest.fixture(scope="module")
def url(module_ros_domain):
    """Give the address of a dashboard that has heard every kind of message."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
        domain = module_ros_domain
        with dashboard_process(domain) as (_, address), fed(domain):
            deadline = time.monotonic() + 30
            while len(snapshot(address)) < 4 and time.monotonic() < deadline:
                time.sleep(0.05)
            yield address


def snapshot(address):
    with urllib.request.urlopen(f"{address}/snapshot", timeout=5) as answer:
        return json.load(answer)


def test_snapshot_says_what_the_topics_said(url):
    seen = snapshot(url)
    assert set(seen) == {"arena", "tracks", "decision", "status"}
    assert seen["arena"]["name"] == "corridor"
    assert seen["arena"]["robot_radius"] == pytest.approx(0.035)
    assert [t["robot"] for t in seen["tracks"]["tracks"]] == ROBOTS
    assert seen["status"]["seed"] == 42
    assert seen["decision"]["candidates"][10]["chosen"]
    assert seen["decision"]["candidates"][10]["danger_time"] is None
    assert len(seen["decision"]["prediction"]["paths"][2]) == 40


def test_stream_is_live(url):
    async def watch():
        times = []
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{url}/stream") as stream:
            async with asyncio.timeout(10):
                while len(set(times)) < 5:
                    message = await stream.receive_json()
                    if message["type"] == "tracks":
                        times.append(message["header"]["stamp"])
        return times

    times = asyncio.run(watch())
    assert times == sorted(times)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_soon_though_a_page_is_open(number, ros_domain):
    async def watch_the_end(process, address):
        async with aiohttp.ClientSession() as session:
            stream = await session.ws_connect(f"{address}/stream")
            assert (await stream.receive_json())["type"] == "arena"
            process.send_signal(number)
            began = time.monotonic()
            code = await asyncio.to_thread(process.wait, 50)
            return code, time.monotonic() - began

    with dashboard_process(ros_domain) as (process, address):
        code, duration = asyncio.run(watch_the_end(process, address))
    assert code == 0
    assert duration < 30.0  # not the minute that the server grants to open pages by default


def test_an_unknown_arena_is_one_clear_sentence(ros_domain):
    command = [sys.executable, "-m", "ce_nodes.dashboard", "--ros-args", "-p", "arena:=coridor"]
    environment = os.environ | {"ROS_DOMAIN_ID": str(ros_domain)}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=30)
    assert ended.returncode != 0
    assert "coridor" in ended.stderr
    assert "corridor" in ended.stderr
    assert "Traceback" not in ended.stderr


class BrowserError(Exception):
    """The browser did not do what it was asked."""


class Tab:
    """A browser tab, spoken to over the DevTools protocol."""

    def __init__(self, devtools):
        self._devtools = devtools
        self._number = 0
        self.errors = []

    async def do(self, method, **parameters):
        self._number += 1
        await self._devtools.send_json({"id": self._number, "method": method, "params": parameters})
        while True:
            answer = await self._devtools.receive_json()
            if answer.get("id") == self._number:
                if "result" not in answer:
                    raise BrowserError(f"{method}: {answer.get('error')}")
                return answer["result"]
            if answer["method"] in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.errors.append(answer["params"])

    async def ask(self, expression):
        answer = await self.do("Runtime.evaluate", expression=expression, returnByValue=True)
        return answer["result"].get("value")

    async def until(self, expression):
        while True:
            with suppress(BrowserError):  # a page that is just being loaded forgets what it was asked
                if await self.ask(expression):
                    return
            await asyncio.sleep(0.1)

    async def resize(self, width, height, **changes):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        await self.do("Emulation.setDeviceMetricsOverride", **(metrics | changes))

    async def screenshot(self, path):
        picture = await self.do("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(picture["data"]))


@asynccontextmanager
async def browser(url, folder):
    flags = (
        "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
        " --disable-component-update --disable-sync --remote-debugging-port=0 --window-size=1280,720"
    )
    command = [CHROMIUM, *flags.split(), f"--user-data-dir={folder}", url]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        port_file = folder / "DevToolsActivePort"
        while not (port_file.exists() and (lines := port_file.read_text().split())):
            await asyncio.sleep(0.1)
        async with aiohttp.ClientSession() as session:
            pages = []
            while not pages:
                async with session.get(f"http://127.0.0.1:{lines[0]}/json/list") as answer:
                    pages = [page for page in await answer.json() if page["type"] == "page"]
            socket_url = pages[0]["webSocketDebuggerUrl"]
            async with session.ws_connect(socket_url, max_msg_size=2**26) as devtools:
                yield Tab(devtools)
    finally:
        process.kill()
        await process.wait()


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_chromium_draws_robots_predictions_and_candidates(url, tmp_path):
    async def look():
        async with asyncio.timeout(60), browser(url, tmp_path / "profile") as tab:
            await tab.do("Runtime.enable")
            await tab.do("Log.enable")
            await tab.do(
                "Emulation.setDeviceMetricsOverride",
                width=1280,
                height=720,
                deviceScaleFactor=1,
                mobile=False,
            )
            await tab.until("document.querySelector('canvas')?.dataset.robots === '6'")
            await tab.until("document.querySelector('canvas').dataset.candidates === '18'")
            assert await tab.ask("document.querySelector('canvas').dataset.predictions") == "3"
            assert await tab.ask("document.querySelectorAll('#candidates tr').length") == 18
            assert await tab.ask("document.querySelectorAll('#candidates tr.chosen').length") == 1
            assert await tab.ask("document.getElementById('phase').textContent") == "running"
            assert await tab.ask("document.getElementById('connection').dataset.state") == "live"
            wide = "(e => e.scrollWidth > e.clientWidth)(document.querySelector('.scroll'))"
            assert await tab.ask(wide) is False
            await asyncio.sleep(3)  # for trails in the picture
            await tab.screenshot(tmp_path / "light.png")
            dark = [{"name": "prefers-color-scheme", "value": "dark"}]
            await tab.do("Emulation.setEmulatedMedia", features=dark)
            await asyncio.sleep(0.3)
            await tab.screenshot(tmp_path / "dark.png")
            await tab.resize(390, 844, deviceScaleFactor=2, mobile=True)
            await asyncio.sleep(0.3)
            await tab.screenshot(tmp_path / "phone.png")
            assert await tab.ask("document.documentElement.scrollWidth <= innerWidth")
            return tab.errors

    assert asyncio.run(look()) == []
