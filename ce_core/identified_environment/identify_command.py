"""`identify LOG --sensor laser --out MODEL`: a lab's own log to a model of its environment."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ce_core.identified_environment import (
    ENVIRONMENT_MODELS,
    EnvironmentModel,
    LogError,
    PerceptionLog,
    approximate_signatures,
    save_model,
)
from ce_core.identified_environment.environment_model import count_status
from ce_core.identified_environment.grid import SPACING
from ce_core.identified_environment.perception_log import subsample
from ce_core.identified_environment.signatures import BORROWED, REACH, VISITED
from ce_core.identified_environment.term_summary import term_summary


def parser() -> argparse.ArgumentParser:
    """Declare the options."""
    options = argparse.ArgumentParser(
        prog="./ce identify", description="Identify a model of what a sensor perceives where, from a log."
    )
    options.add_argument("log", type=Path, metavar="LOG", help="a CSV file or a rosbag (docs/narmax.md)")
    options.add_argument("--sensor", required=True, metavar="NAME", help="laser, or another in the log")
    options.add_argument(
        "--out", type=Path, required=True, metavar="MODEL", help="file to write the model to"
    )
    options.add_argument(
        "--model",
        choices=sorted(ENVIRONMENT_MODELS),
        default="piecewise",
        help="which model (default piecewise)",
    )
    options.add_argument(
        "--spacing", type=_length, default=SPACING, metavar="M", help=f"of the grid [m] (default {SPACING})"
    )
    options.add_argument(
        "--reach",
        type=_length,
        default=REACH,
        metavar="M",
        help=f"readings from further away [m] do not count (default {REACH})",
    )
    options.add_argument(
        "--max-reading", type=_length, metavar="M", help="what a beam that met nothing counts as"
    )
    options.add_argument(
        "--every", type=int, default=1, metavar="N", help="use every N-th record (default 1)"
    )
    options.add_argument("--scan-topic", metavar="TOPIC", help="of a bag with several")
    options.add_argument("--pose-topic", metavar="TOPIC", help="of a bag with several")
    return options


def main(argv: Sequence[str]) -> int:
    """Read, identify, write, and say what was found; return the exit code."""
    arguments = parser().parse_args(argv)
    try:
        log = subsample(_read(arguments), arguments.every)
        model = _identify(log, arguments)
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        save_model(model, arguments.out)
    except (ValueError, OSError) as error:
        sys.stderr.write(f"./ce identify: {error}\n")
        return 1
    sys.stdout.write(report(log, model) + f"\nwritten to {arguments.out}\n")
    return 0


def report(log: PerceptionLog, model: EnvironmentModel) -> str:
    """Say what the log held and what the model is."""
    knowledge = model.knowledge
    lines = [
        f"log: {log.quality()}",
        f"grid: {len(knowledge.status)} nodes each {knowledge.grid.spacing:g} m, of them "
        f"{len(knowledge.locations)} modelled: {count_status(knowledge, VISITED)} visited, "
        f"{count_status(knowledge, BORROWED)} with readings from beyond half a cell; the others are unknown",
        f"{model.kind} model of {knowledge.sensor!r}: {model.memory_bytes:,} bytes, "
        f"{model.polynomials} polynomials, {len(model.table.parameter)} terms",
    ]
    for use in term_summary(model):
        lines.append(f"  {use.term:12s} in {use.polynomials} polynomials")
    return "\n".join(lines)


def _read(arguments: argparse.Namespace) -> PerceptionLog:
    path: Path = arguments.log
    if not path.exists():
        raise LogError(f"{path}: there is no such file or folder")
    if path.is_dir() or path.suffix in (".mcap", ".db3", ".bag"):
        if arguments.sensor != "laser":
            raise LogError(f"a bag is read for its scans: --sensor {arguments.sensor}; expected laser")
        from ce_core.identified_environment.log_bag import read_bag

        return read_bag(path, arguments.scan_topic, arguments.pose_topic)
    from ce_core.identified_environment.log_csv import read_csv

    return read_csv(path, arguments.sensor)


def _identify(log: PerceptionLog, arguments: argparse.Namespace) -> EnvironmentModel:
    signatures = approximate_signatures(
        log,
        arguments.spacing,
        arguments.reach,
        arguments.max_reading,
        ranges=arguments.sensor in RANGE_SENSORS,
    )
    return ENVIRONMENT_MODELS[arguments.model](signatures, arguments.sensor)


RANGE_SENSORS = ("laser", "sonar")
"""Sensors whose readings are distances [m]: they tell which nodes of the grid are floor."""


def _length(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} must be a length in metres above 0")
    return value
