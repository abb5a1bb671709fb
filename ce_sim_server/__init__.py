"""The internal simulation as a ROS service, and the client that makes it a Simulator again."""
