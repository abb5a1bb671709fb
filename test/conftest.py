"""What tests with real ROS processes share: a domain of their own, and a launch to watch."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

DOMAINS = range(1, 100)
"""Beyond 100 a domain's ports are ones that Linux gives away."""


@pytest.fixture
def ros_domain() -> Iterator[int]:
    """Reserve a ROS_DOMAIN_ID that no other test on this machine uses now."""
    yield from _reserve()


@pytest.fixture(scope="module")
def module_ros_domain() -> Iterator[int]:
    """Reserve one for all tests of a module."""
    yield from _reserve()


@pytest.fixture
def other_ros_domain() -> Iterator[int]:
    """Reserve a second one."""
    yield from _reserve()


def _reserve() -> Iterator[int]:
    folder = Path(tempfile.gettempdir(), "consequence_engine_domains")
    folder.mkdir(exist_ok=True)
    for domain in DOMAINS:
        with (folder / str(domain)).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            yield domain
            return
    pytest.fail(f"no free ROS domain from {DOMAINS[0]} to {DOMAINS[-1]}")


def environment(domain: int) -> dict[str, str]:
    """Return the environment of a process that hears only this domain on this machine."""
    return {
        **os.environ,
        "ROS_DOMAIN_ID": str(domain),
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
        "FASTDDS_BUILTIN_TRANSPORTS": "UDPv4",
    }


class Launch:
    """`./ce launch FILE ...`, running."""

    def __init__(self, domain: int, *arguments: str, file: str = "corridor_experiment.launch.py") -> None:
        self.lines: list[str] = []
        self._news = threading.Condition()
        self.popen = subprocess.Popen(
            [sys.executable, "-m", "ce_nodes.cli", "launch", file, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment(domain),
            start_new_session=True,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def wait_for_line(self, part: str, timeout: float = 150.0) -> str:
        """Return the first line that contains this."""
        with self._news:
            found = self._news.wait_for(lambda: [x for x in self.lines if part in x], timeout)
        assert found, f"no line with {part!r} within {timeout} s in:\n{self.text}"
        return found[0]

    def wait(self, timeout: float = 240.0) -> int:
        """Return the exit code."""
        code = self.popen.wait(timeout)
        time.sleep(0.1)  # the last lines
        return code

    def children(self) -> dict[str, int]:
        """Return the process id of every node by its label."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                parent = (folder / "stat").read_text().rsplit(")", 1)[1].split()[1]
                words = (folder / "cmdline").read_text().split("\0")
            except OSError:
                continue  # it has just ended
            if int(parent) == self.popen.pid:
                name = {word.partition(":=")[0]: word.partition(":=")[2].strip("/") for word in words}
                found[".".join(filter(None, (name["__ns"], name["__node"])))] = int(folder.name)
        return found

    @property
    def text(self) -> str:
        """Everything said so far."""
        return "\n".join(self.lines)

    def value(self, label: str) -> float:
        """Return the number of this run behind a label of the summary."""
        line = next(x for x in self.lines if x.strip().startswith(label))
        return float(line.replace(label, "").split()[0])

    def end(self) -> None:
        """Make sure that nothing is left running."""
        if self.popen.poll() is None:
            self.popen.send_signal(signal.SIGINT)
            try:
                self.popen.wait(5.0)
            except subprocess.TimeoutExpired:
                self.popen.kill()

    def _read(self) -> None:
        assert self.popen.stdout is not None
        for line in self.popen.stdout:
            with self._news:
                self.lines.append(line.rstrip())
                self._news.notify_all()


@pytest.fixture
def launch() -> Iterator[type[Launch]]:
    """Give the means to launch; what was launched has ended when the test has."""
    launched: list[Launch] = []

    class Watched(Launch):
        def __init__(self, domain: int, *arguments: str, **options: str) -> None:
            super().__init__(domain, *arguments, **options)
            launched.append(self)

    yield Watched
    for one in launched:
        one.end()


@pytest.fixture
def ros_environment() -> Callable[[int], dict[str, str]]:
    """Give the environment of a process in a domain."""
    return environment
