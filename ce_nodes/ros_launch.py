"""A graph description as a launch description of the genuine launch_ros."""

from __future__ import annotations

import sys

from launch.actions import DeclareLaunchArgument, OpaqueFunction, RegisterEventHandler, Shutdown
from launch.event_handlers import OnProcessExit
from launch.events.process import ProcessExited
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node

from ce_core.settings import SettingsError
from ce_nodes.graph import GraphDescription, NodeSpec
from launch import LaunchContext, LaunchDescription, LaunchService


def launch_description(graph: GraphDescription) -> LaunchDescription:
    """Declare the arguments, and make the nodes when their values are known."""

    def make_nodes(context: LaunchContext) -> list[Node]:
        given = {a.name: LaunchConfiguration(a.name).perform(context) for a in graph.arguments}
        try:
            return [launch_node(node) for node in graph.build(given)]
        except (SettingsError, ValueError) as error:
            raise RuntimeError(str(error)) from None

    declared = [
        DeclareLaunchArgument(
            a.name,
            default_value=a.default,
            description=a.description,
            choices=list(a.choices) or None,
        )
        for a in graph.arguments
    ]
    return LaunchDescription([*declared, OpaqueFunction(function=make_nodes)])


def launch_node(node: NodeSpec) -> Node:
    """Make the process of one node; the launch ends with the node that ends it."""
    return Node(
        package="consequence_engine",
        executable=node.executable,
        name=node.name,
        namespace=node.namespace,
        parameters=[node.parameters],
        output="screen",
        emulate_tty=False,
        on_exit=Shutdown(reason=f"{node.name} has finished") if node.ends_launch else None,
    )


def run(nodes: list[NodeSpec]) -> int:
    """Run these nodes under the genuine launch service; say what `ros2 launch` does not: who died."""
    died: list[str] = []

    def note(event: ProcessExited, context: LaunchContext) -> None:
        if not context.is_shutdown and event.returncode != 0:
            died.append(f"{event.process_name} died with exit code {event.returncode}")

    service = LaunchService()
    service.include_launch_description(
        LaunchDescription(
            [RegisterEventHandler(OnProcessExit(on_exit=note)), *[launch_node(n) for n in nodes]]
        )
    )
    code = service.run()
    for words in died:
        print(words, file=sys.stderr)
    return 1 if died else code
