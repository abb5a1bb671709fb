"""The e-puck as paper 0 used it (section 2.4.3): 7 cm across, two stepper motors, eight infrared sensors."""

from math import radians

from ce_core.internal_model.robot_model.robot_model import ROBOT_MODELS, RobotModel
from ce_core.internal_model.sensors.infrared import InfraredRing, InfraredSensor

# Sensors ps0 .. ps7 of the e-puck2 driver, clockwise from the front: right side first.
_SENSOR_ANGLES = (-15.0, -45.0, -90.0, -150.0, 150.0, 90.0, 45.0, 15.0)
_RADIUS = 0.035

EPUCK = ROBOT_MODELS.add("epuck")(
    RobotModel(
        name="epuck",
        radius=_RADIUS,
        wheel_base=0.053,
        max_speed=0.1,
        max_acceleration=1.0,  # stepper motors: top speed within one control step of 0.1 s
        sensors=(
            InfraredRing(
                # The driver announces a field of view of 0.26 rad and ranges up to 5 cm.
                InfraredSensor(reach=0.05, saturation=0.01, opening=0.26, rays=5),
                angles=tuple(radians(angle) for angle in _SENSOR_ANGLES),
                radius=_RADIUS,
            ),
        ),
        # Front sensors brake, the others turn away. The front ones also turn a little to the left,
        # whichever of them sees something: a robot that is exactly head-on, or in a corner, gets away.
        avoid_left=(-4.5, -5.0, -1.4, 0.0, 0.0, 0.0, 2.5, -4.7),
        avoid_right=(-4.1, 2.9, 0.0, 0.0, 0.0, -1.4, -4.6, -3.9),
    )
)
