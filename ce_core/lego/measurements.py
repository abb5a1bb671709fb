"""What was measured on the physical robot: the points of its data sheet, which the sensors are calibrated to.

Read off the plots of robotdatasheet.pdf (A. Gerstenberg, RoboExpSetup, 2018); readings are whole numbers.
"""

from __future__ import annotations

ULTRASOUND_FACE_ON = {
    10: 10, 15: 19, 20: 22, 25: 25, 30: 29, 40: 36, 50: 48, 70: 71, 90: 89, 127: 127,
}  # fmt: skip
"""Distance from the sensor to the cube's centre [cm] -> reading, the cube's face towards the sensor ..."""
ULTRASOUND_CORNER_ON = {
    15: 24, 20: 35, 30: 26, 35: 29, 40: 32, 50: 52, 70: 72, 90: 93, 110: 111, 130: 131,
}  # fmt: skip
"""... and its corner."""
CUTOFF_FACE_ON, CUTOFF_CORNER_ON = 35, (22, 26)
"""Largest view angle [deg]; to the two sides."""

BLINK_FACE_ON = {
    10: 118, 12: 121, 14: 110, 16: 100, 18: 88, 20: 80, 22: 72, 24: 62, 26: 55, 30: 44, 35: 33, 40: 26,
    45: 21, 50: 16, 55: 14, 60: 12, 65: 10, 70: 9, 75: 7, 80: 6, 85: 6, 90: 5, 95: 5, 100: 4, 105: 3,
    110: 3, 115: 3, 120: 3,
}  # fmt: skip
"""Distance [cm] -> reading of a light in the green cube straight ahead, face on ..."""
BLINK_CORNER_ON = {
    12: 115, 14: 109, 16: 100, 18: 91, 20: 77, 22: 65, 24: 54, 26: 44, 30: 31, 35: 22, 40: 17, 45: 12, 50: 9,
    55: 7, 60: 6, 70: 4, 80: 4, 90: 2, 100: 2, 110: 1, 120: 1,
}  # fmt: skip
"""... and corner on."""
BLINK_VIEW_LEFT = {-40: 1, -30: 7, -20: 19, -10: 25, 0: 24, 10: 23, 20: 16, 30: 6, 40: 2}
"""View angle [deg], negative to the left -> reading of the left sensor at 40 cm ..."""
BLINK_VIEW_RIGHT = {-40: 4, -30: 9, -20: 19, -10: 23, 0: 25, 10: 21, 20: 13, 30: 4, 40: 1}
"""... and of the right one."""
BLINK_TURNED = {0: 25, 20: 24, 30: 24, 40: 20, 45: 16, 50: 15, 60: 24, 70: 24, 80: 25, 90: 25}
"""Turn of the cube [deg] -> reading at 40 cm."""

RED_LEFT = {
    10: 34, 11: 29, 12: 23, 13: 17, 14: 14, 15: 10, 16: 9, 17: 8, 18: 6, 19: 6, 20: 5, 22: 4, 24: 3, 26: 3,
    28: 2, 30: 2,
}  # fmt: skip
"""Distance to the centre of the red cube [cm] -> red reflection, left sensor ..."""
RED_RIGHT = {
    10: 48, 11: 38, 12: 28, 13: 21, 14: 17, 15: 14, 16: 11, 17: 10, 18: 8, 19: 8, 20: 6, 22: 5, 24: 4, 26: 3,
    28: 2, 30: 2,
}  # fmt: skip
"""... right sensor ..."""
GREEN_LEFT = {10: 5, 11: 4, 12: 3, 13: 3, 15: 3, 17: 3, 20: 2, 24: 2, 30: 1}
"""... and of the green cube, left sensor."""

REFLECTION_DOWN = {"white": (47,), "cardboard": (36, 38), "beyond": (15,)}
"""What is below -> readings of the sensor that looks down."""

SPEED = {
    2: 5.2, 5: 14.1, 10: 28.2, 20: 57.2, 30: 85.1, 40: 112.8, 50: 140.9, 60: 168.0, 70: 195.2, 85: 205.8,
    100: 206.1,
}  # fmt: skip
"""Motor speed [%] -> speed [mm/s], battery full."""
SPEED_PUSHING = {
    15: 41.3, 20: 55.1, 30: 82.1, 40: 107.1, 50: 132.7, 60: 160.4, 70: 185.4, 85: 195.1, 100: 190.2,
}  # fmt: skip
"""The same while pushing a cube."""
YAW_RATE = {
    2: 4.0, 5: 9.8, 10: 19.1, 15: 28.0, 20: 37.9, 30: 56.2, 40: 70.1, 50: 86.0, 60: 99.9, 70: 99.9, 85: 99.9,
    100: 98.0,
}  # fmt: skip
"""Motor speed [%] -> yaw rate on the spot [deg/s]."""
