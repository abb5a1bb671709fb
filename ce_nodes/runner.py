"""A small process runner for machines without launch_ros: starts a graph, and ends all of it together."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import yaml

from ce_nodes.graph import NodeSpec

GRACE = ((signal.SIGINT, 2.0), (signal.SIGTERM, 0.6), (signal.SIGKILL, 0.3))
"""How a process is told to end, and how long it has [s]; together below three seconds."""

_DIE_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of Linux: no orphans even when this process is killed."""


class Asked:
    """Whether somebody wants the launch to end: a plain flag, safe to set from a signal handler."""

    to_end = False

    @classmethod
    def by_signal(cls, number: int, frame: object) -> None:
        """Note that a signal came."""
        cls.to_end = True


class Process:
    """One running node."""

    def __init__(self, node: NodeSpec, parameter_file: Path, width: int) -> None:
        self.node = node
        self.last_words: deque[str] = deque(maxlen=5)
        self._prefix = "" if node.ends_launch else f"[{_label(node)}]".ljust(width + 3)
        self._popen = subprocess.Popen(
            command(node, parameter_file),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            text=True,
            errors="replace",
            start_new_session=True,
            preexec_fn=_die_with_parent,
        )
        self._reader = threading.Thread(target=self._relay, daemon=True)
        self._reader.start()

    @property
    def label(self) -> str:
        """How people read the node's name."""
        return _label(self.node)

    def code(self) -> int | None:
        """Return the exit code, or None while the process runs."""
        return self._popen.poll()

    def tell(self, number: signal.Signals) -> None:
        """Send a signal to the process and its children, if it still runs."""
        if self.code() is None:
            os.killpg(self._popen.pid, number)

    def finish_reading(self) -> None:
        """Relay what is left of the output."""
        self._reader.join(timeout=0.5)

    def _relay(self) -> None:
        assert self._popen.stdout is not None
        for line in self._popen.stdout:
            self.last_words.append(line.rstrip())
            sys.stdout.write(self._prefix + line)
            sys.stdout.flush()


def command(node: NodeSpec, parameter_file: Path) -> list[str]:
    """Return the command line of a node, as launch_ros would write it."""
    return [
        str(Path(sys.executable).parent / node.executable),
        *("--ros-args", "-r", f"__node:={node.name}", "-r", f"__ns:=/{node.namespace}"),
        *("--params-file", str(parameter_file)),
    ]


def run(nodes: Sequence[NodeSpec]) -> int:
    """Run all nodes until one that ends the launch has finished, or one has died, or Ctrl-C."""
    Asked.to_end = False
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, Asked.by_signal)
    with tempfile.TemporaryDirectory(prefix="consequence_engine_") as folder:
        processes: list[Process] = []
        missed: list[Process] = []
        try:
            width = max(len(_label(node)) for node in nodes)
            for i, node in enumerate(nodes):
                file = Path(folder, f"{i}.yaml")
                file.write_text(yaml.safe_dump({"/**": {"ros__parameters": node.parameters}}))
                processes.append(Process(node, file, width))
            ended = _first_to_end(processes, missed)
        finally:
            _end_all(processes)
    if ended is None:
        print("ended on request", flush=True)
        return 130
    died = list(missed)
    if not (ended.node.ends_launch and ended.code() == 0):
        died.append(ended)
    for process in died:
        print(f"{process.label} died with exit code {process.code()}; its last words:", file=sys.stderr)
        for line in process.last_words:
            print(f"  {line}", file=sys.stderr)
    return 1 if died else 0


def _first_to_end(processes: Sequence[Process], missed: list[Process]) -> Process | None:
    """Wait for the first process that ends, whoever died before who finished; None: asked to end.

    A dispensable one that ends is noted in `missed`, and the others go on.
    """
    while not Asked.to_end:
        time.sleep(0.05)
        ended = [p for p in processes if p.code() is not None and p not in missed]
        for process in [p for p in ended if p.node.dispensable]:
            print(f"{process.label} has died; the run goes on without it", file=sys.stderr, flush=True)
            missed.append(process)
            ended.remove(process)
        if ended:
            return min(ended, key=lambda p: p.node.ends_launch and p.code() == 0)
    return None


def _end_all(processes: Sequence[Process]) -> None:
    """Ask everyone to end, ever more firmly."""
    for number, patience in GRACE:
        running = [p for p in processes if p.code() is None]
        if not running:
            break
        for process in running:
            process.tell(number)
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline and any(p.code() is None for p in running):
            time.sleep(0.02)
    for process in processes:
        process.finish_reading()


def _label(node: NodeSpec) -> str:
    return f"{node.namespace}.{node.name}" if node.namespace else node.name


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGTERM)
