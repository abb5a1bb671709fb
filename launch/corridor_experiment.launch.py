"""The corridor experiment of paper 0: one smart robot, five h-robots, as a ROS 2 graph."""

from ce_nodes.graph import CORRIDOR_EXPERIMENT as GRAPH


def generate_launch_description():
    """Give the graph to `ros2 launch`; `./ce launch` reads GRAPH itself where launch is not installed."""
    from ce_nodes.ros_launch import launch_description

    return launch_description(GRAPH)
