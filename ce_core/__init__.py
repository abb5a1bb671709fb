"""The consequence engine without ROS: internal model, engine, tracker and experiments."""

__version__ = "0.1.0"
