"""A graph description as a launch description of the genuine launch_ros."""

from __future__ import annotations

import sys
from pathlib import Path

from launch.actions import DeclareLaunchArgument, OpaqueFunction, RegisterEventHandler, Shutdown
from launch.event_handlers import OnShutdown
from launch.events import Shutdown as ShutdownEvent
from launch.events.process import ProcessExited
from launch.logging import get_logger
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node

from ce_core.family import unknown_name
from ce_nodes.graph import GraphDescription, NodeSpec
from launch import LaunchContext, LaunchDescription, LaunchService

PACKAGE = "consequence_engine"

PATIENCE = {"sigterm_timeout": "2.0", "sigkill_timeout": "0.6"}
"""How long a process has to end [s], as with our own runner."""


def launch_description(graph: GraphDescription) -> LaunchDescription:
    """Declare the arguments, and make the nodes when their values are known."""
    declared = [
        DeclareLaunchArgument(
            a.name,
            default_value=a.default,
            description=a.description,
            choices=list(a.choices) or None,
        )
        for a in graph.arguments
    ]
    known = [a.name for a in graph.arguments]

    def make_nodes(context: LaunchContext) -> list[Node]:
        for name in (argument.partition(":=")[0] for argument in context.argv):
            if name not in known:  # launch itself says nothing
                get_logger("launch").warning(str(unknown_name("launch argument", name, known)))
        given = {name: LaunchConfiguration(name).perform(context) for name in known}
        try:
            return [launch_node(node, []) for node in graph.build(given)]
        except ValueError as error:
            raise RuntimeError(str(error)) from None

    return LaunchDescription([*declared, OpaqueFunction(function=make_nodes)])


def launch_node(node: NodeSpec, died: list[str]) -> Node:
    """Make the process of one node; whoever ends first ends the launch, and is noted if it died."""

    def ended(event: ProcessExited, context: LaunchContext) -> Shutdown | None:
        if context.is_shutdown:
            return None
        if node.ends_launch and event.returncode == 0:
            return Shutdown(reason=f"{node.full_name} has finished")
        died.append(f"{node.full_name} died with exit code {event.returncode}")
        if node.dispensable:
            return None
        return Shutdown(reason=died[-1])

    beside = Path(sys.executable).parent / node.executable  # installed by pip, else by colcon
    program = (
        {"executable": str(beside)}
        if beside.exists()
        else {"executable": node.executable, "package": PACKAGE}
    )
    return Node(
        **program,
        name=node.name,
        namespace=node.namespace,
        parameters=[node.parameters],
        output="screen",
        on_exit=ended,
        **PATIENCE,
    )


def run(nodes: list[NodeSpec]) -> int:
    """Run these nodes under the genuine launch service; say what `ros2 launch` does not: who died."""
    died: list[str] = []
    interrupted: list[bool] = []

    def note(event: ShutdownEvent, context: LaunchContext) -> None:
        interrupted.append(event.due_to_sigint)

    service = LaunchService()
    handler = RegisterEventHandler(OnShutdown(on_shutdown=note))
    service.include_launch_description(LaunchDescription([handler, *[launch_node(n, died) for n in nodes]]))
    code = service.run()
    for words in died:
        print(words, file=sys.stderr)
    return 1 if died else 130 if any(interrupted) else code
