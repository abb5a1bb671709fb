"""How every node's process begins and ends: errors in one sentence, Ctrl-C without a traceback."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable

import rclpy
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from ce_core.family import UnknownNameError
from ce_core.settings import SettingsError


class Finished(Exception):  # noqa: N818 - not an error
    """A node has done what it was there for; its process ends with this exit code."""

    def __init__(self, code: int = 0) -> None:
        self.code = code
        super().__init__(code)


class Stopped(Exception):  # noqa: N818 - not an error
    """Somebody asked the process to end."""


class Spinner(SingleThreadedExecutor):  # type: ignore[misc]
    """An executor that notices within a tenth of a second that the process was asked to end."""

    asked = False
    """Set by SIGINT and SIGTERM; a plain flag, for a second signal may interrupt the first one's handler."""

    def spin_once(self, timeout_sec: float | None = None) -> None:
        """Wait for work and do one piece of it; raise Stopped when the process was asked to end."""
        self.check()
        super().spin_once(timeout_sec=0.1 if timeout_sec is None else min(timeout_sec, 0.1))

    @classmethod
    def check(cls) -> None:
        """Raise Stopped when the process was asked to end."""
        if cls.asked:
            raise Stopped


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
    try:
        rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
        node = make()
        executor = Spinner()
        executor.add_node(node)
        if loop is not None:
            loop(node, executor)
        while True:
            executor.spin_once()
    except Finished as finished:
        return finished.code
    except (Stopped, ExternalShutdownException):
        return 0
    except (SettingsError, UnknownNameError, TimeoutError) as error:
        print(f"{sys.argv[0].rsplit('/', 1)[-1]}: {error}", file=sys.stderr, flush=True)
        return 2
    finally:
        if node is not None:
            with contextlib.suppress(Exception):
                if hasattr(node, "close"):
                    node.close()
                node.destroy_node()
        rclpy.try_shutdown()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C while Python itself shuts down


def listen_for_signals() -> None:
    """Let SIGINT and SIGTERM ask the process to end."""
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)


def _stop(number: int, frame: object) -> None:
    Spinner.asked = True
