"""Sensors that work by rays (lecture, Obtaining ray readings): one file each, one ray engine."""

from ce_core.internal_model.sensors.bumper import Bumper
from ce_core.internal_model.sensors.draws import Draws
from ce_core.internal_model.sensors.infrared import InfraredRing, InfraredSensor
from ce_core.internal_model.sensors.laser import NO_READING, LaserRangeFinder, beam_angles, laser_scan
from ce_core.internal_model.sensors.mount import Mount, ring, spread
from ce_core.internal_model.sensors.rays import Ray, Segment, ray_circle, ray_segment
from ce_core.internal_model.sensors.reading_noise import (
    Additive,
    Exact,
    MeasuredTable,
    Multiplicative,
    ReadingNoise,
)
from ce_core.internal_model.sensors.sensor import SENSORS, Sensor, View, read
from ce_core.internal_model.sensors.sonar import Sonar
from ce_core.internal_model.sensors.timing import Timing, timing_problems
from ce_core.internal_model.sensors.tracker import Frame, Tracker, TrackerConfig

__all__ = [
    "NO_READING",
    "SENSORS",
    "Additive",
    "Bumper",
    "Draws",
    "Exact",
    "Frame",
    "InfraredRing",
    "InfraredSensor",
    "LaserRangeFinder",
    "MeasuredTable",
    "Mount",
    "Multiplicative",
    "Ray",
    "ReadingNoise",
    "Segment",
    "Sensor",
    "Sonar",
    "Timing",
    "Tracker",
    "TrackerConfig",
    "View",
    "beam_angles",
    "laser_scan",
    "ray_circle",
    "ray_segment",
    "read",
    "ring",
    "spread",
    "timing_problems",
]
