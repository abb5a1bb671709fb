"""A pedestrian as a holonomic disc: goes in any direction at once, at a walking pace (paper 0, section 2.4).

0.25 m and 1.34 m/s are the usual figures of pedestrian models (Helbing and Molnar 1995, whom the paper
cites); it reaches its speed within about half a second.
"""

from ce_core.internal_model.robot_model.robot_model import ROBOT_MODELS, RobotModel

PEDESTRIAN = ROBOT_MODELS.add("pedestrian")(
    RobotModel(
        name="pedestrian",
        radius=0.25,
        wheel_base=0.5,
        max_speed=1.34,
        max_acceleration=2.7,
        holonomic=True,
    )
)
