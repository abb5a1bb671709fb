"""The ROS 2 nodes, and the commands that start them."""

__version__ = "0.1.0"
