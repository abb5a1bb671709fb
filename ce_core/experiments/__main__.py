"""`./ce run EXPERIMENT`: the papers' experiments on the command line, without ROS."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from ce_core.experiments import (  # noqa: F401 - register the experiments
    corridor_command,
    cul_de_sac,
    learned_corridor_command,
    lego_command,
    narmax_command,
    reality_gap_command,
    report_command,
    safety_distance_command,
    stuck,
    target,
)
from ce_core.experiments.experiment import EXPERIMENTS, ExperimentError
from ce_core.family import UnknownNameError


def main(argv: Sequence[str] | None = None) -> int:
    """Run the experiment that the first argument names, and return the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments or arguments[0] in ("-h", "--help"):
        print("usage: ./ce run EXPERIMENT [--help | options]\n\nexperiments:")
        for name in EXPERIMENTS:
            print(f"  {name:16s}{EXPERIMENTS[name].summary}")
        return 0 if arguments else 2
    name, *options = arguments
    try:
        experiment = EXPERIMENTS[name]
    except UnknownNameError as error:
        print(error, file=sys.stderr)
        return 2
    parser = argparse.ArgumentParser(prog=f"./ce run {name}", description=experiment.summary)
    experiment.add_arguments(parser)
    try:
        return experiment.run(parser.parse_args(options))
    except ExperimentError as error:
        print(f"./ce run {name}: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
