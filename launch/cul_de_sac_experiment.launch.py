"""The cul-de-sac of paper 2, section 3.1, with a simulated or a real AlphaBot."""

from ce_nodes.planner_graph import CUL_DE_SAC as GRAPH


def generate_launch_description():
    """Give the graph to `ros2 launch`; `./ce launch` reads GRAPH itself where launch is not installed."""
    from ce_nodes.ros_launch import launch_description

    return launch_description(GRAPH)
