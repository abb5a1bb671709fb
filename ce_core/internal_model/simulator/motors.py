"""The motors of all robots of a scene: how fast their wheels run, and what is wanted of them.

Plain Python that `ce_core.kernels` compiles.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ce_core.internal_model.robot_model.model_table import Floats
from ce_core.internal_model.simulator.gaussian import factor
from ce_core.internal_model.simulator.motion import follow
from ce_core.internal_model.simulator.noise import LEFT_MOTOR, RIGHT_MOTOR
from ce_core.internal_model.simulator.scene import Indices, Integers


class Motors(NamedTuple):
    """The wheels of R robots, and what one step hands from stage to stage."""

    left: Floats
    """(R,) speed of each left wheel [m/s]"""
    right: Floats
    """(R,)"""
    cruise_left: Floats
    """(R,) what the controller wants of it while the robot sees nothing [m/s] ..."""
    cruise_right: Floats
    """(R,)"""
    steers: Integers
    """(R,) ... if this is CRUISES; it is not known yet, BEGINS, or depends on where the robot is, STEERS"""
    wanted_left: Floats
    """(R,) what the controller wants of it [m/s]"""
    wanted_right: Floats
    """(R,)"""
    bias_left: Floats
    """(R,) constant factor of each left wheel's speed"""
    bias_right: Floats
    """(R,)"""
    change: Floats
    """(R,) greatest change of a wheel's speed in a step [m/s]"""
    per_base: Floats
    """(R,) 1 / wheel base [1/m]"""
    cos: Floats
    """(R,) of each heading"""
    sin: Floats
    """(R,)"""
    key: Integers
    """(R,) of each robot's noise"""
    step_key: Integers
    """(R,) of its noise in this step"""
    busy: Indices
    """(R,) the robots that have something to decide in this step come first"""


def motor_space(n: int) -> Motors:
    """Allocate the motors of n robots; `begin` says how they run."""
    return Motors(
        left=np.empty(n),
        right=np.empty(n),
        cruise_left=np.empty(n),
        cruise_right=np.empty(n),
        steers=np.empty(n, dtype=np.int64),
        wanted_left=np.empty(n),
        wanted_right=np.empty(n),
        bias_left=np.empty(n),
        bias_right=np.empty(n),
        change=np.empty(n),
        per_base=np.empty(n),
        cos=np.empty(n),
        sin=np.empty(n),
        key=np.empty(n, dtype=np.int64),
        step_key=np.empty(n, dtype=np.int64),
        busy=np.empty(n, dtype=np.uint32),
    )


def disturb_wheels(motors: Motors, level: float, n_robots: int) -> None:
    """Multiply what each wheel is to do by its error in this step."""
    for robot in range(n_robots):
        motors.wanted_left[robot] *= factor(level, motors.step_key[robot], LEFT_MOTOR)
        motors.wanted_right[robot] *= factor(level, motors.step_key[robot], RIGHT_MOTOR)


def drive(motors: Motors, n_robots: int) -> None:
    """Let the wheels follow what is wanted of them."""
    for robot in range(n_robots):
        motors.left[robot] = follow(motors.left[robot], motors.wanted_left[robot], motors.change[robot])
    for robot in range(n_robots):
        motors.right[robot] = follow(motors.right[robot], motors.wanted_right[robot], motors.change[robot])
