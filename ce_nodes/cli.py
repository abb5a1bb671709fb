"""The commands behind ./ce; each imports only what it needs, so that it starts quickly."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent

Arguments = Sequence[str]


class UsageError(Exception):
    """The command line is wrong; the message says what would be right."""


def launch(arguments: Arguments) -> int:
    """Start the graph that a launch file describes."""
    if not arguments or arguments[0].startswith("-"):
        raise UsageError("launch needs a launch file, for example: ./ce launch corridor_experiment.launch.py")
    from ce_nodes import launcher

    return launcher.main(arguments[0], list(arguments[1:]))


def node(arguments: Arguments) -> int:
    """Become one node, as `ros2 run consequence_engine NAME` does."""
    known = node_names()
    name = arguments[0] if arguments else ""
    if name not in known:
        raise UsageError(f"there is no node '{name}'; there are: {', '.join(known)}")
    program = str(BIN / name)
    os.execv(program, [program, *arguments[1:]])


def node_names() -> list[str]:
    """Return the executables of this package, as setup.cfg names them."""
    from importlib.metadata import distribution

    return sorted(entry.name for entry in distribution("consequence_engine_nodes").entry_points)


def run(arguments: Arguments) -> int:
    """Run an experiment in this process, without ROS."""
    from ce_core.experiments.__main__ import main as run_experiment

    return run_experiment(list(arguments)) or 0


def plan(arguments: Arguments) -> int:
    """Plan on a recorded scan, without ROS."""
    from ce_core.planner.__main__ import main as plan_scan

    return plan_scan(list(arguments))


def identify(arguments: Arguments) -> int:
    """Identify a model of an environment from a robot's log, without ROS."""
    from ce_core.identified_environment.identify_command import main as identify_log

    return identify_log(list(arguments))


def lego(arguments: Arguments) -> int:
    """Run somebody's program for the LEGO robot, or compare two."""
    from ce_core.lego.command import main as run_lego

    return run_lego(list(arguments))


def test(arguments: Arguments) -> int:
    """Run every quality gate, pytest last; with arguments, only pytest with them."""
    if arguments:
        return subprocess.call([sys.executable, "-m", "pytest", *arguments], cwd=ROOT)
    gates = {
        "ruff check": ["ruff", "check", "."],
        "ruff format": ["ruff", "format", "--check", "."],
        "mypy --strict ce_core": ["mypy"],
        "import contracts": ["lint-imports"],
    }
    failed = [name for name, passed in run_gates(gates) if not passed]
    pytest = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadgroup"]
    tests_failed = subprocess.call(pytest, cwd=ROOT) != 0
    if failed:
        print(f"failed before the tests: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed) or tests_failed)


def run_gates(gates: dict[str, list[str]]) -> list[tuple[str, bool]]:
    """Run the commands side by side; print a line for each and, where it failed, what it said."""
    started = time.monotonic()
    running = {
        name: subprocess.Popen(
            [str(BIN / program), *rest], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        for name, (program, *rest) in gates.items()
    }
    results = []
    for name, process in running.items():
        output, _ = process.communicate()
        passed = process.returncode == 0
        if not passed:
            print(output.rstrip())
        print(f"{'ok    ' if passed else 'FAILED'} {name} ({time.monotonic() - started:.1f} s)", flush=True)
        results.append((name, passed))
    return results


def bench(arguments: Arguments) -> int:
    """Run one benchmark or all; --json collects in one file what they wrote: keys begin with their names."""
    import argparse

    known = sorted(path.stem for path in (ROOT / "bench").glob("*.py") if not path.stem.startswith("_"))
    parser = argparse.ArgumentParser(prog="./ce bench")
    parser.add_argument("name", nargs="?", metavar="NAME", help=f"one of: {', '.join(known)}")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the results there")
    options = parser.parse_args(arguments)
    if options.name and options.name not in known:
        raise UsageError(
            f"there is no benchmark '{options.name}'; there are: {', '.join(known) or 'none yet'}"
        )

    results, failed = {}, []
    with tempfile.TemporaryDirectory() as folder:
        for name in [options.name] if options.name else known:
            output = Path(folder, f"{name}.json")
            command = [sys.executable, str(ROOT / "bench" / f"{name}.py")]
            if options.json:
                command += ["--json", str(output)]
            if subprocess.call(command):
                failed.append(name)
            elif output.exists():
                results |= json.loads(output.read_text())
    if options.json:
        options.json.write_text(json.dumps(results, indent=2) + "\n")
    if failed:
        print(f"./ce bench: failed: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


def _with_bags(name: str) -> Callable[[Arguments], int]:
    """Return a command on recordings; what is wrong with a recording or a setting is said in a sentence."""

    def command(arguments: Arguments) -> int:
        from ce_nodes import bag_commands

        try:
            return int(getattr(bag_commands, name)(list(arguments)))
        except (ValueError, OSError) as error:
            print(f"./ce {name}: {error}", file=sys.stderr)
            return 1

    return command


def doctor(arguments: Arguments) -> int:
    """Say what is installed, what is wrong and how to mend it."""
    if arguments:
        raise UsageError("doctor takes no arguments")
    from ce_nodes.doctor import examine

    return examine()


COMMANDS: dict[str, Callable[[Arguments], int]] = {
    "launch": launch,
    "node": node,
    "run": run,
    "plan": plan,
    "analyse": _with_bags("analyse"),
    "replay": _with_bags("replay"),
    "bag": _with_bags("bag"),
    "calibrate": _with_bags("calibrate"),
    "identify": identify,
    "lego": lego,
    "test": test,
    "bench": bench,
    "doctor": doctor,
}


def main(arguments: Arguments) -> int:
    name, *rest = arguments or [""]
    try:
        if name not in COMMANDS:
            raise UsageError(f"there is no command '{name}'; there are: {', '.join(COMMANDS)}")
        return COMMANDS[name](rest)
    except UsageError as error:
        print(f"./ce: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # who read the output has gone, as `| head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
