"""The game of paper 1: a LEGO robot removes three cubes from a playground."""

from ce_nodes.lego_graph import LEGO_PLAYGROUND as GRAPH


def generate_launch_description():
    """Give the graph to `ros2 launch`; `./ce launch` reads GRAPH itself where launch is not installed."""
    from ce_nodes.ros_launch import launch_description

    return launch_description(GRAPH)
