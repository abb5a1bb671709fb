"""How every node's process begins and ends: errors in one sentence, Ctrl-C without a traceback."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable

import rclpy
from rclpy.executors import Executor, ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from ce_core.family import UnknownNameError
from ce_core.settings import SettingsError


class Stopped(Exception):  # noqa: N818 - not an error
    """The process is to end, with this exit code: somebody asked it to, or its work is done."""

    def __init__(self, code: int = 0) -> None:
        self.code = code
        super().__init__(code)


class Spinner:
    """Runs a node's callbacks, and notices within a tenth of a second that the process is to end.

    Where rclpy has the executor that is told of messages, which takes a third of the work of the one that
    looks for them, it is used; the process ends without clearing it up.
    """

    code: int | None = None
    """Exit code, once the process is to end; set by signals too, so a plain number."""

    def __init__(self) -> None:
        self._executor = _executor()
        _ENDLESS.append(self._executor)

    def add_node(self, node: Node) -> None:
        """Run this node's callbacks."""
        self._executor.add_node(node)

    def remove_node(self, node: Node) -> None:
        """Let go of this node, so that it can be destroyed."""
        self._executor.remove_node(node)

    def spin_once(self, timeout_sec: float | None = None) -> None:
        """Wait for work and do one piece of it; raise Stopped when the process is to end."""
        self.check()
        self._executor.spin_once(timeout_sec=0.1 if timeout_sec is None else min(timeout_sec, 0.1))

    @classmethod
    def check(cls) -> None:
        """Raise Stopped when the process is to end."""
        if cls.code is not None:
            raise Stopped(cls.code)

    @classmethod
    def finish(cls, code: int = 0) -> None:
        """End the process after this callback; executors write a traceback of what callbacks raise."""
        if cls.code is None:
            cls.code = code


_ENDLESS: list[Executor] = []
"""Executors of this process: to destroy one that is told of messages can take for ever."""


def _executor() -> Executor:
    try:
        from rclpy.experimental import EventsExecutor
    except ImportError:  # an older rclpy
        return SingleThreadedExecutor()
    return EventsExecutor()


def run(
    make: Callable[[], Node],
    loop: Callable[[Node, Spinner], None] | None = None,
) -> None:
    """Make a node, run it until it has finished or is told to stop, and exit the process."""
    sys.exit(_run(make, loop))


def _run(
    make: Callable[[], Node],
    loop: Callable[[Node, Spinner], None] | None,
) -> int:
    listen_for_signals()
    node: Node | None = None
    executor: Spinner | None = None
    try:
        rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
        node = make()
        executor = Spinner()
        executor.add_node(node)
        if loop is not None:
            loop(node, executor)
        while True:
            executor.spin_once()
    except Stopped as stopped:
        return stopped.code
    except ExternalShutdownException:
        return 0
    except (SettingsError, UnknownNameError, TimeoutError) as error:
        print(f"{sys.argv[0].rsplit('/', 1)[-1]}: {error}", file=sys.stderr, flush=True)
        return 2
    finally:
        if node is not None:
            with contextlib.suppress(Exception):
                if hasattr(node, "close"):
                    node.close()
                if executor is not None:
                    executor.remove_node(node)
                node.destroy_node()
        rclpy.try_shutdown()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C while Python itself shuts down


def listen_for_signals() -> None:
    """Let SIGINT and SIGTERM ask the process to end."""
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)


def _stop(number: int, frame: object) -> None:
    Spinner.finish()
