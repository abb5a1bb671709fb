"""The AlphaBot of paper 2 (section 2.3): a LiDAR, two servos, and a body that is not round.

0.22 m x 0.18 m, turning about a point 0.05 m ahead of the middle, where the LiDAR sits. It drives straight
with 0.098 m/s and turns on the spot with 1.04 rad/s, both as measured; its wheels slip when it turns, and the
wheel base below is the one that gives this turn rate, not the 0.15 m between the wheels.
"""

from math import tau

from ce_core.internal_model.robot_model.footprint import Rectangle
from ce_core.internal_model.robot_model.robot_model import ROBOT_MODELS, RobotModel
from ce_core.internal_model.sensors.laser import LaserRangeFinder
from ce_core.internal_model.sensors.timing import Timing

STRAIGHT_SPEED = 0.098
"""[m/s]"""
TURN_RATE = 1.04
"""On the spot [rad/s]."""

ALPHABOT = ROBOT_MODELS.add("alphabot")(
    RobotModel(
        name="alphabot",
        radius=0.11,  # half of what the paper calls its diameter (section 3.2)
        wheel_base=2.0 * STRAIGHT_SPEED / TURN_RATE,
        max_speed=STRAIGHT_SPEED,
        max_acceleration=1.0,
        sensors=(
            # Slamtec A1: a full turn at 5 Hz, which it does by itself while the robot goes on.
            LaserRangeFinder(
                n_beams=360,
                field_of_view=tau,
                max_range=12.0,
                timing=Timing(period=0.2),
                name="scan",
            ),
        ),
        footprint=Rectangle(length=0.22, width=0.18, middle=-0.05),
    )
)
