"""`./ce launch`: a launch file under the genuine launch_ros where it is installed, else under our runner."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from ce_core.family import unknown_name
from ce_nodes.graph import GraphDescription, launch_folder


def main(file: str, arguments: list[str]) -> int:
    """Launch a file with `name:=value` arguments, or show its arguments; return the exit code."""
    try:
        path = find(file)
        graph: GraphDescription = load(path).GRAPH
        if any(a in arguments for a in ("-s", "--show-args", "--show-arguments")):
            print(show_arguments(graph))
            return 0
        given = dict(split(argument) for argument in arguments)
        nodes = graph.build(given)
    except (ValueError, OSError) as error:
        print(f"./ce launch: {error}", file=sys.stderr)
        return 2
    print(f"launching {path.name}: {len(nodes)} processes", flush=True)
    if importlib.util.find_spec("launch_ros"):
        from ce_nodes.ros_launch import run
    else:
        from ce_nodes.runner import run
    return run(nodes)


def find(file: str) -> Path:
    """Find a launch file by its path or, as `ros2 launch` does, by its name in the package."""
    for path in (Path(file), launch_folder() / file):
        if path.is_file():
            return path
    known = [path.name for path in launch_folder().glob("*.launch.py")]
    raise unknown_name("launch file", file, known)


def load(path: Path) -> ModuleType:
    """Import a launch file."""
    spec = importlib.util.spec_from_file_location(path.name.replace(".", "_"), path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not hasattr(module, "GRAPH"):
        raise ValueError(f"{path}: has no GRAPH; ./ce launch needs a description as in ce_nodes/graph.py")
    return module


def split(argument: str) -> tuple[str, str]:
    """Split `name:=value`."""
    name, separator, value = argument.partition(":=")
    if not separator or not name:
        raise ValueError(f"{argument!r} is not a launch argument; write name:=value, or --show-args")
    return name, value


def show_arguments(graph: GraphDescription) -> str:
    """List the arguments as `ros2 launch --show-args` does."""
    lines = ["Arguments (pass arguments as '<name>:=<value>'):"]
    for argument in graph.arguments:
        lines += ["", f"    '{argument.name}':"]
        choices = f". Valid choices are: {list(argument.choices)}" if argument.choices else ""
        lines += [f"        {argument.description}{choices}", f"        (default: '{argument.default}')"]
    return "\n".join(lines)
