"""The papers' experiments in one process; the same scenarios and scores as the ROS graph uses."""
