"""Names that several nodes share."""

ROBOTS = tuple(f"epuck_{i}" for i in range(6))
"""The six robots of paper 0; a robot's name is its namespace."""
