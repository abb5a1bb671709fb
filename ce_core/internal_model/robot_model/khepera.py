"""A Khepera, as the lecture knows it: eight infrared sensors that are read one after the other, and mass.

Each reading takes 2.5 ms, all eight 20 ms (lecture, Event timing). The body is that of the first Khepera:
5.5 cm across, 80 g, six sensors ahead and two behind. Torques and drag are our estimates for its geared
motors; they bring it to its top speed within about half a second.
"""

from math import radians

from ce_core.internal_model.robot_model.dynamics import Dynamics
from ce_core.internal_model.robot_model.robot_model import ROBOT_MODELS, RobotModel
from ce_core.internal_model.sensors.infrared import InfraredRing, InfraredSensor
from ce_core.internal_model.sensors.timing import Timing

_RADIUS = 0.0275
_MASS = 0.08
# From the left side over the front to the right side, then the two behind.
_SENSOR_ANGLES = (85.0, 45.0, 12.0, -12.0, -45.0, -85.0, -160.0, 160.0)

KHEPERA = ROBOT_MODELS.add("khepera")(
    RobotModel(
        name="khepera",
        radius=_RADIUS,
        wheel_base=0.053,
        max_speed=0.1,
        max_acceleration=1.0,
        sensors=(
            InfraredRing(
                InfraredSensor(reach=0.05, saturation=0.01, opening=0.35, rays=5),
                angles=tuple(radians(angle) for angle in _SENSOR_ANGLES),
                radius=_RADIUS,
                timing=Timing(period=0.02, duration=0.0025, in_turn=True),
            ),
        ),
        avoid_left=(0.0, 2.5, -4.7, -4.5, -5.0, -0.9, 0.0, 0.0),
        avoid_right=(-0.9, -4.6, -3.9, -4.1, 2.9, 0.0, 0.0, 0.0),
        dynamics=Dynamics(
            mass=_MASS,
            inertia=0.5 * _MASS * _RADIUS**2,
            wheel_radius=0.008,
            max_torque=0.0008,
            torque_gain=0.002,
            linear_drag=0.005,
            angular_drag=1e-5,
        ),
    )
)
