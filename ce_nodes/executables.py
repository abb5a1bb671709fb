"""The executables: each imports its node only after Ctrl-C has been made quiet.

A node takes half a second to import; a Ctrl-C in that time should end it, not print where it was.
"""

from __future__ import annotations

import signal
from importlib import import_module


def _start(module: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    import_module(module).main()


def simulated_robots() -> None:
    _start("ce_nodes.simulated_robots")


def object_tracker() -> None:
    _start("ce_nodes.object_tracker")


def sim_server() -> None:
    _start("ce_sim_server.sim_server")


def consequence_engine() -> None:
    _start("ce_nodes.consequence_engine")


def low_level_controller() -> None:
    _start("ce_nodes.low_level_controller")


def experiment() -> None:
    _start("ce_nodes.experiment")


def recorder() -> None:
    _start("ce_nodes.recorder")


def dashboard() -> None:
    _start("ce_nodes.dashboard")
