"""The executables: each imports its node only after Ctrl-C has been made quiet, and ends at once.

A node takes half a second to import; a Ctrl-C in that time should end it, not print where it was.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from importlib import import_module


def _start(module: str) -> None:
    """Run a node's main() and leave without Python's own clearing up, which takes longer than all the rest.

    Eleven processes that clear up at once on two cores would need more than three seconds.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    code: object = 0
    try:
        import_module(module).main()
    except SystemExit as end:
        code = end.code
    if isinstance(code, str):
        print(code, file=sys.stderr)  # noqa: T201 - as Python does
    gc.collect()  # says goodbye to the middleware
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


def simulated_robots() -> None:
    _start("ce_nodes.simulated_robots")


def object_tracker() -> None:
    _start("ce_nodes.object_tracker")


def mocap_sender() -> None:
    _start("ce_nodes.mocap_sender")


def sim_server() -> None:
    _start("ce_sim_server.sim_server")


def consequence_engine() -> None:
    _start("ce_nodes.consequence_engine")


def low_level_controller() -> None:
    _start("ce_nodes.low_level_controller")


def experiment() -> None:
    _start("ce_nodes.experiment")


def configurator() -> None:
    _start("ce_nodes.configurator")


def lego_playground() -> None:
    _start("ce_nodes.lego_playground")


def lego_player() -> None:
    _start("ce_nodes.lego_player")


def recorder() -> None:
    _start("ce_nodes.recorder")


def dashboard() -> None:
    _start("ce_nodes.dashboard")
