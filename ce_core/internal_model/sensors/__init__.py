"""Sensors that work by rays (lecture, Obtaining ray readings): one file each, one ray engine."""

from ce_core.internal_model.sensors.infrared import InfraredSensor
from ce_core.internal_model.sensors.laser import beam_angles, laser_scan
from ce_core.internal_model.sensors.rays import Ray, Segment, ray_circle, ray_segment

__all__ = [
    "InfraredSensor",
    "Ray",
    "Segment",
    "beam_angles",
    "laser_scan",
    "ray_circle",
    "ray_segment",
]
