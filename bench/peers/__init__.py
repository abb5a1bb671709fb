"""Simulators that others made, on the corridor that our kernel is measured on.

`run(requests)` of each gives what happened and how long stepping took [s]; setting a world up is not counted.
What differs from our own simulators: eight single beams, evenly around the robot from its centre, stand for
the eight infrared sensors of five rays each, and nothing is noisy. Both are less work than ours.
"""

import math

BEAMS = tuple(math.radians(angle) for angle in (-157.5, -112.5, -67.5, -22.5, 22.5, 67.5, 112.5, 157.5))
"""[rad], from the left behind the robot counter-clockwise."""

SENSORS = (3, 2, 1, 0, 7, 6, 5, 4)
"""The beam that stands for ps0 .. ps7, which go clockwise from the front."""
